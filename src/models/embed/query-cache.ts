import { BoundedMap } from "../../domain/bounded-map.ts";

/** How many query vectors are kept: a chat asks the same few questions again within minutes. */
const SIZE = 512;

/** The last used query vectors, by model and text. What goes in and out is copied: a caller may change its own. */
export class QueryCache {
  readonly #vectors: BoundedMap<string, Float32Array>;

  constructor(size: number = SIZE) {
    this.#vectors = new BoundedMap(size);
  }

  get(model: string, text: string): Float32Array | undefined {
    return this.#vectors.use(keyOf(model, text))?.slice();
  }

  set(model: string, text: string, vector: Float32Array): void {
    this.#vectors.set(keyOf(model, text), vector.slice());
  }

  clear(): void {
    this.#vectors.clear();
  }
}

function keyOf(model: string, text: string): string {
  return `${model}\n${text}`;
}
