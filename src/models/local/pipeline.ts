import { availableParallelism } from "node:os";
import { Tokenizer } from "@huggingface/tokenizers";
import { MemoirError } from "../../domain/errors.ts";
import { simple } from "../../language/chinese/script.ts";
import { toUnit } from "../embedder.ts";
import type { LocalModel } from "./catalogue.ts";
import type { LoadedModel } from "./loader.ts";

/** A loaded model: a text in, its vector out. One text at a time, see `embed`. */
export interface Pipeline {
  /**
   * Batches of one only: the int8 models round by what else is in the batch, so that the same text would get
   * different vectors in different company.
   */
  embed(text: string): Promise<Float32Array>;
  close(): Promise<void>;
}

export async function openPipeline(
  model: LocalModel,
  loaded: LoadedModel,
  { kind, ort }: Runtime,
): Promise<Pipeline> {
  const content = new TextDecoder().decode(loaded.files.get(model.tokenizer.name));
  const tokenizer = new Tokenizer(JSON.parse(content) as object, {});
  const onnx = loaded.files.get(model.onnx.name) ?? new Uint8Array(0);
  const session = await ort.InferenceSession.create(onnx, OPTIONS[kind]);
  const tensor = (data: BigInt64Array): unknown => new ort.Tensor("int64", data, [1, data.length]);
  return {
    async embed(text) {
      const lower = model.lowerCase ? text.toLowerCase() : text;
      const { ids } = tokenizer.encode(model.simplified === true ? simple(lower) : lower);
      const tokens = cutIds(ids, model.maxTokens);
      const inputs: Record<string, unknown> = {
        input_ids: tensor(BigInt64Array.from(tokens, BigInt)),
        attention_mask: tensor(new BigInt64Array(tokens.length).fill(1n)),
        token_type_ids: tensor(new BigInt64Array(tokens.length)),
      };
      const feeds = Object.fromEntries(session.inputNames.map((name) => [name, inputs[name]]));
      const outputs = await session.run(feeds, [OUTPUT]);
      return toUnit(pool(outputs[OUTPUT]?.data as Float32Array, model), model.id);
    },
    close: () => session.release(),
  };
}

/** The last layer's vectors of one text, one a token. */
const OUTPUT = "last_hidden_state";
/** Half of the cores: the others belong to the program that has this memory. */
const THREADS = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));

const OPTIONS: Readonly<Record<RuntimeKind, Readonly<Record<string, unknown>>>> = {
  // Threads that wait by spinning would take the other cores anyway.
  native: { intraOpNumThreads: THREADS, extra: { session: { intra_op: { allow_spinning: "0" } } } },
  wasm: { executionProviders: ["wasm"] },
};

/** The first tokens that fit, with the closing special token in its place. */
export function cutIds(ids: readonly number[], maxTokens: number): readonly number[] {
  const last = ids.at(-1);
  return ids.length <= maxTokens || last === undefined ? ids : [...ids.slice(0, maxTokens - 1), last];
}

/** One vector for a text from those of its tokens. */
export function pool(
  hidden: Float32Array,
  { pooling, dims }: Pick<LocalModel, "pooling" | "dims">,
): Float32Array {
  if (pooling === "cls") return hidden.subarray(0, dims);
  // The sum points where the mean does, and length is taken out afterwards.
  const sum = new Float32Array(dims);
  for (let at = 0; at < hidden.length; at += dims) {
    for (let i = 0; i < dims; i++) sum[i] = sum[i]! + hidden[at + i]!;
  }
  return sum;
}

interface Runtime {
  readonly kind: RuntimeKind;
  readonly ort: Ort;
}

/** `native` is several times faster; `wasm` runs wherever Node does. */
export type RuntimeKind = "native" | "wasm";

/** The common part of `onnxruntime-node` and `onnxruntime-web` that is used here; both are optional. */
interface Ort {
  readonly InferenceSession: {
    create(onnx: Uint8Array, options: Readonly<Record<string, unknown>>): Promise<OrtSession>;
  };
  readonly Tensor: new (type: "int64", data: BigInt64Array, dims: readonly number[]) => unknown;
  readonly env: { readonly wasm: { numThreads?: number | undefined } };
}

interface OrtSession {
  readonly inputNames: readonly string[];
  run(feeds: Record<string, unknown>, fetches: readonly string[]): Promise<Record<string, { data: unknown }>>;
  release(): Promise<void>;
}

/**
 * The runtime that works here: the native one, or WASM where it has no binary for the machine or is not installed.
 * `only` (or `MEMOIR_ONNX_RUNTIME`) names one and refuses the other.
 */
export async function openRuntime(only?: RuntimeKind | undefined): Promise<Runtime> {
  const wanted = only ?? wantedBy(process.env.MEMOIR_ONNX_RUNTIME);
  const problems: string[] = [];
  for (const kind of ["native", "wasm"] as const) {
    if (wanted !== undefined && wanted !== kind) continue;
    try {
      return { kind, ort: kind === "native" ? await importNative() : await importWasm() };
    } catch (error) {
      problems.push(`${kind}: ${error instanceof Error ? error.message.split("\n")[0] : String(error)}`);
    }
  }
  throw new MemoirError(
    "model_unavailable",
    `No ONNX runtime can be loaded (${problems.join("; ")}). Install onnxruntime-node or onnxruntime-web.`,
  );
}

function wantedBy(variable: string | undefined): RuntimeKind | undefined {
  if (!variable) return undefined;
  if (variable === "native" || variable === "wasm") return variable;
  throw new MemoirError(
    "invalid_settings",
    `MEMOIR_ONNX_RUNTIME is ${JSON.stringify(variable)}; it may be "native", "wasm" or not set.`,
  );
}

async function importNative(): Promise<Ort> {
  return (await import("onnxruntime-node")) as unknown as Ort;
}

async function importWasm(): Promise<Ort> {
  const ort = (await import("onnxruntime-web")) as unknown as Ort;
  // More threads would be workers of this worker, for sentences that take one a few milliseconds.
  ort.env.wasm.numThreads = 1;
  return ort;
}
