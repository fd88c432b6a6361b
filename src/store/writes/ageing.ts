import { effectiveStatus, nextChangeAt } from "../../domain/effective-status.ts";
import { type Bands, bandEnds, bandsOf, strengthAt } from "../../domain/strength.ts";
import { type MemoryRow, statusAt, toAgeing } from "../memories.ts";

/** The columns of a new memory that follow from the others. */
export const UNAGED = {
  aged_from: null,
  archive_at: null,
  remove_at: null,
  due_at: null,
  ttl_own: 0,
} as const satisfies Partial<MemoryRow>;

/** When the strength of a row falls below the bands, as its columns. */
export function bandColumns(
  { kind, strength, strength_at }: Pick<MemoryRow, "kind" | "strength" | "strength_at">,
  bands: Bands | undefined,
): Pick<MemoryRow, "archive_at" | "remove_at"> {
  const { archiveAt, removeAt } = bandEnds(strength, strength_at, bandsOf(kind, bands));
  return { archive_at: archiveAt, remove_at: removeAt };
}

/**
 * Keeps the columns that follow from a changed row: when it fades, when time changes it next, and whose the status is. A
 * status that a write sets is its own; one that time made follows when the write moves what it was made from.
 */
export function keepAge(
  before: MemoryRow | null,
  after: MemoryRow,
  { at, bands }: { at: number; bands?: Bands | undefined },
  byTime: boolean,
): void {
  if (before === null || before.strength !== after.strength || before.strength_at !== after.strength_at) {
    Object.assign(after, bandColumns(after, bands));
  }
  if (!byTime && before?.status !== after.status && before?.aged_from === after.aged_from)
    after.aged_from = null;
  if (after.aged_from !== null) {
    const set = after.aged_from;
    const { status, since } = effectiveStatus(toAgeing(after), new Date(at));
    after.status = status;
    after.aged_from = since === null ? null : set;
    if (status !== "soft_deleted") after.purge_at = null;
  }
  after.due_at = nextChangeAt(toAgeing(after));
}

/** Whether its strength alone has ended it, for now or for good. */
export function hasFaded(row: MemoryRow, at: number): boolean {
  return ["archived", "soft_deleted"].includes(statusAt(row, at));
}

/** Whether it would be gone again at once. */
export function isRemoved(row: MemoryRow, at: number): boolean {
  return statusAt(row, at) === "soft_deleted";
}

/** Strength from now on, at least as much as at birth (R137): somebody wants it alive. */
export function freshStart(
  { strength, strength_at, importance }: MemoryRow,
  at: number,
): Pick<MemoryRow, "strength" | "strength_at"> {
  const now = strengthAt(strength, new Date(strength_at), new Date(at));
  return { strength: Math.max(now, importance), strength_at: at };
}
