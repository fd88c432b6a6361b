import { MemoirError, show } from "../../domain/errors.ts";
import { type Embedder, isEmbedder } from "../embedder.ts";
import { isSdkModel } from "../language/ai-sdk.ts";
import { compatibleEndpoint, splitName } from "../language/resolve.ts";
import { type LocalEmbedderOptions, localEmbedder } from "../local/embedder.ts";
import { aiSdkEmbedder, type SdkEmbeddingModel, sdkEmbedder } from "./ai-sdk.ts";

/**
 * How a user names an embedder: "local" (the default), "none", `"provider/model"` with a provider that speaks
 * OpenAI's protocol, an AI SDK embedding model, or an object of the port.
 */
export type EmbedderSpec = string | Embedder | SdkEmbeddingModel;

export interface ResolveEmbedderOptions {
  /** Where keys and addresses come from. Default: `process.env`. */
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** For "local". */
  readonly local?: LocalEmbedderOptions | undefined;
}

/**
 * Makes an embedder of what the user gave; `null` for "none". Mistakes are told now; nothing is waited for, and the
 * AI SDK is loaded at the first call.
 */
export function resolveEmbedder(
  spec: EmbedderSpec = "local",
  { env = process.env, local }: ResolveEmbedderOptions = {},
): Embedder | null {
  if (spec === "none") return null;
  if (spec === "local") return localEmbedder(local);
  if (typeof spec === "string") return fromName(spec, env);
  if (isEmbedder(spec)) return spec;
  if (isSdkModel<SdkEmbeddingModel>(spec, "doEmbed")) return aiSdkEmbedder(spec);
  const known = spec as { doEmbed?: unknown; doGenerate?: unknown } | null | undefined;
  if (typeof known?.doGenerate === "function") {
    throw invalid(spec, "a language model; pass it as the model");
  }
  if (typeof known?.doEmbed === "function") throw invalid(spec, "a model of an AI SDK older than 5");
  throw invalid(spec, "no embedder");
}

function fromName(name: string, env: NodeJS.ProcessEnv): Embedder {
  const parts = splitName(name);
  if (parts === undefined) throw invalid(name, "not of the form provider/model");
  const { provider, modelId } = parts;
  const endpoint = compatibleEndpoint(provider, env);
  if (endpoint === undefined) {
    throw invalid(name, `of ${show(provider)}, which has no embeddings in OpenAI's protocol`);
  }
  return sdkEmbedder(`${provider}/${modelId}`, async () => {
    const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible").catch((error: unknown) => {
      const install =
        "@ai-sdk/openai-compatible is not installed. Run: npm install @ai-sdk/openai-compatible";
      throw new MemoirError("model_unavailable", install, { cause: error });
    });
    return createOpenAICompatible({ name: provider, ...endpoint }).embeddingModel(modelId);
  });
}

function invalid(spec: unknown, why: string): MemoirError {
  const shown = typeof spec === "string" ? show(spec) : `This ${typeof spec}`;
  return new MemoirError(
    "invalid_argument",
    `${shown} is ${why}. An embedder is "local", "none" or "provider/model", as in ` +
      '"openai/text-embedding-3-small" or "ollama/nomic-embed-text"; an AI SDK embedding model; or an object ' +
      "with models, state, ready, embedDocuments, embedQuery and close.",
  );
}
