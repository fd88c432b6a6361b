import { createRequire } from "node:module";
import { invalidArgument, MemoirError, show } from "../../domain/errors.ts";
import { MODEL_ROLES, type ModelRole } from "../../domain/settings/models.ts";
import type { Settings } from "../../domain/settings.ts";
import type { Environment } from "../../runtime/environment.ts";
import { untilDone } from "../embedder.ts";
import { fromSdk, isSdkModel, type SdkLanguageModel } from "./ai-sdk.ts";
import type { ModelsByRole } from "./call.ts";
import type { LanguageModel } from "./port.ts";

/** How a user names a model: an AI SDK model, an object of our port, or `"provider/model"`. */
export type LanguageModelSpec = string | LanguageModel | SdkLanguageModel;

/**
 * Creates the model that the user configured. Mistakes are reported now; the AI SDK is loaded at the first call, so
 * that opening an engine never waits for it.
 */
export function resolveLanguageModel(spec: LanguageModelSpec, env: Environment = process.env): LanguageModel {
  if (typeof spec === "string") return fromName(spec, env);
  if (isSdkModel<SdkLanguageModel>(spec, "doGenerate")) return fromSdk(spec);
  if (isPort(spec)) return spec;
  const sdkModel = spec as { doEmbed?: unknown; doGenerate?: unknown } | null | undefined;
  if (typeof sdkModel?.doEmbed === "function")
    throw invalid(spec, "an embedding model; pass it as the embedder");
  if (typeof sdkModel?.doGenerate === "function") throw invalid(spec, "a model of an AI SDK older than 5");
  throw invalid(spec, "no language model");
}

function isPort(value: unknown): value is LanguageModel {
  if (typeof value !== "object" || value === null) return false;
  const { id, generate } = value as Partial<LanguageModel>;
  return typeof id === "string" && id !== "" && typeof generate === "function";
}

/** The two parts of `provider/model`, split at the first slash: openrouter/meta-llama/llama-3.3-70b-instruct. */
export function splitName(name: string): { provider: string; modelId: string } | undefined {
  const slash = name.indexOf("/");
  const [provider, modelId] = [name.slice(0, slash).trim(), name.slice(slash + 1).trim()];
  return slash < 0 || provider === "" || modelId === "" ? undefined : { provider, modelId };
}

function fromName(name: string, env: Environment): LanguageModel {
  const parts = splitName(name);
  if (parts === undefined) throw invalid(name, "not of the form provider/model");
  const { provider, modelId } = parts;
  const load = modelLoader(provider, modelId, env);
  if (load === undefined) throw invalid(name, `of a provider that is not known, ${show(provider)}`);
  return lazy(`${provider}/${modelId}`, load);
}

function lazy(id: string, load: LoadModel): LanguageModel {
  const refused = new Set<string>();
  const loaded = untilDone(async () => fromSdk(await load(refused), id, refused));
  return {
    id,
    structured: true,
    generate: async (request) => (await loaded()).generate(request),
    async *stream(request) {
      const languageModel = await loaded();
      if (languageModel.stream === undefined) yield (await languageModel.generate(request)).text;
      else yield* languageModel.stream(request);
    },
  };
}

function invalid(spec: unknown, why: string): MemoirError {
  const name = typeof spec === "string" ? show(spec) : `This ${typeof spec}`;
  return invalidArgument(
    `${name} is ${why}. A model is "provider/model" with one of ${[...PROVIDERS.keys()].join(", ")}; ` +
      'an AI SDK model, as in openai("gpt-5-mini"); or an object { id, generate }.',
  );
}

/** The settings that name models. */
interface ModelNames extends Pick<Settings, "extractionProviderId"> {
  readonly models: Pick<Settings["models"], "roles">;
}

/**
 * The model of each role: its own where the settings name one, else the engine's. One name is one model,
 * so that roles that share it share what is known about it. No model at all is a normal state.
 */
export function modelsByRole(
  { models: { roles }, extractionProviderId }: ModelNames,
  engineModel: LanguageModelSpec | undefined,
  env: Environment = process.env,
): ModelsByRole {
  const resolved = new Map<LanguageModelSpec, LanguageModel>();
  const modelOf = (spec: LanguageModelSpec): LanguageModel => {
    const model = resolved.get(spec) ?? resolveLanguageModel(spec, env);
    resolved.set(spec, model);
    return model;
  };
  const names = { ...roles, extract: roles.extract || extractionProviderId };
  const models: Partial<Record<ModelRole, LanguageModel>> = {};
  for (const role of MODEL_ROLES) {
    const spec = names[role] || engineModel;
    if (spec !== undefined && spec !== "") models[role] = modelOf(spec);
  }
  return models;
}

/** Speaks OpenAI's protocol: the client for it is part of Memoir. */
interface CompatibleProvider {
  /** `OPENAI`: its address may be in `OPENAI_BASE_URL`, its key in `OPENAI_API_KEY`. */
  readonly variables: string;
  /** Where it is when the environment does not say; none: the environment must. */
  readonly baseUrl?: string;
  /** The default address answers nobody without a key. */
  readonly needsKey: boolean;
}

