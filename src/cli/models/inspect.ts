import { join } from "node:path";
import { readVerified } from "../../models/local/cache-files.ts";
import { LOCAL_MODELS, type LocalModel, type ModelFile } from "../../models/local/catalogue.ts";
import { cacheFolder, type LoadSettings, listModels, modelsFolder } from "../../models/local/loader.ts";
import type { Environment } from "../config-env.ts";

/** Where models are kept and come from, as this command's environment says. */
export function placesOf(env: Environment): LoadSettings & { readonly cacheDir: string } {
  return {
    modelsDir: modelsFolder(env),
    cacheDir: cacheFolder(env),
    registry: env.npm_config_registry || env.NPM_CONFIG_REGISTRY || undefined,
    hub: env.HF_ENDPOINT || undefined,
  };
}

export interface InspectedFile {
  readonly name: string;
  readonly path: string;
  /** Its size; of an absent file, the expected size. */
  readonly bytes: number;
  /** `refused`: it is there and is not the pinned file. */
  readonly status: "verified" | "absent" | "refused";
  /** Why it is refused. */
  readonly why: string | null;
}

export interface InspectedModel {
  readonly id: string;
  readonly name: string;
  readonly languages: string;
  readonly licence: string;
  readonly dims: number;
  readonly bytes: number;
  readonly path: string;
  readonly origin: "folder" | "cache";
  /** All its files are there with the pinned content. */
  readonly verified: boolean;
  readonly files: readonly InspectedFile[];
}

/** The known models with each of their files read and checked, as loading them would. Fetches nothing. */
export async function inspectModels(places: LoadSettings): Promise<InspectedModel[]> {
  const inspected: InspectedModel[] = [];
  for (const { installed: _, ...listed } of await listModels(places)) {
    const model = LOCAL_MODELS.find(({ id }) => id === listed.id);
    if (model === undefined) continue;
    const files = await inspectFiles(listed.path, model);
    inspected.push({ ...listed, verified: files.every(({ status }) => status === "verified"), files });
  }
  return inspected;
}

async function inspectFiles(folder: string, { onnx, tokenizer }: LocalModel): Promise<InspectedFile[]> {
  const files: InspectedFile[] = [];
  for (const file of [onnx, tokenizer]) files.push(await inspectFile(join(folder, file.name), file));
  return files;
}

async function inspectFile(path: string, file: ModelFile): Promise<InspectedFile> {
  const { name, pins } = file;
  const found = await readVerified(path, file);
  const bytes = found.status === "ok" ? found.bytes.length : pins[0].bytes;
  if (found.status === "wrong") return { name, path, bytes, status: "refused", why: found.why };
  return { name, path, bytes, status: found.status === "ok" ? "verified" : "absent", why: null };
}
