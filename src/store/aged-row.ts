import { effectiveStatus, nextChangeAt, ttlDaysOf } from "../domain/effective-status.ts";
import type { MemoryStatus } from "../domain/memory.ts";
import type { Settings } from "../domain/settings.ts";
import { bandEnds, bandsOf } from "../domain/strength.ts";
import { type AgeingRow, type MemoryRow, toAgeing } from "./memories.ts";

/** What decides how memories age. Plain data: it crosses into the writer's thread. */
export type AgeRules = Pick<Settings, "retentionDays" | "strength">;

/** The columns that ageing reads and writes. */
export type AgedColumns = AgeingRow &
  Pick<MemoryRow, "kind" | "type" | "strength" | "strength_at" | "ttl_own" | "due_at">;

export const AGED_COLUMNS = [
  ...(["status", "aged_from", "pinned", "ttl_days", "confirmed_at", "expires_at"] as const),
  ...(["archive_at", "remove_at", "kind", "type", "strength", "strength_at", "ttl_own", "due_at"] as const),
] as const satisfies readonly (keyof AgedColumns)[];

type Changed = Pick<MemoryRow, "status" | "aged_from" | "ttl_days" | "archive_at" | "remove_at" | "due_at">;

export interface Aged {
  /** The columns as they should be. */
  readonly columns: Changed;
  /** Since when the status is so. `null` where it is the one that somebody set. */
  readonly since: number | null;
  /**
   * `status`: it has another one now. `terms`: only when it ends is other than it was said to be. `quiet`: only columns
   * that nobody has read yet.
   */
  readonly what: "status" | "terms" | "quiet";
}

/** What time and the settings make of a row; `null` = what it says already. */
export function agedRow(row: AgedColumns, rules: AgeRules, now: number): Aged | null {
  const { archiveAt, removeAt } = bandEnds(row.strength, row.strength_at, bandsOf(row.kind, rules.strength));
  const timed = { ...row, ttl_days: ttlOf(row, rules), archive_at: archiveAt, remove_at: removeAt };
  const set = row.aged_from ?? row.status;
  const { status, since } = effectiveStatus(toAgeing(timed), new Date(now));
  const told = { ...timed, status, aged_from: since === null ? null : set };
  const columns: Changed = {
    ...{ status, aged_from: told.aged_from, ttl_days: timed.ttl_days },
    ...{ archive_at: archiveAt, remove_at: removeAt, due_at: nextChangeAt(toAgeing(told)) },
  };
  const differs = (column: keyof Changed): boolean => columns[column] !== row[column];
  const what = differs("status")
    ? "status"
    : differs("ttl_days") || isMoved(row.archive_at, archiveAt) || isMoved(row.remove_at, removeAt)
      ? "terms"
      : (["archive_at", "remove_at", "due_at", "aged_from"] as const).some(differs)
        ? "quiet"
        : null;
  return what === null ? null : { columns, since: since?.getTime() ?? null, what };
}

/** An index in memory may have read the old value. */
function isMoved(before: number | null, after: number | null): boolean {
  return before !== null && before !== after;
}

/** The TTL of the settings, unless it was set by hand. Entries of a timeline have a retention of their own. */
function ttlOf({ kind, type, ttl_days, ttl_own, expires_at }: AgedColumns, rules: AgeRules): number | null {
  if (ttl_own === 1 || kind === "timeline") return ttl_days;
  return ttlDaysOf(type, rules.retentionDays, expires_at !== null);
}

/** Under which name a run counts it. */
export function countOf({ status }: Pick<AgedColumns, "status">, { columns, what }: Aged): string {
  if (what === "status") return COUNT_OF[ageingAction(status, columns.status)];
  return what === "terms" ? "retimed" : "noted";
}

const COUNT_OF = { expire: "expired", remove: "removed", archive: "archived", revive: "revived" } as const;

/** What a status by time is called in a list of changes. */
export function ageingAction(
  from: MemoryStatus,
  to: MemoryStatus,
): "expire" | "archive" | "remove" | "revive" {
  if (to === "expired") return "expire";
  if (to === "soft_deleted") return "remove";
  return to === "archived" && from !== "expired" && from !== "soft_deleted" ? "archive" : "revive";
}
