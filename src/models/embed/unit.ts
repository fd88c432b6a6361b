import { MemoirError } from "../../domain/errors.ts";

/**
 * The same direction at length 1, as the new array that every `Embedding` carries. A vector without a direction
 * (empty, all zero, or with something that is no finite number in it) is refused: it would poison every ranking.
 */
export function toUnit(values: ArrayLike<number>, model: string): Float32Array {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]! * values[i]!;
  const length = Math.sqrt(sum);
  if (!Number.isFinite(length) || length === 0) {
    throw new MemoirError(
      "model_bad_output",
      `The embedding model ${model} returned a vector without a direction (${values.length} numbers, length ${length}).`,
      { details: { model, dims: values.length } },
    );
  }
  const unit = new Float32Array(values.length);
  for (let i = 0; i < values.length; i++) unit[i] = values[i]! / length;
  return unit;
}

/** The cosine of two vectors of unit length and one model. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
