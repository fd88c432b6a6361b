/** A map that holds at most `most` entries: a new one pushes out the one that was set longest ago. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #most: number;

  constructor(most: number) {
    super();
    this.#most = most;
  }

  override set(key: K, value: V): this {
    this.delete(key);
    super.set(key, value);
    if (this.size > this.#most) this.delete(this.keys().next().value as K);
    return this;
  }

  /** Reads an entry and makes it the newest, so that what is used stays. */
  use(key: K): V | undefined {
    const value = this.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }
}

/**
 * A pure function of a text that works out the last few thousand only once: what is matched is compared with the same
 * memories again and again. It keeps two generations, so that what is used stays and nothing has to be put in order.
 */
export function once<T>(work: (text: string) => T, most = 4_000): (text: string) => T {
  let young = new Map<string, T>();
  let old = new Map<string, T>();
  return (text) => {
    const known = young.get(text);
    if (known !== undefined) return known;
    const made = old.get(text) ?? work(text);
    if (young.size >= most / 2) [old, young] = [young, new Map()];
    young.set(text, made);
    return made;
  };
}
