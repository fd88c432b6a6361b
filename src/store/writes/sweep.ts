import type { UpkeepCounts } from "../../api/upkeep.ts";
import type { ChangeEvent } from "../../domain/change.ts";
import { effectiveStatus, nextChangeAt, ttlDaysOf } from "../../domain/effective-status.ts";
import type { MemoryStatus } from "../../domain/memory.ts";
import type { Settings } from "../../domain/settings.ts";
import { bandEnds, bandsOf } from "../../domain/strength.ts";
import { hideSources, showSources } from "../tables/hidden-events.ts";
import { type AgeingRow, findMemory, type MemoryRow, toAgeing, updateMemory } from "../tables/memories.ts";
import type { OpenScope } from "../tables/scopes.ts";
import type { InScope } from "../tables/tenant-rows.ts";
import type { PageAfter, SqlReader, Tx } from "../tx.ts";
import { changeMemory } from "./change-memory.ts";
import { scopeWrite, type WriteContext } from "./context.ts";

export interface SweepArgs extends WriteContext {
  /** Those that were found; each is looked at again here. */
  ids: string[];
  rules: AgeRules;
  /** How long what has faded away can still be restored. */
  restorableMs: number;
}

const EVENT_OF: Readonly<Record<ReturnType<typeof ageingAction>, ChangeEvent>> = {
  expire: "soft_deleted",
  remove: "soft_deleted",
  archive: "updated",
  revive: "restored",
};
const REASON_OF = {
  expire: "its time is over",
  remove: "its strength fell below strength.removeBelow",
  archive: "its strength fell below strength.archiveBelow",
  revive: "the settings give it more time",
} as const;

/**
 * Stores the status that time has given memories, each with the moment it changed. Nothing that
 * it was made from changes, least of all when it was last confirmed.
 */
export const sweep = scopeWrite(async (scope, args: SweepArgs): Promise<UpkeepCounts> => {
  const agedRows: { row: MemoryRow; aged: Aged }[] = [];
  for (const id of args.ids) {
    const row = await findMemory(scope.tx, scope, id);
    const aged = row === undefined ? null : agedRow(row, args.rules, args.at);
    if (row !== undefined && aged !== null) agedRows.push({ row, aged });
  }
  // The history tells them in the order in which they happened.
  agedRows.sort((a, b) => (a.aged.since ?? args.at) - (b.aged.since ?? args.at));
  const counts = new Map<string, number>();
  for (const { row, aged } of agedRows) {
    await writeDown(scope, args, row, aged);
    for (const name of ["rows", countOf(row, aged)]) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
});

async function writeDown(
  scope: OpenScope,
  args: SweepArgs,
  before: MemoryRow,
  { columns, since, what }: Aged,
): Promise<void> {
  const after: MemoryRow = { ...before, ...columns };
  if (what === "quiet") {
    await updateMemory(scope, before.id, ["aged_from", "archive_at", "remove_at", "due_at"], after);
    return;
  }
  if (what === "terms") {
    const context = { ...args, reason: "the settings give it another end" };
    await changeMemory(scope, context, { before, after, event: "updated" });
    return;
  }
  const action = ageingAction(before.status, after.status);
  if (action === "remove") after.purge_at = args.at + args.restorableMs;
  if (before.status === "soft_deleted") after.purge_at = null;
  const context = { ...args, at: since ?? args.at, reason: REASON_OF[action] };
  await changeMemory(scope, context, { before, after, event: EVENT_OF[action], byTime: true });
  if (action === "remove") await hideSources(scope, before.id, args);
  if (before.status === "soft_deleted") await showSources(scope, before.id);
}

/** Every row of the tenant agrees with these settings. */
export async function noteSwept(
  tx: Tx,
  args: { tenant: string; settings: string; at: number },
): Promise<UpkeepCounts> {
  await noteSweptBy(tx, args.tenant, args.settings, args.at);
  return {};
}

/** The settings that decide how memories age. Plain data: it is sent to the writer's thread. */
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
  /** When the status began. `null` where somebody set it. */
  readonly since: number | null;
  /**
   * `status`: it has another one now. `terms`: only when it ends is other than it was said to be. `quiet`: only columns
   * that nobody has read yet.
   */
  readonly what: "status" | "terms" | "quiet";
}

