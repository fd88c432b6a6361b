import { createHash } from "node:crypto";

/** The keys that were good here before. Whether one still is, the database says. */
export interface KnownKeys {
  has(key: string): boolean;
  add(key: string): void;
}

const MOST = 10_000;

/** Of a key only a hash is held; those that were used last stay. */
export function createKnownKeys(most: number = MOST): KnownKeys {
  const known = new Set<string>();
  const hashOf = (key: string): string => createHash("sha256").update(key).digest("base64");
  return {
    has: (key) => known.has(hashOf(key)),
    add(key) {
      const hash = hashOf(key);
      known.delete(hash);
      known.add(hash);
      if (known.size > most) known.delete(known.values().next().value!);
    },
  };
}