/** Has its own AI SDK package, which the user installs. */
interface PackagedProvider {
  readonly package: string;
  readonly factory: string;
  readonly keyFrom: string;
}

const OPENAI = "https://api.openai.com/v1";

const PROVIDERS = new Map<string, CompatibleProvider | PackagedProvider>([
  ["openai", { variables: "OPENAI", baseUrl: OPENAI, needsKey: true }],
  ["ollama", { variables: "OLLAMA", baseUrl: "http://127.0.0.1:11434/v1", needsKey: false }],
  ["deepseek", { variables: "DEEPSEEK", baseUrl: "https://api.deepseek.com/v1", needsKey: true }],
  ["openrouter", { variables: "OPENROUTER", baseUrl: "https://openrouter.ai/api/v1", needsKey: true }],
  ["openai-compatible", { variables: "MEMOIR_MODEL", needsKey: false }],
  ["anthropic", { package: "@ai-sdk/anthropic", factory: "createAnthropic", keyFrom: "ANTHROPIC_API_KEY" }],
  [
    "google",
    {
      package: "@ai-sdk/google",
      factory: "createGoogleGenerativeAI",
      keyFrom: "GOOGLE_GENERATIVE_AI_API_KEY",
    },
  ],
]);

/** Makes a provider's model. Nothing is loaded before it is called. */
type LoadModel = (refused: ReadonlySet<string>) => Promise<SdkLanguageModel>;

/** Checks all that can be checked without loading anything; `undefined` for a name that is not known. */
function modelLoader(provider: string, modelId: string, env: Environment): LoadModel | undefined {
  const entry = PROVIDERS.get(provider);
  if (entry === undefined) return undefined;
  if ("package" in entry) return packageLoader(entry, modelId, env);
  const address = endpoint(provider, entry, env);
  const isOpenAi = address.baseURL === OPENAI;
  return async (refused) => {
    const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
    return createOpenAICompatible({
      name: provider,
      ...address,
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
  };
}

interface Endpoint {
  readonly baseURL: string;
  readonly apiKey?: string;
}

/** Where a provider of OpenAI's protocol is and with which key; `undefined` for others. */
export function compatibleEndpoint(provider: string, env: Environment): Endpoint | undefined {
  const entry = PROVIDERS.get(provider);
  return entry === undefined || "package" in entry ? undefined : endpoint(provider, entry, env);
}

function endpoint(provider: string, entry: CompatibleProvider, env: Environment): Endpoint {
  const { variables, baseUrl: usual, needsKey } = entry;
  const [baseUrlFrom, keyFrom] = [`${variables}_BASE_URL`, `${variables}_API_KEY`];
  const configuredUrl = env[baseUrlFrom] || undefined;
  const address = configuredUrl ?? usual;
  if (address === undefined) {
    throw new MemoirError(
      "model_unavailable",
      `${provider} has no address. Set ${baseUrlFrom}, for example to http://127.0.0.1:8000/v1.`,
    );
  }
  const apiKey = env[keyFrom] || undefined;
  if (apiKey === undefined && configuredUrl === undefined && needsKey) throw noKey(provider, keyFrom);
  return { baseURL: baseUrl(address, baseUrlFrom), ...(apiKey === undefined ? {} : { apiKey }) };
}

/** `http://host:11434` means `http://host:11434/v1`. The value may hold a password, so no error repeats it. */
function baseUrl(address: string, variable: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw invalidArgument(`${variable} is no http:// or https:// address. Correct it.`);
  }
  if (url.pathname === "/") url.pathname = "/v1";
  return url.href.replace(/(?<!\/)\/+$/, "");
}

function packageLoader(entry: PackagedProvider, modelId: string, env: Environment): LoadModel {
  // A variable: the package is the user's, and our build must not need it.
  const name: string = entry.package;
  try {
    // Not the package itself: some have no way in for `require`.
    createRequire(import.meta.url).resolve(`${name}/package.json`);
  } catch (error) {
    const install = `${name} is not installed. Run: npm install ${name}`;
    throw new MemoirError("model_unavailable", install, { cause: error });
  }
  const apiKey = env[entry.keyFrom] || undefined;
  if (apiKey === undefined) throw noKey(name, entry.keyFrom);
  return async () => {
    const loaded = (await import(name)) as Record<string, unknown>;
    const create = loaded[entry.factory];
    if (typeof create !== "function") {
      const message = `${name} has no ${entry.factory}. Update it: npm install ${name}@latest`;
      throw new MemoirError("model_unavailable", message);
    }
    return create({ apiKey }).languageModel(modelId) as SdkLanguageModel;
  };
}

function noKey(provider: string, variable: string): MemoirError {
  return new MemoirError("model_unavailable", `${provider} needs a key. Set ${variable}.`, {
    details: { variable },
  });
}
