import { joinedTags, type MEMORY_FIELDS } from "./memory.ts";
import type { RowOf } from "./memory-field.ts";
import { strengthAt } from "./strength.ts";

type Row = RowOf<typeof MEMORY_FIELDS>;

/** Of two memories that say the same, the one whose words stand: the richer, then the better source, then the older. */
export function withBetterWords<R extends Row>(a: R, b: R, richer: "a" | "b" | null): { keep: R; gone: R } {
  const isFirst =
    richer === null
      ? a.rank !== b.rank
        ? a.rank > b.rank
        : a.created_at !== b.created_at
          ? a.created_at < b.created_at
          : a.id < b.id
      : richer === "a";
  return isFirst ? { keep: a, gone: b } : { keep: b, gone: a };
}

/**
 * What the one that stays gets from the other: as old as the older, as important as the more important, pinned if either
 * is, with the tags and the use of both. It lives as long as the longer-lived.
 */
export function mergedColumns(keep: Row, gone: Row, now: number): Partial<Row> {
  const at = new Date(now);
  const strengths = [keep, gone].map((row) => strengthAt(row.strength, new Date(row.strength_at), at));
  const strength = strengths[1]! > strengths[0]! ? { strength: strengths[1]!, strength_at: now } : {};
  return {
    ...strength,
    confidence: Math.max(keep.confidence, gone.confidence),
    importance: Math.max(keep.importance, gone.importance),
    pinned: Math.max(keep.pinned, gone.pinned),
    tags: joinedTags(keep.tags, gone.tags),
    slot: keep.slot ?? gone.slot,
    rank: Math.max(keep.rank, gone.rank),
    trust: Math.max(keep.trust, gone.trust),
    created_at: Math.min(keep.created_at, gone.created_at),
    confirmed_at: Math.max(keep.confirmed_at, gone.confirmed_at),
    last_activated: Math.max(keep.last_activated, gone.last_activated),
    activation_count: keep.activation_count + gone.activation_count,
    last_accessed: later(keep.last_accessed, gone.last_accessed),
    access_count: keep.access_count + gone.access_count,
    ttl_days:
      keep.ttl_days === null || gone.ttl_days === null ? null : Math.max(keep.ttl_days, gone.ttl_days),
    expires_at:
      keep.expires_at === null || gone.expires_at === null
        ? null
        : Math.max(keep.expires_at, gone.expires_at),
  };
}

function later(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.max(a, b);
}

/** The conditions for merging two memories: the same subject, the same readers and the same end of validity. */
const AGREED = [
  "kind",
  "category",
  "type",
  "subject",
  "affirmed",
  "user_id",
  "agent",
  "run",
  "expires_at",
] as const satisfies readonly (keyof Row)[];

/** Whether two active memories could be one at all, whatever their words say. */
export function isSameGround(a: Row, b: Row): boolean {
  return (
    a.id !== b.id &&
    a.status === "active" &&
    b.status === "active" &&
    AGREED.every((column) => a[column] === b[column]) &&
    (a.slot === null || b.slot === null || a.slot === b.slot)
  );
}
