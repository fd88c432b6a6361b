import { join } from "node:path";
import { MemoirError } from "../domain/errors.ts";
import type { Embedder } from "../models/embedder.ts";
import { packedPath, readPacked, readVerified } from "../models/local/cache-files.ts";
import {
  FAMILIES,
  type Family,
  filesOf,
  LOCAL_MODELS,
  type ModelFile,
  modelsOf,
  OWN,
} from "../models/local/catalogue.ts";
import {
  cacheFolder,
  type ListedModel,
  type LoadSettings,
  listModels,
  modelsFolder,
} from "../models/local/loader.ts";
import { offlineEmbedder } from "../models/local/offline-embedder.ts";
import { resolveEmbedder } from "../models/resolve-embedder.ts";
import type { Environment } from "../runtime/environment.ts";
import type { Context } from "./context.ts";
import type { Io } from "./io.ts";
import type { Output } from "./output.ts";
import { patiently } from "./terminal.ts";

/** The configured embedder for one command; `null` for none. It never fetches a model, and what it lacks it says. */
export async function commandEmbedder(name: string, io: Io): Promise<Embedder | null> {
  const family = FAMILIES.find(({ embedder }) => embedder === name);
  if (family !== undefined) return offlineEmbedder(family, modelLocations(io.env), pullLine(io.self, family));
  try {
    return resolveEmbedder(name, { env: io.env });
  } catch (error) {
    // A key that is missing must not keep a command from its work.
    if (MemoirError.is(error)) return unavailable(error);
    throw error;
  }
}

/** The command that fetches the models of a family and checks them. Those of the package it checks without a name. */
export function pullLine(self: string, family: Family): string {
  const names = family === OWN ? [] : modelsOf(family).map(({ name }) => name);
  return [self, "models pull", ...names].join(" ");
}

function unavailable(error: MemoirError): Embedder {
  const fail = (): Promise<never> => Promise.reject(error);
  return {
    models: [],
    state: () => ({ status: "failed", detail: error.message }),
    ready: fail,
    embedDocuments: fail,
    embedQuery: fail,
    close: async () => undefined,
  };
}

/** No more is read to load the model that fits a text. */
const SAMPLE = 500;

/** Waits until this text can be embedded, unless it cannot be: its state then says why. */
export async function loadFor(embedder: Embedder, text: string, context: Context): Promise<void> {
  // One on a server has nothing to load, and is asked when there is something to ask.
  if (embedder.state().status !== "loading") return;
  const { signal } = context.io;
  const loading = embedder.embedQuery(text.slice(0, SAMPLE), { signal }).catch(() => undefined);
  await patiently(context, () => "Loading the embedding model…", loading);
  signal.throwIfAborted();
}

/** For a command whose answer does not say it: why there are no vectors. */
export function tellFailure(embedder: Embedder | null, out: Output): void {
  const state = embedder?.state();
  if (state?.status === "failed") out.notice(state.detail);
}

/** Where models are kept and come from, as this command's environment says. */
export function modelLocations(env: Environment): LoadSettings & { readonly cacheDir: string } {
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
  /** The size of its content, unpacked; of an absent or refused file, the expected size. */
  readonly bytes: number;
  /** `refused`: it is there and is not the pinned file. */
  readonly status: "verified" | "absent" | "refused";
  /** Why it is refused. */
  readonly why: string | null;
}

export interface InspectedModel extends Omit<ListedModel, "installed"> {
  /** All its files are there with the pinned content. */
  readonly verified: boolean;
  readonly files: readonly InspectedFile[];
}

/** The known models with each of their files read and checked, as loading them would. Fetches nothing. */
export async function inspectModels(locations: LoadSettings): Promise<InspectedModel[]> {
  const inspected: InspectedModel[] = [];
  for (const { installed: _, ...listed } of await listModels(locations)) {
    const model = LOCAL_MODELS.find(({ name }) => name === listed.name);
    if (model === undefined) continue;
    const files: InspectedFile[] = [];
    for (const file of filesOf(model)) {
      files.push(await inspectFile(join(listed.path, file.name), file, listed.origin));
    }
    inspected.push({ ...listed, verified: files.every(({ status }) => status === "verified"), files });
  }
  return inspected;
}

async function inspectFile(
  modelPath: string,
  file: ModelFile,
  origin: ListedModel["origin"],
): Promise<InspectedFile> {
  const { name, pins } = file;
  const isPacked = origin === "package";
  const path = isPacked ? packedPath(modelPath) : modelPath;
  const content = await (isPacked ? readPacked : readVerified)(modelPath, file);
  const bytes = content.status === "ok" ? content.bytes.length : pins[0].bytes;
  if (content.status === "wrong") return { name, path, bytes, status: "refused", why: content.why };
  return { name, path, bytes, status: content.status === "ok" ? "verified" : "absent", why: null };
}
