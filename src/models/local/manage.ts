import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { MemoirError, show } from "../../domain/errors.ts";
import { leftParts } from "./cache-files.ts";
import { LOCAL_MODELS, type LocalModel, type ModelFile } from "./catalogue.ts";
import {
  cacheFolder,
  type LoadOptions,
  type LoadSettings,
  loadModel,
  modelsFolder,
  type Origin,
} from "./loader.ts";

export interface ListedModel extends Pick<LocalModel, "id" | "name" | "dims" | "languages" | "licence"> {
  /** The size of all its files. */
  readonly bytes: number;
  /** Whether all its files are there, by name and size; only loading checks their content. */
  readonly installed: boolean;
  /** Its folder: the user's own if it has the files, the cache otherwise. */
  readonly path: string;
  readonly origin: "folder" | "cache";
}

export interface PulledModel {
  readonly id: string;
  readonly path: string;
  readonly bytes: number;
  /** Where its files came from; only `cache` or `folder` if nothing had to be fetched. */
  readonly origins: readonly Origin[];
}

export interface RemovedModel {
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
      const folder = settings.modelsDir ?? modelsFolder(process.env);
      const inFolder = folder !== undefined && (await hasFiles(join(folder, name), model));
      const path = inFolder ? join(folder, name) : join(cacheOf(settings), name);
      const installed = inFolder || (await hasFiles(path, model));
      const origin = inFolder ? "folder" : "cache";
      return { id, name, dims, languages, licence, bytes: bytesOf(model), installed, path, origin } as const;
    }),
  );
}

/** Fetches models and checks them, those that are there too. Default: all known ones. */
export async function pullModels(
  options: LoadOptions & { readonly ids?: readonly string[] | undefined } = {},
): Promise<PulledModel[]> {
  const pulled: PulledModel[] = [];
  for (const model of modelsNamed(options.ids)) {
    const { files, origins } = await loadModel(model, options);
    const folder = options.modelsDir ?? modelsFolder(process.env);
    pulled.push({
      id: model.id,
      path: join(origins.has("folder") && folder !== undefined ? folder : cacheOf(options), model.name),
      bytes: [...files.values()].reduce((sum, content) => sum + content.length, 0),
      origins: [...origins],
    });
  }
  return pulled;
}

/** Removes models from the cache, with half downloads that nobody works on. Default: all known ones. */
export async function removeModels(
  ids?: readonly string[] | undefined,
  settings: LoadSettings = {},
): Promise<RemovedModel[]> {
  const cache = cacheOf(settings);
  const removed: RemovedModel[] = [];
  for (const model of modelsNamed(ids)) {
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

function modelsNamed(ids: readonly string[] | undefined): readonly LocalModel[] {
  return (
    ids?.map((id) => {
      const model = LOCAL_MODELS.find((known) => known.id === id || known.name === id);
      if (model !== undefined) return model;
      const names = LOCAL_MODELS.map(({ name }) => name).join(", ");
      throw new MemoirError("not_found", `There is no local model ${show(id)}; there are: ${names}.`);
    }) ?? LOCAL_MODELS
  );
}

function cacheOf(settings: LoadSettings): string {
  return settings.cacheDir ?? cacheFolder(process.env);
}

function bytesOf({ onnx, tokenizer }: LocalModel): number {
  return onnx.pins[0].bytes + tokenizer.pins[0].bytes;
}

async function hasFiles(folder: string, { onnx, tokenizer }: LocalModel): Promise<boolean> {
  const has = async (file: ModelFile): Promise<boolean> => {
    const size = (await stat(join(folder, file.name)).catch(() => undefined))?.size;
    return file.pins.some((pin) => pin.bytes === size);
  };
  return (await has(onnx)) && (await has(tokenizer));
}
