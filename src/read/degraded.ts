import type { Degraded } from "../api/recall.ts";
import { MemoirError } from "../domain/errors.ts";
import type { Stale } from "../scope-index/indexes.ts";
import { TooLate } from "./deadline.ts";

const LATE: Degraded = {
  reason: "deadline",
  detail: "The time was up: this is what was known by then. Raise deadlineMs, or ask again.",
};

/** What a search in an index that is behind has to say about it. */
export function degradedBy(stale: Stale): Degraded | null {
  if (stale === null) return null;
  if (stale === "deadline") return LATE;
  return {
    reason: MemoirError.is(stale) ? stale.code : "internal",
    detail: `${stale.message} This is what was known before.`,
  };
}

/** What a failed read has to say. A closed engine, and what should never happen, are no reasons: they are thrown on. */
export function degradedFor(error: unknown): Degraded {
  if (error instanceof TooLate) return LATE;
  if (!MemoirError.is(error) || error.code === "closed" || error.code === "internal") throw error;
  return { reason: error.code, detail: error.message };
}
