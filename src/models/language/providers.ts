import { createRequire } from "node:module";
import { MemoirError } from "../../domain/errors.ts";
import type { SdkLanguageModel } from "./ai-sdk.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

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

export const PROVIDER_NAMES: readonly string[] = Object.keys(PROVIDERS);

/** How to make a provider's model. Nothing is loaded before `load` is called. */
export interface ProviderModel {
  load(refused: ReadonlySet<string>): Promise<SdkLanguageModel>;
}

/** Checks all that can be checked without loading anything; `undefined` for a name that is not known. */
export function providerModel(
  provider: string,
  modelId: string,
  env: Environment,
): ProviderModel | undefined {
  const entry = Object.hasOwn(PROVIDERS, provider) ? PROVIDERS[provider] : undefined;
  if (entry === undefined) return undefined;
  return "package" in entry ? packaged(entry, modelId, env) : compatible(provider, entry, modelId, env);
}

/** Where a provider of OpenAI's protocol is and with which key; `undefined` for others. */
export function compatibleEndpoint(
  provider: string,
  env: Environment,
): { baseURL: string; apiKey?: string } | undefined {
  const entry = Object.hasOwn(PROVIDERS, provider) ? PROVIDERS[provider] : undefined;
  return entry === undefined || "package" in entry ? undefined : endpoint(provider, entry, env);
}

function compatible(
  provider: string,
  entry: CompatibleProvider,
  modelId: string,
  env: Environment,
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
  env: Environment,
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

function packaged(entry: PackagedProvider, modelId: string, env: Environment): ProviderModel {
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
