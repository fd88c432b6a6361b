import { MemoirError } from "../index.ts";
import type { Service } from "./call.ts";

/** Each costs a look at the database now and then. */
const MOST_OF_A_KEY = 20;

const open = new WeakMap<Service, Map<string, number>>();

/** Counts the streams that a key has open, and refuses one too many. Gives the way to close this one. */
export function openStream(service: Service, keyId: string): () => void {
  const counts = open.get(service) ?? new Map<string, number>();
  open.set(service, counts);
  const count = counts.get(keyId) ?? 0;
  if (count >= MOST_OF_A_KEY) {
    throw new MemoirError(
      "rate_limited",
      `This key has ${count} streams open, which is the most there may be. Close one.`,
      { details: { retryAfterSeconds: 1 } },
    );
  }
  counts.set(keyId, count + 1);
  return () => {
    const left = (counts.get(keyId) ?? 1) - 1;
    if (left > 0) counts.set(keyId, left);
    else counts.delete(keyId);
  };
}
