import type {
  Figure,
  ModelUsage,
  OpCount,
  ScopeStats,
  SpanOptions,
  Stats,
  StatsOptions,
  Unread,
} from "../../api/stats.ts";
import { checkOptions } from "../../domain/arguments.ts";
import { AWAITS_REVIEW } from "../../domain/memory.ts";
import { closedScopes, formatScope, parseScope, type ScopeInput } from "../../domain/scope.ts";
import { costOf } from "../../domain/settings/models.ts";
import { checkTime } from "../../domain/text.ts";
import { countFeedback } from "../../store/tables/feedback.ts";
import { countProposalsAndForgets } from "../../store/tables/review-queue.ts";
import { findScope, isReadOnly, listScopes, type ScopeSummary } from "../../store/tables/scopes.ts";
import {
  countByScope,
  countOps,
  listFigures,
  listUsage,
  type UnreadRow,
  unreadIn,
} from "../../store/tables/statistics.ts";
import { scopesByEmbedder } from "../../store/tables/vectors.ts";
import type { ReadContext } from "../shared/request.ts";

const SCOPES_PER_STEP = 500;

/** Counts of a tenant, scope by scope. */
export async function statsOf(
  context: ReadContext,
  tenant: string,
  options: StatsOptions | undefined,
): Promise<Stats> {
  const { scope } = checkOptions(options, "stats()");
  const scopes: ScopeStats[] = [];
  const waiting: UnreadRow[] = [];
  const at = context.now();
  const closed = closedScopes(context.settings);
  for await (const rows of inSteps(context, tenant, scope)) {
    const range = { tenant, after: rows[0]!.num - 1, upTo: rows.at(-1)!.num };
    const counts = await countByScope(context.use(), range, at);
    waiting.push(await unreadIn(context.use(), range));
    for (const row of rows) {
      const scopeCounts = counts.get(row.num);
      scopes.push({
        scope: formatScope(row),
        events: scopeCounts?.events ?? 0,
        memories: scopeCounts?.memories ?? 0,
        byStatus: scopeCounts?.byStatus ?? {},
        byType: scopeCounts?.byType ?? {},
        rev: row.rev,
        seq: row.seq,
        writes: row.writes === 1 && !closed.has(formatScope(row)),
        createdAt: new Date(row.created_at),
      });
    }
  }
  const sum = (count: (one: ScopeStats) => number): number =>
    scopes.reduce((total, stats) => total + count(stats), 0);
  const day = new Date(at).toISOString().slice(0, 10);
  const today = await listFigures(context.use(), tenant, day, day);
  const number = await numberOf(context, tenant, scope);
  const others = await countProposalsAndForgets(context.use(), { tenant, scope: number }, at);
  return {
    tenant,
    waiting: sum(({ byStatus }) => AWAITS_REVIEW.reduce((n, one) => n + (byStatus[one] ?? 0), 0)) + others,
    today: Object.fromEntries(today.map(({ name, value }) => [name, value])),
    readOnly: await isReadOnly(context.use(), tenant),
    scopes,
    totals: {
      scopes: scopes.length,
      events: sum((stats) => stats.events),
      memories: sum((stats) => stats.memories),
    },
    unread: inAll(waiting, at),
    feedback: await countFeedback(context.use(), tenant, number),
    embeddedBy: await scopesByEmbedder(context.use(), tenant),
  };
}

/** The number of a scope that is named; one that does not exist has none of anything. */
async function numberOf(
  context: ReadContext,
  tenant: string,
  scope: ScopeInput | undefined,
): Promise<number | undefined> {
  if (scope === undefined) return undefined;
  return (await findScope(context.use(), parseScope(scope, tenant)))?.num ?? -1;
}

/** How far reading is behind in a tenant, without the counts. */
export async function tenantUnread(context: ReadContext, tenant: string): Promise<Unread> {
  const range = { tenant, after: 0, upTo: Number.MAX_SAFE_INTEGER };
  return inAll([await unreadIn(context.use(), range)], context.now());
}

function inAll(waiting: readonly UnreadRow[], at: number): Unread {
  const oldest = Math.min(...waiting.map((one) => one.oldest ?? at));
  return {
    events: waiting.reduce((sum, one) => sum + one.events, 0),
    oldestMs: waiting.length === 0 ? 0 : Math.max(0, at - oldest),
  };
}

/** The scope that is named, or else all, some hundred at a time. */
async function* inSteps(
  context: ReadContext,
  tenant: string,
  scope: ScopeInput | undefined,
): AsyncGenerator<ScopeSummary[]> {
  if (scope !== undefined) {
    const row = await findScope(context.use(), parseScope(scope, tenant));
    if (row !== undefined) yield await listScopes(context.use(), tenant, row.num - 1, 1);
    return;
  }
  for (let after = 0; ; ) {
    const rows = await listScopes(context.use(), tenant, after, SCOPES_PER_STEP);
    if (rows.length > 0) yield rows;
    if (rows.length < SCOPES_PER_STEP) return;
    after = rows.at(-1)!.num;
  }
}

export async function isTenantReadOnly(context: ReadContext, tenant: string): Promise<boolean> {
  return isReadOnly(context.use(), tenant);
}

/** How often each operation was done. */
export async function operationCounts(
  context: ReadContext,
  tenant: string,
  { since, until }: SpanOptions = {},
): Promise<OpCount[]> {
  return countOps(
    context.use(),
    tenant,
    since === undefined ? Number.MIN_SAFE_INTEGER : checkTime(since, "since"),
    until === undefined ? Number.MAX_SAFE_INTEGER : checkTime(until, "until"),
  );
}

/** The figures of each day. */
export async function dailyFigures(
  context: ReadContext,
  tenant: string,
  span: SpanOptions = {},
): Promise<Figure[]> {
  return listFigures(context.use(), tenant, ...daysOf(span));
}

/** The use of each model on each day, and what it cost. */
export async function modelUsage(
  context: ReadContext,
  tenant: string,
  span: SpanOptions = {},
): Promise<ModelUsage[]> {
  const rows = await listUsage(context.use(), tenant, ...daysOf(span));
  return rows.map((row) => ({ ...row, cost: costOf(row, context.settings.models.prices) }));
}

/** The UTC days of a span, both included. */
function daysOf({ since, until }: SpanOptions): [from: string, to: string] {
  const day = (at: Date | string | number, name: string): string =>
    new Date(checkTime(at, name)).toISOString().slice(0, 10);
  return [
    since === undefined ? "0000-00-00" : day(since, "since"),
    until === undefined ? "9999-99-99" : day(until, "until"),
  ];
}
