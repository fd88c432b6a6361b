import { Tokenizer } from "@huggingface/tokenizers";
import { toUnit } from "../embed/unit.ts";
import type { LocalModel } from "./catalogue.ts";
import type { LoadedModel } from "./loader.ts";
import type { Runtime } from "./runtime.ts";

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
  runtime: Runtime,
): Promise<Pipeline> {
  const content = new TextDecoder().decode(loaded.files.get(model.tokenizer.name));
  const tokenizer = new Tokenizer(JSON.parse(content) as object, {});
  const session = await runtime.open(loaded.files.get(model.onnx.name) ?? new Uint8Array(0));
  return {
    async embed(text) {
      const { ids } = tokenizer.encode(model.lowerCase ? text.toLowerCase() : text);
      const hidden = await session.run(cutIds(ids, model.maxTokens));
      return toUnit(pool(hidden, model), model.id);
    },
    close: () => session.close(),
  };
}

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
