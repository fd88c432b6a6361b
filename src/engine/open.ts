import type { PresetName } from "../api/preset-name.ts";
import { checkNames, checkOptions, withoutUndefined } from "../domain/arguments.ts";
import { invalidArgument, show } from "../domain/errors.ts";
import { resolveSettings, type SettingsInput } from "../domain/settings.ts";
import type { Embedder } from "../models/embedder.ts";
import type { ModelsByRole } from "../models/language/call.ts";
import { type LanguageModelSpec, modelsByRole } from "../models/language/resolve.ts";
import { type EmbedderSpec, resolveEmbedder } from "../models/resolve-embedder.ts";
import type { Reranker } from "../read/shared/request.ts";
import { openStore } from "../store/open.ts";
import type { StoreOptions } from "../store/port.ts";
import type { MemoirListeners } from "./background.ts";
import { createEngine, type Engine } from "./engine.ts";
import { presetNamed } from "./presets/presets.ts";
import { parsePresetSettings } from "./presets/seed-keys.ts";

export interface MemoirOptions
  extends MemoirListeners,
    Pick<StoreOptions, "lockTimeoutMs" | "durability" | "partitions"> {
  /** A path, `":memory:"` or a `postgres://` URL. Default: `"./memoir.db"`. */
  database?: string;
  /** The bundle of settings to begin with. Default: `"default"`. */
  preset?: PresetName;
  /** Settings on top of the preset's, in our names or in the seed's own (`write_policy.mode`). Default: none. */
  settings?: SettingsInput | Readonly<Record<string, unknown>>;
  /**
   * A language model: `"openai/gpt-5-mini"`, `"ollama/qwen3"`, an AI SDK model or an object of the port. Default: none,
   * which is a normal state.
   */
  model?: LanguageModelSpec;
  /**
   * `"local"` (the models of the package), `"local/minilm"` (public models, fetched at the first use), `"none"`,
   * `"openai/text-embedding-3-small"`, an AI SDK embedding model or a port. None is opened where `readPolicy.retriever` is
   * `"words"`. Default: `"local"`.
   */
  embedder?: EmbedderSpec;
  /** Reads the question and the best finds together and puts them in a better order. Default: none. */
  reranker?: Reranker;
  /** Run jobs in this process, without keeping it alive. Default: true. */
  background?: boolean;
  /** The clock. Default: the system's. */
  now?: () => Date;
}

const OPTIONS: Readonly<Record<keyof MemoirOptions, true>> = {
  database: true,
  preset: true,
  settings: true,
  model: true,
  embedder: true,
  reranker: true,
  background: true,
  now: true,
  lockTimeoutMs: true,
  durability: true,
  partitions: true,
  onJob: true,
  onError: true,
};

export interface OpenedEngine {
  readonly engine: Engine;
  readonly preset: PresetName;
}

/** Opens the store and the models, and wires an engine over them. */
export async function openEngine(rawOptions?: MemoirOptions): Promise<OpenedEngine> {
  const options = checkOptions(rawOptions, "openMemoir()");
  checkNames(options, Object.keys(OPTIONS), "openMemoir()");
  const preset = presetNamed(options.preset ?? "default");
  const ownSettings = parsePresetSettings(preset, options.settings ?? {}, "openMemoir({ settings })");
  const settings = resolveSettings(preset.settings, ownSettings);
  if (options.now !== undefined && typeof options.now !== "function") {
    throw invalidArgument(`now must be a function that returns a Date, got ${show(options.now)}.`);
  }
  const reranker = checkReranker(options.reranker);
  const { lockTimeoutMs, durability, partitions } = options;
  const store = await openStore({
    database: options.database ?? "./memoir.db",
    readOnly: settings.emergencyReadOnly,
    ...withoutUndefined({ lockTimeoutMs, durability, partitions }),
  });
  let embedder: Embedder | null;
  let models: ModelsByRole;
  try {
    // The provider that the settings name, where the caller names none.
    // Where words alone decide, nobody would read a vector, and none is made.
    embedder =
      settings.readPolicy.retriever === "words"
        ? null
        : resolveEmbedder(options.embedder ?? (settings.embeddingProviderId || "local"));
    models = modelsByRole(settings, options.model);
  } catch (error) {
    await store.close();
    throw error;
  }
  const engine = createEngine({
    store,
    // Nothing may be tried that writes.
    settings: store.readOnly ? { ...settings, emergencyReadOnly: true } : settings,
    embedder,
    reranker,
    models,
    run: options.background ?? true,
    clock: options.now ?? (() => new Date()),
    onJob: checkListener(options.onJob, "onJob"),
    onError: checkListener(options.onError, "onError"),
  });
  return { engine, preset: preset.name as PresetName };
}

function checkReranker(value: unknown): Reranker | null {
  if (value === undefined || value === null) return null;
  if (typeof (value as Partial<Reranker>).rerank === "function") return value as Reranker;
  throw invalidArgument(`reranker must be an object with rerank(query, texts), got ${show(value)}.`);
}

function checkListener<T>(value: T | undefined, name: string): T | undefined {
  if (value === undefined || typeof value === "function") return value;
  throw invalidArgument(`${name} must be a function, got ${show(value)}.`);
}
