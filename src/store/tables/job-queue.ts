import { randomUUID } from "node:crypto";
import { MemoirError } from "../../domain/errors.ts";
import type { JobPayload } from "../../domain/job.ts";
import { columnNames, type Tx, type Value } from "../tx.ts";
import { databaseNow, type JobRow, mergePayload } from "./jobs.ts";
import { IN_SCOPE } from "./scopes.ts";

/** A job on its way into the queue. Plain data: it may be part of another write's arguments. */
export interface NewJob {
  kind: string;
  /** The scope's number. Default: 0, the tenant's. */
  scope?: number;
  /**
   * Of one scope and flight at most one job runs at a time. Asking again for a kind that is queued adds to that job;
   * while it runs, asking again makes it run once more. Default: none, every request is a separate job.
   */
  flight?: string;
  /** Ids, never memory text. Default: `{}`. */
  payload?: JobPayload;
  /** Higher goes first. Default: 0. */
  priority?: number;
  /** Not before so long from now. Default: 0. */
  delayMs?: number;
  /** Default: 5. */
  maxAttempts?: number;
}

export interface EnqueuedJob {
  id: string;
  /** It was queued already and has taken this one in. */
  merged: boolean;
}

const WRITTEN =
  columnNames(`tenant, id, scope, kind, flight, payload, priority, run_at, attempts, max_attempts, last_error,
  created_at, updated_at`);
/** The input of a queued row; the rest is derived. */
type QueuedRow = Pick<JobRow, (typeof WRITTEN)[number]>;
const COLUMNS = [...WRITTEN, "status"];

const INSERT_WAITING = `insert into job (${COLUMNS.join(", ")}) values (${COLUMNS.map((_, i) => `$${i + 1}`).join(", ")})
  on conflict (tenant, scope, flight, kind) where status = 'queued' do nothing`;

const values = (row: QueuedRow): Value[] => [...WRITTEN.map((column) => row[column]), "queued"];

/** How often an insert and a look may miss each other before something else must be wrong. */
const MISSES = 100;

/**
 * Queues jobs as part of the transaction: they exist if and only if it commits. For one tenant; the caller has made
 * sure that it may be written to.
 */
export async function enqueueJobs(tx: Tx, tenant: string, jobs: readonly NewJob[]): Promise<EnqueuedJob[]> {
  if (jobs.length === 0) return [];
  const now = await databaseNow(tx);
  const rows = jobs.map((job) => newRow(tenant, job, now));
  await tx.insert("job", COLUMNS, rows.filter((row) => row.flight === null).map(values));
  const enqueued: EnqueuedJob[] = rows.map((row) => ({ id: row.id, merged: false }));
  // In one order everywhere, so that two transactions cannot each wait for the other's row.
  const waiting = [...rows.keys()]
    .filter((i) => rows[i]!.flight !== null)
    .sort((a, b) => compare(place(rows[a]!), place(rows[b]!)));
  for (const [, [first, ...others]] of Map.groupBy(waiting, (i) => place(rows[i]!))) {
    const row = rows[first!]!;
    const joined = others.reduce<Joining>((all, i) => joinedRow(all, rows[i]!), row);
    const there = await joinOrInsert(tx, { ...row, ...joined });
    enqueued[first!] = there;
    for (const i of others) enqueued[i] = { id: there.id, merged: true };
  }
  return enqueued;
}

type Joining = Pick<QueuedRow, "payload" | "run_at" | "priority">;

/** Two jobs that wait in one place are one. */
function joinedRow(older: Joining, newer: Joining): Joining {
  return {
    payload: JSON.stringify(mergePayload(parse(older), parse(newer))),
    run_at: Math.min(older.run_at, newer.run_at),
    priority: Math.max(older.priority, newer.priority),
  };
}

function newRow(tenant: string, job: NewJob, now: number): QueuedRow {
  return {
    tenant,
    id: randomUUID(),
    scope: job.scope ?? 0,
    kind: job.kind,
    flight: job.flight ?? null,
    payload: JSON.stringify(job.payload ?? {}),
    priority: job.priority ?? 0,
    run_at: now + (job.delayMs ?? 0),
    attempts: 0,
    max_attempts: job.maxAttempts ?? 5,
    last_error: null,
    created_at: now,
    updated_at: now,
  };
}

const place = ({ scope, flight, kind }: QueuedRow): string => JSON.stringify([scope, flight, kind]);
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * The row is locked even when nothing in it changes: a runner that took it now would not yet see what this
 * transaction wrote, and the work would be lost.
 */
function findWaiting(tx: Tx, row: QueuedRow): Promise<JobRow | undefined> {
  return tx.one(
    `select * from job where ${IN_SCOPE} and flight = $3 and kind = $4 and status = 'queued'${tx.dialect.forUpdate}`,
    [row.tenant, row.scope, row.flight, row.kind],
  );
}

/** The one that is queued already takes the new one in; else the new one is queued. */
async function joinOrInsert(tx: Tx, row: QueuedRow): Promise<EnqueuedJob> {
  for (let misses = 0; misses < MISSES; misses++) {
    const there = await findWaiting(tx, row);
    if (there === undefined) {
      if ((await tx.run(INSERT_WAITING, values(row))) > 0) return { id: row.id, merged: false };
      continue;
    }
    const { payload, run_at, priority } = joinedRow(there, row);
    // A job that has failed keeps its wait: new reasons to run it are no reason to hurry.
    const runAt = there.attempts > 0 ? there.run_at : run_at;
    if (payload !== there.payload || runAt !== there.run_at || priority !== there.priority) {
      await tx.run(
        `update job set payload = $3, run_at = $4, priority = $5, updated_at = $6 where tenant = $1 and id = $2`,
        [there.tenant, there.id, payload, runAt, priority, row.updated_at],
      );
    }
    return { id: there.id, merged: true };
  }
  throw lostTrack();
}

/** Queues a job again that ran or died. Requests made meanwhile become part of it. */
export async function requeue(
  tx: Tx,
  job: JobRow,
  changes: Pick<JobRow, "run_at" | "attempts" | "last_error">,
  now: number,
): Promise<void> {
  let row: QueuedRow = { ...job, ...changes, updated_at: now };
  await tx.run("delete from job where tenant = $1 and id = $2", [job.tenant, job.id]);
  if (row.flight === null) {
    await tx.insert("job", COLUMNS, [values(row)]);
    return;
  }
  for (let misses = 0; misses < MISSES; misses++) {
    // An insert and not an update, because only an insert can give way to a row that is being queued right now.
    if ((await tx.run(INSERT_WAITING, values(row))) > 0) return;
    const there = await findWaiting(tx, row);
    if (there === undefined) continue;
    await tx.run("delete from job where tenant = $1 and id = $2", [there.tenant, there.id]);
    row = { ...row, ...joinedRow(row, there), run_at: row.run_at };
  }
  throw lostTrack();
}

const parse = (row: Pick<JobRow, "payload">): JobPayload => JSON.parse(row.payload) as JobPayload;

function lostTrack(): MemoirError {
  const message = "The queue changed faster than this write could follow. Please report this.";
  return new MemoirError("internal", message);
}
