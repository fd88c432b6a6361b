import { IN_SCOPE, type OpenScope, refuseReadOnly, type ScopeRef, scopeReader } from "../tables/scopes.ts";
import { columnNames, type SqlReader, type Tx } from "../tx.ts";
import { scopeWrite, type WriteContext } from "./context.ts";

export interface StoreDayArgs extends Pick<WriteContext, "scope" | "at"> {
  row: DaySummaryRow;
  /** The scope's `days` when its messages were read. */
  days: number;
}

/** Keeps the summaries of a day; `false` when its messages changed while they were made: then they are of no use. */
export const storeDay = scopeWrite(async (scope, args: StoreDayArgs): Promise<boolean> => {
  const row = await scope.one<{ days: number }>("select days from scope where tenant = $1 and num = $2");
  if (row?.days !== args.days) return false;
  await scope.run(`delete from day_summary where ${IN_SCOPE} and zone = $3 and day = $4`, [
    args.row.zone,
    args.row.day,
  ]);
  await scope.insert("day_summary", COLUMNS, [args.row]);
  return true;
});

/** Takes away summaries of days that ended before a moment; says how many. */
export async function expireDays(
  tx: Tx,
  { tenant, before }: { tenant: string; before: number },
): Promise<number> {
  await refuseReadOnly(tx, tenant);
  return tx.run("delete from day_summary where tenant = $1 and until_at <= $2", [tenant, before]);
}

/** The method that made the summaries of a day. `blocked`: a model would not, so there are none. */
export const DAY_METHODS = ["model", "extract", "blocked"] as const;
export type DayMethod = (typeof DAY_METHODS)[number];

interface DaySummaryRow {
  zone: string;
  /** `2026-05-12`, in that zone. */
  day: string;
  from_at: number;
  until_at: number;
  /** Account id → summary, as JSON. */
  summaries: string;
  method: DayMethod;
  model: string | null;
  built_at: number;
}

const COLUMNS = columnNames("zone, day, from_at, until_at, summaries, method, model, built_at");
const SELECT = `select ${COLUMNS.join(", ")} from day_summary where ${IN_SCOPE}`;

/** The stored summaries of some days, in no order. */
export function findDays(
  reader: SqlReader,
  scopeRef: ScopeRef,
  zone: string,
  days: readonly string[],
): Promise<DaySummaryRow[]> {
  return scopeReader(reader, scopeRef).all(
    `${SELECT} and zone = $3 and ${reader.dialect.inJson("day", "$4")}`,
    [zone, JSON.stringify(days)],
  );
}

/** The newest stored days. */
export function listDays(
  reader: SqlReader,
  scopeRef: ScopeRef,
  zone: string,
  limit: number,
): Promise<DaySummaryRow[]> {
  return scopeReader(reader, scopeRef).all(`${SELECT} and zone = $3 order by day desc limit $4`, [
    zone,
    limit,
  ]);
}

/**
 * The words of some events are other ones now, or gone: the summaries of their days go, and are made again from what is
 * left. Erased words must not live on in a summary.
 */
export async function dropDays(scope: OpenScope, seqs: readonly number[]): Promise<void> {
  if (seqs.length === 0) return;
  await scope.run(
    `delete from day_summary where ${IN_SCOPE} and exists (select 1 from event e
       where e.tenant = $1 and e.scope = $2 and ${scope.tx.dialect.inNumbers("e.seq", "$3")}
       and e.at >= day_summary.from_at and e.at < day_summary.until_at)`,
    [JSON.stringify([...new Set(seqs)])],
  );
  await moveDays(scope);
}

/** The same for events of a span of time. */
export async function dropDaysBetween(scope: OpenScope, from: number, to: number): Promise<void> {
  await scope.run(`delete from day_summary where ${IN_SCOPE} and from_at <= $4 and until_at > $3`, [
    from,
    to,
  ]);
  await moveDays(scope);
}

async function moveDays(scope: OpenScope): Promise<void> {
  await scope.run("update scope set days = days + 1 where tenant = $1 and num = $2");
}

/** Tenants with summaries of days that ended before a moment. */
export async function tenantsWithOldDays(reader: SqlReader, before: number): Promise<string[]> {
  const rows = await reader.all<{ tenant: string }>(
    "select distinct tenant from day_summary where until_at <= $1",
    [before],
  );
  return rows.map(({ tenant }) => tenant);
}
