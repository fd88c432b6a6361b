import type { Dialect } from "./dialect.ts";
import { JOB_COLUMNS, type JobRow, leaveFlight } from "./jobs.ts";
import type { Reader, Tx } from "./tx.ts";

export interface ClaimArgs {
  /** What this process has handlers for; other kinds stay for others. */
  kinds: string[];
  limit: number;
  /** Names this one claim, so that whoever lost a job and got it again cannot be taken for the same. */
  owner: string;
  leaseMs: number;
  /** The tenant that was served last; of equal priorities the next one comes first. */
  after: string;
}

/** Each value by a parameter of its own: few enough, and an index can be searched with them. */
const among = (values: readonly unknown[], first: number): string =>
  `in (${values.map((_, i) => `$${first + i}`).join(", ")})`;
const inKinds = (kinds: readonly string[], first: number): string => `j.kind ${among(kinds, first)}`;

/**
 * Due, of a known kind, in no flight that is under way, in no scope whose writes are off. The form is for PostgreSQL:
 * it would turn `exists` into a join with all rows of the other tables, and take bare comparisons with subqueries for
 * so rare that sorting all jobs looks cheaper than reading the first few in the order of the index.
 */
const ready = ({ now }: Dialect, kinds: string): string =>
  `j.status = 'queued' and j.run_at <= ${now} and ${kinds} and case when
     (select f.job from job_flight f where f.tenant = j.tenant and f.scope = j.scope and f.flight = j.flight) is null
     and coalesce((select s.writes from scope s where s.tenant = j.tenant and s.num = j.scope), 1) = 1
   then true else false end`;

const expired = ({ now }: Dialect, kinds: string): string =>
  `j.status = 'running' and j.lease_until < ${now} and ${kinds}`;

/** Tenants with queued jobs, from one to the next by the index instead of through all rows. Read-only ones rest. */
const QUEUED_TENANTS = `with recursive step (tenant) as (
    select min(tenant) from job where status = 'queued'
    union all
    select (select min(j.tenant) from job j where j.status = 'queued' and j.tenant > step.tenant)
    from step where step.tenant is not null
  ), queued (tenant) as (
    select step.tenant from step where step.tenant is not null
    and coalesce((select t.read_only from tenant t where t.tenant = step.tenant), 0) = 0
  )`;

/** Whether a claim would find anything. A read, so that an empty queue costs no write. */
export async function hasReadyJob(reader: Reader, kinds: readonly string[]): Promise<boolean> {
  if (kinds.length === 0) return false;
  const known = inKinds(kinds, 1);
  const row = await reader.one(
    `${QUEUED_TENANTS}
     select 1 as found from queued q
     where (select 1 from job j where j.tenant = q.tenant and ${ready(reader.dialect, known)} limit 1) = 1
     union all select 1 as found from job j where ${expired(reader.dialect, known)}
     limit 1`,
    kinds,
  );
  return row !== undefined;
}

/**
 * Leases jobs to one process: first those whose process fell silent, then the queued ones by priority and age.
 * Tenants of equal priority take turns.
 */
export async function claim(tx: Tx, args: ClaimArgs): Promise<JobRow[]> {
  const claimed = await takeOver(tx, args);
  const tenants = await tenantsInTurn(tx, args);
  for (const [i, tenant] of tenants.entries()) {
    const free = args.limit - claimed.length;
    if (free <= 0) break;
    claimed.push(...(await take(tx, tenant, Math.ceil(free / (tenants.length - i)), args)));
  }
  return claimed;
}

async function tenantsInTurn(tx: Tx, { kinds, after }: ClaimArgs): Promise<string[]> {
  const due = `from job j where j.tenant = q.tenant and ${ready(tx.dialect, inKinds(kinds, 1))}`;
  const rows = await tx.all<{ tenant: string; top: number }>(
    `${QUEUED_TENANTS}
     select q.tenant, (select j.priority ${due} order by j.priority desc, j.run_at, j.num limit 1) as top
     from queued q where (select 1 ${due} limit 1) = 1`,
    kinds,
  );
  const turn = (tenant: string): number => (tenant > after ? 0 : 1);
  return rows
    .sort((a, b) => b.top - a.top || turn(a.tenant) - turn(b.tenant) || (a.tenant < b.tenant ? -1 : 1))
    .map((row) => row.tenant);
}

async function take(tx: Tx, tenant: string, limit: number, args: ClaimArgs): Promise<JobRow[]> {
  const rows = await tx.all<JobRow>(
    `select ${JOB_COLUMNS} from job j where j.tenant = $1 and ${ready(tx.dialect, inKinds(args.kinds, 3))}
     order by j.priority desc, j.run_at, j.num limit $2${tx.dialect.skipLocked}`,
    [tenant, limit, ...args.kinds],
  );
  const taken: JobRow[] = [];
  for (const row of rows) if (await enterFlight(tx, row)) taken.push(row);
  return lease(tx, taken, args);
}

/** Two kinds of one flight may be queued side by side, so the flight itself must be won. */
async function enterFlight(tx: Tx, job: JobRow): Promise<boolean> {
  if (job.flight === null) return true;
  const entered = await tx.run(
    `insert into job_flight (tenant, scope, flight, job) values ($1, $2, $3, $4)
     on conflict (tenant, scope, flight) do nothing`,
    [job.tenant, job.scope, job.flight, job.id],
  );
  return entered > 0;
}

/** The lease has run out: its process died or hangs. That try counts, and the last one ends it. */
async function takeOver(tx: Tx, args: ClaimArgs): Promise<JobRow[]> {
  const rows = await tx.all<JobRow>(
    `select ${JOB_COLUMNS} from job j where ${expired(tx.dialect, inKinds(args.kinds, 2))}
     order by j.lease_until limit $1${tx.dialect.skipLocked}`,
    [args.limit, ...args.kinds],
  );
  const alive: JobRow[] = [];
  for (const row of rows) {
    if (row.attempts < row.max_attempts) alive.push(row);
    else await bury(tx, row, `the process that ran it fell silent (try ${row.attempts}, ${row.lease_owner})`);
  }
  return lease(tx, alive, args);
}

async function lease(tx: Tx, jobs: readonly JobRow[], { owner, leaseMs }: ClaimArgs): Promise<JobRow[]> {
  const leased: JobRow[] = [];
  for (const [tenant, own] of Map.groupBy(jobs, (job) => job.tenant)) {
    await tx.run(
      `update job set status = 'running', attempts = attempts + 1, lease_owner = $2,
         lease_until = ${tx.dialect.now} + $3, updated_at = ${tx.dialect.now}
       where tenant = $1 and id ${among(own, 4)}`,
      [tenant, owner, leaseMs, ...own.map((job) => job.id)],
    );
    for (const job of own)
      leased.push({ ...job, status: "running", attempts: job.attempts + 1, lease_owner: owner });
  }
  return leased;
}

/** Sets a job aside for a person to look at. */
export async function bury(tx: Tx, job: JobRow, reason: string): Promise<void> {
  await leaveFlight(tx, job);
  await tx.run(
    `update job set status = 'dead', lease_owner = null, lease_until = null, last_error = $3,
       updated_at = ${tx.dialect.now} where tenant = $1 and id = $2`,
    [job.tenant, job.id, reason],
  );
}
