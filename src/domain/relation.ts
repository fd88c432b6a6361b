import { joinedTags, type MEMORY_FIELDS } from "./memory.ts";
import type { RowOf } from "./memory-field.ts";
import { strengthAt } from "./strength.ts";

/** How two memories stand to each other. */
export const RELATION_TYPES = ["related_to"] as const;
export type RelationType = (typeof RELATION_TYPES)[number];

/** A memory near another one. `similarity`: calibrated, 0–1; `null` where there are no vectors to compare. */
export interface Neighbour {
  readonly id: string;
  readonly similarity: number | null;
  /** The share of words that both have. */
  readonly overlap: number;
}

/** A neighbour that is worth an edge. */
export interface Link {
  readonly id: string;
  /** 0–1. */
  readonly strength: number;
}

/** The least shared words that count as much as the least similarity: the bands of matching stand in this proportion. */
const LEXICAL = 0.35 / 0.6;

/** The nearest `most` neighbours that are near enough, the nearest first. */
export function nearestNeighbours(
  neighbours: readonly Neighbour[],
  { minStrength, most }: { readonly minStrength: number; readonly most: number },
): Link[] {
  return neighbours
    .flatMap(({ id, similarity, overlap }) => {
      const strength = similarity ?? overlap;
      const least = similarity === null ? minStrength * LEXICAL : minStrength;
      return strength >= least && strength > 0 ? [{ id, strength: Math.min(1, strength) }] : [];
    })
    .sort((a, b) => b.strength - a.strength || (a.id < b.id ? -1 : 1))
    .slice(0, most);
}

/** An unordered pair in the one order in which it is stored. */
export function orderedPair(a: string, b: string): readonly [string, string] {
  return a < b ? [a, b] : [b, a];
}

type Row = RowOf<typeof MEMORY_FIELDS>;

/** Of two memories that say the same, the one whose words stand: the richer, then the better source, then the older. */
export function withBetterWords<R extends Row>(a: R, b: R, richer: "a" | "b" | null): { keep: R; gone: R } {
  const better = a.rank - b.rank || b.created_at - a.created_at || (a.id < b.id ? 1 : -1);
  const isFirst = richer === null ? better > 0 : richer === "a";
  return isFirst ? { keep: a, gone: b } : { keep: b, gone: a };
}

/**
 * The fields that the surviving memory gets from the other: as old as the older, as important as the more important,
 * pinned if either is, with the tags and the use of both. It lives as long as the longer-lived.
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
    ttl_days: longer(keep.ttl_days, gone.ttl_days),
    expires_at: longer(keep.expires_at, gone.expires_at),
  };
}

/** `null` = for ever. */
function longer(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : Math.max(a, b);
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