/** The status that time and the settings give a row; `null` = unchanged. */
export function agedRow(row: AgedColumns, rules: AgeRules, now: number): Aged | null {
  const { archiveAt, removeAt } = bandEnds(row.strength, row.strength_at, bandsOf(row.kind, rules.strength));
  const timed = { ...row, ttl_days: ttlOf(row, rules), archive_at: archiveAt, remove_at: removeAt };
  const set = row.aged_from ?? row.status;
  const { status, since } = effectiveStatus(toAgeing(timed), new Date(now));
  const agedColumns = { ...timed, status, aged_from: since === null ? null : set };
  const columns: Changed = {
    status,
    aged_from: agedColumns.aged_from,
    ttl_days: timed.ttl_days,
    archive_at: archiveAt,
    remove_at: removeAt,
    due_at: nextChangeAt(toAgeing(agedColumns)),
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

/** The TTL of the settings, unless it was set by hand. Timeline entries have a separate retention. */
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

/** The name of a time-based status in a list of changes. */
export function ageingAction(
  from: MemoryStatus,
  to: MemoryStatus,
): "expire" | "archive" | "remove" | "revive" {
  if (to === "expired") return "expire";
  if (to === "soft_deleted") return "remove";
  return to === "archived" && from !== "expired" && from !== "soft_deleted" ? "archive" : "revive";
}

/** A memory that a sweep looks at, with where it is. */
export interface SweptRow extends AgedColumns, Omit<InScope, "scope"> {
  id: string;
  text: string;
  num: number;
}

const SWEPT = `select ${AGED_COLUMNS.map((column) => `m.${column}`).join(", ")}, m.id, m.text, m.num,
    s.kind as scope_kind, s.id as scope_id
  from memory m join scope s on s.tenant = m.tenant and s.num = m.scope and s.writes = 1`;

/** Memories whose status time has changed by now, the longest due first. */
export function dueRows(
  reader: SqlReader,
  tenant: string,
  at: number,
  { after, limit }: PageAfter<{ readonly due: number; readonly num: number }>,
): Promise<SweptRow[]> {
  return reader.all(
    `${SWEPT} where m.tenant = $1 and m.due_at <= $2 and (m.due_at, m.num) > ($3, $4)
     order by m.due_at, m.num limit $5`,
    [tenant, at, after.due, after.num, limit],
  );
}

/** All memories, for when the settings are others than those they were made under. */
export function rowsToSweep(
  reader: SqlReader,
  tenant: string,
  { after, limit }: PageAfter<number>,
): Promise<SweptRow[]> {
  return reader.all(`${SWEPT} where m.tenant = $1 and m.num > $2 order by m.num limit $3`, [
    tenant,
    after,
    limit,
  ]);
}

/** The settings that a tenant's rows agree with, as a sweep noted them; `null` = they have to be looked at one by one. */
export async function sweptBy(reader: SqlReader, tenant: string): Promise<string | null> {
  const row = await reader.one<{ aged_by: string | null }>("select aged_by from tenant where tenant = $1", [
    tenant,
  ]);
  return row?.aged_by ?? null;
}

async function noteSweptBy(tx: Tx, tenant: string, settings: string, at: number): Promise<void> {
  await tx.run(
    `insert into tenant (tenant, read_only, updated_at, aged_by) values ($1, 0, $2, $3)
     on conflict (tenant) do update set aged_by = excluded.aged_by`,
    [tenant, at, settings],
  );
}

export async function forgetSweptBy(tx: Tx, tenant: string): Promise<void> {
  await tx.run("update tenant set aged_by = null where tenant = $1", [tenant]);
}
