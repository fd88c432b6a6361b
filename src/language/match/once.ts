import { BoundedMap } from "../../domain/bounded-map.ts";

/**
 * A pure function of a text that works out the last few hundred only once: what is matched is compared with the same
 * memories again and again.
 */
export function once<T>(work: (text: string) => T, most = 500): (text: string) => T {
  const known = new BoundedMap<string, T>(most);
  return (text) => {
    const made = known.get(text) ?? work(text);
    if (!known.has(text)) known.set(text, made);
    return made;
  };
}
