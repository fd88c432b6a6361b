import { randomInt } from "node:crypto";
import type { Figure, ModelUsageRow, OpCount, OpEvent } from "../../api/stats.ts";
import type { MemoryStatus, MemoryType } from "../../domain/memory.ts";
import type { Scope } from "../../domain/scope.ts";
import { columnNames, type SqlReader, type Tx } from "../tx.ts";
import { statusSql } from "./memory-search.ts";
import { findScope, isReadOnly, type ScopeRef } from "./scopes.ts";
import { UNREAD } from "./unread.ts";

export interface ScopeCounts {
  events: number;
  memories: number;
  byStatus: Partial<Record<MemoryStatus, number>>;
  byType: Partial<Record<MemoryType | "none", number>>;
}

/** The scopes of a tenant with numbers in `(after, upTo]`. */
export interface ScopeRange {
  readonly tenant: string;
  readonly after: number;
  readonly upTo: number;
}

/** Counts by scope, with the statuses that memories have at a moment. */
export async function countByScope(
  reader: SqlReader,
  { tenant, after, upTo }: ScopeRange,
  at: number,
): Promise<Map<number, ScopeCounts>> {
  const counts = new Map<number, ScopeCounts>();
  const of = (scope: number): ScopeCounts => {
    let scopeCounts = counts.get(scope);
    if (scopeCounts === undefined) {
      scopeCounts = { events: 0, memories: 0, byStatus: {}, byType: {} };
      counts.set(scope, scopeCounts);
    }
    return scopeCounts;
  };
  const events = await reader.all<{ scope: number; n: number }>(
    "select scope, count(*) as n from event where tenant = $1 and scope > $2 and scope <= $3 group by scope",
    [tenant, after, upTo],
  );
  for (const row of events) of(row.scope).events = row.n;
  const memories = await reader.all<{
    scope: number;
    status: MemoryStatus;
    type: MemoryType | null;
    n: number;
  }>(
    `select scope, status, type, count(*) as n from
       (select m.scope, ${statusSql("$4")} as status, m.type from memory m
        where m.tenant = $1 and m.scope > $2 and m.scope <= $3) x
     group by scope, status, type`,
    [tenant, after, upTo, at],
  );
  for (const row of memories) {
    const scopeCounts = of(row.scope);
    const type = row.type ?? "none";
    scopeCounts.memories += row.n;
    scopeCounts.byStatus[row.status] = (scopeCounts.byStatus[row.status] ?? 0) + row.n;
    scopeCounts.byType[type] = (scopeCounts.byType[type] ?? 0) + row.n;
  }
  return counts;
}

/** Events that no extraction has read yet. Commands and edits were carried out when they came. */
export interface UnreadRow {
  events: number;
  /** When the oldest of it was recorded; `null` when there is nothing. */
  oldest: number | null;
}

export async function unreadIn(reader: SqlReader, { tenant, after, upTo }: ScopeRange): Promise<UnreadRow> {
  const row = await reader.one<UnreadRow>(
    `select count(*) as events, min(e.recorded_at) as oldest
     from scope s join event e on e.tenant = s.tenant and e.scope = s.num and e.seq > s.extracted_seq
     where s.tenant = $1 and s.num > $2 and s.num <= $3 and s.seq > s.extracted_seq
       and e.type in ('message', 'tool_result', 'import') and ${UNREAD}`,
    [tenant, after, upTo],
  );
  return row ?? { events: 0, oldest: null };
}

/** Adds to the figures of a UTC day, in the transaction of what they count. */
export async function addFigures(
  tx: Tx,
  tenant: string,
  at: number,
  values: Readonly<Record<string, number>>,
): Promise<void> {
  const day = new Date(at).toISOString().slice(0, 10);
  // In one order everywhere, so that two transactions cannot each wait for the other's row.
  for (const [name, value] of Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (value === 0) continue;
    await tx.run(
      `insert into figure (tenant, day, name, value) values ($1, $2, $3, $4)
       on conflict (tenant, day, name) do update set value = figure.value + excluded.value`,
      [tenant, day, name, value],
    );
  }
}

/** Adds to the figures of the day. */
export function countFigures(
  tx: Tx,
  { tenant, at, figures }: { tenant: string; at: number; figures: Readonly<Record<string, number>> },
): Promise<void> {
  return addFigures(tx, tenant, at, figures);
}

/** The figures of the days from `from` to `to`, both included, oldest first; with the tokens that models used. */
export function listFigures(reader: SqlReader, tenant: string, from: string, to: string): Promise<Figure[]> {
  return reader.all(
    `select day, name, value from figure where tenant = $1 and day >= $2 and day <= $3
     union all
     select day, 'models.tokens', cast(sum(input_tokens + output_tokens) as bigint) from model_usage
     where tenant = $1 and day >= $2 and day <= $3 group by day
     order by 1, 2`,
    [tenant, from, to],
  );
}

