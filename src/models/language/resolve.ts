import { MemoirError, show } from "../../domain/errors.ts";
import { MODEL_ROLES, type ModelRole } from "../../domain/settings/models.ts";
import { fromSdk, isSdkLanguageModel, type SdkLanguageModel } from "./ai-sdk.ts";
import type { ModelsByRole } from "./call.ts";
import type { LanguageModel } from "./port.ts";
import { type Environment, PROVIDER_NAMES, type ProviderModel, providerModel } from "./providers.ts";

/** How a user names a model: an AI SDK model, an object of our port, or `"provider/model"`. */
export type LanguageModelSpec = string | LanguageModel | SdkLanguageModel;

/**
 * Makes a model of what the user gave. Mistakes are told now; the AI SDK is loaded at the first call, so that
 * opening an engine never waits for it.
 */
export function resolveLanguageModel(spec: LanguageModelSpec, env: Environment = process.env): LanguageModel {
  if (typeof spec === "string") return fromName(spec, env);
  if (isSdkLanguageModel(spec)) return fromSdk(spec);
  if (isPort(spec)) return spec;
  const known = spec as { doEmbed?: unknown; doGenerate?: unknown } | null | undefined;
  if (typeof known?.doEmbed === "function")
    throw invalid(spec, "an embedding model; pass it as the embedder");
  if (typeof known?.doGenerate === "function") throw invalid(spec, "a model of an AI SDK older than 5");
  throw invalid(spec, "no language model");
}

function isPort(value: unknown): value is LanguageModel {
  if (typeof value !== "object" || value === null) return false;
  const { id, generate } = value as Partial<LanguageModel>;
  return typeof id === "string" && id !== "" && typeof generate === "function";
}

function fromName(name: string, env: Environment): LanguageModel {
  // At the first slash only: openrouter/meta-llama/llama-3.3-70b-instruct.
  const slash = name.indexOf("/");
  const [provider, modelId] = [name.slice(0, slash).trim(), name.slice(slash + 1).trim()];
  if (slash < 0 || provider === "" || modelId === "") throw invalid(name, "not of the form provider/model");
  const found = providerModel(provider, modelId, env);
  if (found === undefined) throw invalid(name, `of a provider that is not known, ${show(provider)}`);
  return lazy(`${provider}/${modelId}`, found);
}

function lazy(id: string, model: ProviderModel): LanguageModel {
  const refused = new Set<string>();
  let loading: Promise<LanguageModel> | undefined;
  const loaded = (): Promise<LanguageModel> => {
    loading ??= model.load(refused).then((one) => fromSdk(one, id, refused));
    return loading.catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  };
  return {
    id,
    structured: true,
    generate: async (request) => (await loaded()).generate(request),
    async *stream(request) {
      const one = await loaded();
      if (one.stream === undefined) yield (await one.generate(request)).text;
      else yield* one.stream(request);
    },
  };
}

function invalid(spec: unknown, why: string): MemoirError {
  const shown = typeof spec === "string" ? show(spec) : `This ${typeof spec}`;
  return new MemoirError(
    "invalid_argument",
    `${shown} is ${why}. A model is "provider/model" with one of ${PROVIDER_NAMES.join(", ")}; ` +
      'an AI SDK model, as in openai("gpt-5-mini"); or an object { id, generate }.',
  );
}

/**
 * The model of each role (R103): its own where the settings name one, else the engine's. One name is one model,
 * so that roles that share it share what is known about it. No model at all is a normal state.
 */
export function modelsByRole(
  names: Readonly<Record<ModelRole, string>>,
  engineModel: LanguageModelSpec | undefined,
  env: Environment = process.env,
): ModelsByRole {
  const resolved = new Map<LanguageModelSpec, LanguageModel>();
  const modelOf = (spec: LanguageModelSpec): LanguageModel => {
    const model = resolved.get(spec) ?? resolveLanguageModel(spec, env);
    resolved.set(spec, model);
    return model;
  };
  const models: Partial<Record<ModelRole, LanguageModel>> = {};
  for (const role of MODEL_ROLES) {
    const spec = names[role] || engineModel;
    if (spec !== undefined && spec !== "") models[role] = modelOf(spec);
  }
  return models;
}
