/** A stream of numbers from 0 to 1 that is the same for the same seed (xorshift). */
export function stream(seed: number): () => number {
  let state = Math.imul(seed, 2_654_435_761) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** One of the list, by the next number of the stream. */
export function pick<T>(list: readonly T[], next: () => number): T {
  return list[Math.floor(next() * list.length)] as T;
}