/**
 * Adds to the row, in one statement, so that processes do not lose each other's counts. These are no memories: what was
 * spent while the tenant is read-only is spent all the same.
 */
export async function addModelUsage(
  tx: Tx,
  { tenant, usage: row }: { tenant: string; usage: ModelUsageRow },
): Promise<void> {
  await tx.run(
    `insert into model_usage (tenant, day, role, model, calls, failures, input_tokens, output_tokens)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (tenant, day, role, model) do update set
       calls = model_usage.calls + excluded.calls,
       failures = model_usage.failures + excluded.failures,
       input_tokens = model_usage.input_tokens + excluded.input_tokens,
       output_tokens = model_usage.output_tokens + excluded.output_tokens`,
    [tenant, row.day, row.role, row.model, row.calls, row.failures, row.input_tokens, row.output_tokens],
  );
}

/** Tokens, in and out, of all models: of one role, or of all. */
export async function tokensSpent(
  reader: SqlReader,
  tenant: string,
  day: string,
  role?: string,
): Promise<number> {
  const row = await reader.one<{ tokens: number }>(
    `select cast(coalesce(sum(input_tokens + output_tokens), 0) as bigint) as tokens from model_usage
     where tenant = $1 and day = $2${role === undefined ? "" : " and role = $3"}`,
    [tenant, day, ...(role === undefined ? [] : [role])],
  );
  return row?.tokens ?? 0;
}

/** The rows of the days from `from` to `to`, both included, oldest first. */
export function listUsage(
  reader: SqlReader,
  tenant: string,
  from: string,
  to: string,
): Promise<ModelUsageRow[]> {
  return reader.all(
    `select day, role, model, calls, failures, input_tokens, output_tokens from model_usage
     where tenant = $1 and day >= $2 and day <= $3 order by day, role, model`,
    [tenant, from, to],
  );
}

const MAX_NUM = 2 ** 47;

const TOLD = columnNames("at, thread, node, op, status, memory, category, sim");
const RECORDED = ["tenant", "scope", "num", ...TOLD];

export async function recordOps(tx: Tx, scope: ScopeRef, events: readonly OpEvent[]): Promise<void> {
  await tx.insert(
    "op_event",
    RECORDED,
    // The number only tells events of one millisecond apart.
    events.map((e) => [scope.tenant, scope.num, randomInt(MAX_NUM), ...TOLD.map((column) => e[column])]),
  );
}

/** An action that changed no memory: turns that began, or a search. */
export interface Noted {
  scope: Scope;
  at: number;
  /** Messages of users. Default: none. */
  turns?: number;
  /** Default: none. */
  op?: OpEvent;
  /** Whether an agent searched by itself. Default: false. */
  explicitQuery?: boolean;
}

/** Actions that changed no memory. A missing or read-only scope is left alone. */
export async function note(tx: Tx, { noted }: { noted: Noted[] }): Promise<void> {
  const refs = new Map<string, ScopeRef | null>();
  for (const { scope, at, turns = 0, op, explicitQuery = false } of noted) {
    const name = JSON.stringify(scope);
    let scopeRef = refs.get(name);
    if (scopeRef === undefined) {
      scopeRef = await writable(tx, scope);
      refs.set(name, scopeRef);
    }
    if (scopeRef === null) continue;
    if (op !== undefined) await recordOps(tx, scopeRef, [op]);
    const recalled = explicitQuery ? await firstOfTurn(tx, scopeRef, at) : 0;
    await addFigures(tx, scope.tenant, at, { "turns.said": turns, "turns.recalled": recalled });
  }
}

/** Marks the turn in which an agent searched by itself: 1 the first time, then 0; also where nobody has said anything. */
async function firstOfTurn(tx: Tx, { tenant, num }: ScopeRef, at: number): Promise<number> {
  const last = await tx.one<{ seq: number }>(
    `select seq from event where tenant = $1 and scope = $2 and type = 'message' and role = 'user'
     and recorded_at <= $3 order by seq desc limit 1`,
    [tenant, num, at],
  );
  if (last === undefined) return 0;
  return tx.run(
    `insert into upkeep_mark (tenant, scope, name, rev) values ($1, $2, 'turns.recalled', $3)
     on conflict (tenant, scope, name) do update set rev = excluded.rev where upkeep_mark.rev < excluded.rev`,
    [tenant, num, last.seq],
  );
}

async function writable(tx: Tx, scope: Scope): Promise<ScopeRef | null> {
  const row = await findScope(tx, scope);
  return row === undefined || row.writes === 0 || (await isReadOnly(tx, scope.tenant)) ? null : row;
}

/** Counts by node, op and status in a span of time. */
export function countOps(
  reader: SqlReader,
  tenant: string,
  since: number,
  until: number,
): Promise<OpCount[]> {
  return reader.all(
    `select node, op, status, count(*) as count from op_event
     where tenant = $1 and at >= $2 and at < $3 group by node, op, status order by node, op, status`,
    [tenant, since, until],
  );
}
