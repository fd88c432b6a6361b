import { createHash } from "node:crypto";
import { BoundedMap } from "../domain/bounded-map.ts";

/** The keys that were good here before. Whether one still is, the database says. */
export interface KnownKeys {
  has(key: string): boolean;
  add(key: string): void;
}

const MOST = 10_000;

/** Of a key only a hash is held; those that were used last stay. */
export function createKnownKeys(most: number = MOST): KnownKeys {
  const known = new BoundedMap<string, true>(most);
  const hashOf = (key: string): string => createHash("sha256").update(key).digest("base64");
  return {
    has: (key) => known.has(hashOf(key)),
    add: (key) => void known.set(hashOf(key), true),
  };
}
