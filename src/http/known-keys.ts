import { hash } from "node:crypto";
import { BoundedMap } from "../domain/bounded-map.ts";

/** The keys that were good here before. Whether one still is, the database says. */
export interface KnownKeys {
  /** Whether it was, and notes that it is once `wasGood` is called. */
  look(key: string): { readonly isKnown: boolean; wasGood(): void };
}

const MOST = 10_000;

/** Of a key only a hash is held, made once a request; those that were used last stay. */
export function createKnownKeys(most: number = MOST): KnownKeys {
  const known = new BoundedMap<string, true>(most);
  return {
    look(key) {
      const name = hash("sha256", key, "base64");
      return { isKnown: known.has(name), wasGood: () => void known.set(name, true) };
    },
  };
}
