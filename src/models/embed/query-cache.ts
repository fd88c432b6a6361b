/** How many query vectors are kept: a chat asks the same few questions again within minutes. */
const SIZE = 512;

/** The last used query vectors, by model and text. What goes in and out is copied: a caller may change its own. */
export class QueryCache {
  readonly #size: number;
  // A Map keeps the order of insertion, so its first key is the least recently used one.
  readonly #vectors = new Map<string, Float32Array>();

  constructor(size: number = SIZE) {
    this.#size = size;
  }

  get(model: string, text: string): Float32Array | undefined {
    const key = keyOf(model, text);
    const vector = this.#vectors.get(key);
    if (vector === undefined) return undefined;
    this.#vectors.delete(key);
    this.#vectors.set(key, vector);
    return vector.slice();
  }

  set(model: string, text: string, vector: Float32Array): void {
    const key = keyOf(model, text);
    this.#vectors.delete(key);
    this.#vectors.set(key, vector.slice());
    if (this.#vectors.size > this.#size) {
      const oldest = this.#vectors.keys().next();
      if (oldest.done !== true) this.#vectors.delete(oldest.value);
    }
  }

  clear(): void {
    this.#vectors.clear();
  }
}

function keyOf(model: string, text: string): string {
  return `${model}\n${text}`;
}
