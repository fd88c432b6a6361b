import { Top } from "../../src/domain/relevance/top.ts";
import { Arena } from "../../src/scope-index/kernel/kernel.ts";
import { Matrix, QUANTISE_ABOVE } from "../../src/scope-index/matrix.ts";
import { DIMS } from "./corpus.ts";

/** One pass over all vectors in single precision with the engine's own kernel: the least that any exact search does. */
export class ExactScan {
  readonly #matrices: Matrix[] = [];
  readonly #out: Float32Array;
  readonly #parts: Float32Array[] = [];

  constructor(vectors: readonly Float32Array[]) {
    const arena = new Arena();
    this.#out = new Float32Array(vectors.length);
    // A larger matrix would round its vectors by itself.
    for (let from = 0; from < vectors.length; from += QUANTISE_ABOVE) {
      const matrix = new Matrix(arena, "bench", DIMS);
      for (const vector of vectors.slice(from, from + QUANTISE_ABOVE)) matrix.add(vector);
      this.#matrices.push(matrix);
      this.#parts.push(this.#out.subarray(from, from + matrix.rows));
    }
  }

  scan(query: Float32Array): Float32Array {
    for (const [i, matrix] of this.#matrices.entries()) matrix.scan(query, this.#parts[i]!);
    return this.#out;
  }
}

/** As many as the engine compares again with the exact vectors. */
const RESCORED = 45;

/** One pass over vectors of one byte a number, then the exact cosine of the best. */
export class RoundedScan {
  readonly #vectors: readonly Float32Array[];
  readonly #matrix = new Matrix(new Arena(), "bench", DIMS);
  readonly #out: Float32Array;

  constructor(vectors: readonly Float32Array[]) {
    this.#vectors = vectors;
    this.#out = new Float32Array(vectors.length);
    for (const vector of vectors) this.#matrix.add(vector);
    if (!this.#matrix.quantised) throw new Error(`${vectors.length} vectors are not rounded.`);
  }

  best(query: Float32Array, count: number): number[] {
    this.#matrix.scan(query, this.#out);
    const again = new Top(count);
    for (const item of firsts(this.#out, RESCORED)) again.offer(item, dot(query, this.#vectors[item]!));
    return [...again.sorted().items];
  }
}

/** The places of the highest scores, best first. */
export function firsts(scores: Float32Array, count: number): number[] {
  const top = new Top(count);
  for (let i = 0; i < scores.length; i++) if (scores[i]! >= top.bar) top.offer(i, scores[i]!);
  return [...top.sorted().items];
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
