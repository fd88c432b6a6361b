import type { ChangeEvent, LoggedEvent } from "../../domain/change.ts";
import type { ScopeKind } from "../../domain/scope.ts";
import { columnNames, type PageAfter, type SqlReader, type Value } from "../tx.ts";
import { IN_SCOPE, type OpenScope, type ScopeRef, scopeReader } from "./scopes.ts";
import type { ScopeFilter } from "./tenant-rows.ts";

export interface ChangeRow {
  rev: number;
  memory: string;
  event: LoggedEvent;
  batch: string | null;
  at: number;
}

/** A change as readers get it. */
export type FeedChange = ChangeRow & { event: ChangeEvent };

export function isTold(row: ChangeRow): row is FeedChange {
  return row.event !== "linked";
}

const LOGGED = columnNames("rev, memory, event, batch, at");

/** Entries beyond the ring's size are deleted now and then: a delete with every write would double its cost. */
const SWEEP_EVERY = 32;

/** Notes a change and drops what fell out of the ring of `keep`, unless a hook has not taken it yet. */
export async function logChange(scope: OpenScope, row: ChangeRow, keep: number): Promise<void> {
  await scope.insert("change_log", LOGGED, [row]);
  if (row.rev > keep && row.rev % SWEEP_EVERY === 0) {
    await scope.run(`delete from change_log where ${IN_SCOPE} and rev <= $3 ${exceptUntaken(scope.tx)}`, [
      row.rev - keep,
    ]);
  }
}

/** Behind a delete of changes: keeps those that a hook of the tenant `$1` has not taken yet. */
export function exceptUntaken({ dialect }: Pick<SqlReader, "dialect">): string {
  return `and not exists (select 1 from hook h where h.tenant = $1 and ${dialect.feedAfter("h.feed_place", "h.feed_num")})`;
}

/** The changes of one scope above a revision, oldest first. */
export function changesSince(
  reader: SqlReader,
  scopeRef: ScopeRef,
  rev: number,
  limit: number,
): Promise<ChangeRow[]> {
  return scopeReader(reader, scopeRef).all(
    `select rev, memory, event, batch, at from change_log
     where ${IN_SCOPE} and rev > $3 order by rev limit $4`,
    [rev, limit],
  );
}

/** A place in a tenant's feed. */
export interface FeedPosition {
  place: number;
  num: number;
}

export interface FeedRow extends FeedChange, FeedPosition {
  /** The scope's number. */
  scope: number;
  kind: ScopeKind;
  id: string;
}

/** The changes of a tenant, or of one scope of it, after a place, in an order nothing can slip before. */
export function feedAfter(
  reader: SqlReader,
  { tenant, scope }: Pick<ScopeFilter, "tenant" | "scope">,
  { after, limit }: PageAfter<FeedPosition>,
): Promise<FeedRow[]> {
  const { dialect } = reader;
  const params: Value[] = [tenant, after.place, after.num, limit];
  if (scope !== undefined) params.push(scope);
  return reader.all(
    `select c.place, c.num, c.scope, c.rev, c.memory, c.event, c.batch, c.at, s.kind, s.id from
       (select ${dialect.feedPlace} as place, num, tenant, scope, rev, memory, event, batch, at from change_log
        where tenant = $1 and event <> 'linked' and ${dialect.feedAfter("$2", "$3")}${dialect.feedSettled}
        ${scope === undefined ? "" : "and scope = $5"} order by place, num limit $4) c
     join scope s on s.tenant = c.tenant and s.num = c.scope order by c.place, c.num`,
    params,
  );
}

/** More changes than running transactions can hold up. */
const UNSETTLED = 1_000;

/**
 * Where the feed ends now. `committed` is what lies behind that end and is committed already: an older transaction may
 * still slip in before it, so the end cannot move past it, but it is not new.
 */
export async function feedEnd(
  reader: SqlReader,
  tenant: string,
): Promise<{ end: FeedPosition; committed: FeedPosition[] }> {
  const { dialect } = reader;
  const rows = await reader.all<FeedPosition & { settled: number }>(
    `select ${dialect.feedPlace} as place, num, case when 1 = 1${dialect.feedSettled} then 1 else 0 end as settled
     from change_log where tenant = $1 order by place desc, num desc limit ${UNSETTLED}`,
    [tenant],
  );
  const last = rows.findIndex((row) => row.settled === 1);
  const end = rows[last] ?? { place: 0, num: 0 };
  return { end: { place: end.place, num: end.num }, committed: last < 0 ? rows : rows.slice(0, last) };
}

/** The last revision a thread was shown. */
export async function seenRev(reader: SqlReader, scopeRef: ScopeRef, thread: string): Promise<number> {
  const row = await scopeReader(reader, scopeRef).one<{ seen_rev: number }>(
    `select seen_rev from thread_cursor where ${IN_SCOPE} and thread = $3`,
    [thread],
  );
  return row?.seen_rev ?? 0;
}

/** Moves a thread's cursor; it never goes back, however late a delivery is reported. */
export async function moveCursor(scope: OpenScope, thread: string, rev: number, at: number): Promise<void> {
  await scope.run(
    `insert into thread_cursor (tenant, scope, thread, seen_rev, updated_at) values ($1, $2, $3, $4, $5)
     on conflict (tenant, scope, thread) do update set seen_rev = excluded.seen_rev, updated_at = excluded.updated_at
     where thread_cursor.seen_rev < excluded.seen_rev`,
    [thread, rev, at],
  );
}
