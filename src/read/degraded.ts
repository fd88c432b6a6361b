import type { Degraded } from "../api/recall.ts";
import { MemoirError } from "../domain/errors.ts";
import type { Stale } from "../scope-index/indexes.ts";
import { TooLate } from "./deadline.ts";

const LATE: Degraded = {
  reason: "deadline",
  detail: "The time was up: this is what was known by then. Raise deadlineMs, or ask again.",
};

/** The `degraded` reason of a search in an outdated index. */
export function degradedBy(stale: Stale): Degraded | null {
  if (stale === null) return null;
  if (stale === "deadline") return LATE;
  return {
    reason: MemoirError.is(stale) ? stale.code : "internal",
    detail: `${stale.message} This is what was known before.`,
  };
}

/** The `degraded` reason of a failed read. A closed engine and internal errors are thrown instead. */
export function degradedFor(error: unknown): Degraded {
  if (error instanceof TooLate) return LATE;
  if (!MemoirError.is(error) || error.code === "closed" || error.code === "internal") throw error;
  return { reason: error.code, detail: error.message };
}
