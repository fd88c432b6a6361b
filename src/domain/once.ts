/**
 * A pure function of a text that works out the last few thousand only once: what is matched is compared with the same
 * memories again and again. It keeps two generations, so that what is used stays and nothing has to be put in order.
 */
export function once<T>(work: (text: string) => T, most = 4_000): (text: string) => T {
  let young = new Map<string, T>();
  let old = new Map<string, T>();
  return (text) => {
    const cached = young.get(text);
    if (cached !== undefined) return cached;
    const result = old.get(text) ?? work(text);
    if (young.size >= most / 2) [old, young] = [young, new Map()];
    young.set(text, result);
    return result;
  };
}
