import type { Job, JobCounts, JobFilter, JobPayload, JobStatus } from "../../domain/job.ts";
import type { ScopeKind } from "../../domain/scope.ts";
import type { Dialect } from "../dialect.ts";
import { type Newest, type SqlReader, TOP, type Tx, type Value } from "../tx.ts";
import { IN_SCOPE } from "./scopes.ts";

/** A job's row. Its times are on the database's clock. */
export interface JobRow {
  num: number;
  tenant: string;
  id: string;
  /** 0 = the tenant's. */
  scope: number;
  kind: string;
  flight: string | null;
  payload: string;
  priority: number;
  status: JobStatus;
  run_at: number;
  attempts: number;
  max_attempts: number;
  lease_until: number | null;
  lease_owner: string | null;
  last_error: string | null;
  created_at: number;
  updated_at: number;
  scope_kind: ScopeKind | null;
  scope_id: string | null;
}

/** With the scope's name in the place of its number. */
export const JOB_COLUMNS = `j.num, j.tenant, j.id, j.scope, j.kind, j.flight, j.payload, j.priority, j.status, j.run_at,
  j.attempts, j.max_attempts, j.lease_until, j.lease_owner, j.last_error, j.created_at, j.updated_at,
  (select s.kind from scope s where s.tenant = j.tenant and s.num = j.scope) as scope_kind,
  (select s.id from scope s where s.tenant = j.tenant and s.num = j.scope) as scope_id`;

export function toJob(row: JobRow): Job {
  return {
    id: row.id,
    tenant: row.tenant,
    scope:
      row.scope_kind === null || row.scope_id === null
        ? null
        : { tenant: row.tenant, kind: row.scope_kind, id: row.scope_id },
    kind: row.kind,
    flight: row.flight,
    payload: JSON.parse(row.payload) as JobPayload,
    priority: row.priority,
    status: row.status,
    runAt: new Date(row.run_at),
    attempts: row.attempts,
    maxAttempts: row.max_attempts,
    leaseUntil: row.lease_until === null ? null : new Date(row.lease_until),
    leaseOwner: row.lease_owner,
    lastError: row.last_error,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
  };
}

export async function databaseNow(reader: SqlReader): Promise<number> {
  const row = await reader.one<{ now: number }>(`select ${reader.dialect.now} as now`);
  return row?.now ?? 0;
}

export async function findJob(reader: SqlReader, tenant: string, id: string): Promise<Job | undefined> {
  const row = await reader.one<JobRow>(`select ${JOB_COLUMNS} from job j where j.tenant = $1 and j.id = $2`, [
    tenant,
    id,
  ]);
  return row === undefined ? undefined : toJob(row);
}

/** Newest first, below the place `before`. A row's place is its `num`. */
export function listJobs(
  reader: SqlReader,
  tenant: string,
  filter: JobFilter,
  { before = TOP, limit }: Newest,
): Promise<JobRow[]> {
  const params: Value[] = [tenant, before, limit];
  const conditions: string[] = [];
  const also = (column: string, value: string | undefined): void => {
    if (value !== undefined) conditions.push(`and j.${column} = $${params.push(value)}`);
  };
  also("status", filter.status);
  also("kind", filter.kind);
  return reader.all(
    `select ${JOB_COLUMNS} from job j where j.tenant = $1 and j.num < $2 ${conditions.join(" ")}
     order by j.num desc limit $3`,
    params,
  );
}

/** Counts by kind, of one tenant or (`null`) of the whole database. */
export function countJobs(reader: SqlReader, tenant: string | null): Promise<JobCounts[]> {
  const { now } = reader.dialect;
  const count = (condition: string, name: string): string =>
    `count(case when ${condition} then 1 end) as "${name}"`;
  return reader.all(
    `select kind,
       ${count(`status = 'queued' and run_at <= ${now}`, "ready")},
       ${count(`status = 'queued' and run_at > ${now}`, "waiting")},
       ${count("status = 'running'", "running")},
       ${count("status <> 'dead' and last_error is not null", "failing")},
       ${count("status = 'dead'", "dead")},
       coalesce(max(case when status = 'queued' and run_at <= ${now} then ${now} - run_at end), 0) as "oldestMs"
     from job ${tenant === null ? "" : "where tenant = $1"} group by kind order by kind`,
    tenant === null ? [] : [tenant],
  );
}

/** Both payloads in one: lists are united, other values are the newer one's. */
export function mergePayload(older: JobPayload, newer: JobPayload): JobPayload {
  const merged = new Map(Object.entries(older));
  for (const [key, value] of Object.entries(newer)) {
    const before = merged.get(key);
    merged.set(
      key,
      Array.isArray(before) && Array.isArray(value) ? [...new Set([...before, ...value])] : value,
    );
  }
  return Object.fromEntries(merged);
}

/** Lets the next job of the flight run. */
export async function leaveFlight(
  tx: Tx,
  job: Pick<JobRow, "tenant" | "id" | "scope" | "flight">,
): Promise<void> {
  if (job.flight === null) return;
  await tx.run(`delete from job_flight where ${IN_SCOPE} and flight = $3 and job = $4`, [
    job.tenant,
    job.scope,
    job.flight,
    job.id,
  ]);
}

export interface ClaimArgs {
  /** The kinds this process has handlers for; other kinds are left to other processes. */
  kinds: string[];
  limit: number;
  /** Names this one claim, so that whoever lost a job and got it again cannot be taken for the same. */
  owner: string;
  leaseMs: number;
  /** The tenant that was served last; of equal priorities the next one comes first. */
  after: string;
}

/** Each value as a separate parameter: they are few, and an index can be searched with them. */
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

/** One look at the index of all tenants tells that nothing is due, however many jobs wait. */
const someDue = ({ now }: Dialect): string =>
  `(select 1 from job d where d.status = 'queued' and d.run_at <= ${now} limit 1) = 1`;

/** Whether a claim would find anything. A read, so that an empty queue costs no write. */
export async function hasReadyJob(reader: SqlReader, kinds: readonly string[]): Promise<boolean> {
  if (kinds.length === 0) return false;
  const kindFilter = inKinds(kinds, 1);
  const row = await reader.one(
    `${QUEUED_TENANTS}
     select 1 as found from queued q
     where ${someDue(reader.dialect)} and (select 1 from job j where j.tenant = q.tenant and ${ready(reader.dialect, kindFilter)} limit 1) = 1
     union all select 1 as found from job j where ${expired(reader.dialect, kindFilter)}
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
  const jobs: JobRow[] = [];
  for (const row of rows) if (await enterFlight(tx, row)) jobs.push(row);
  return lease(tx, jobs, args);
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
    else
      await buryJob(tx, row, `the process that ran it fell silent (try ${row.attempts}, ${row.lease_owner})`);
  }
  return lease(tx, alive, args);
}

async function lease(tx: Tx, jobs: readonly JobRow[], { owner, leaseMs }: ClaimArgs): Promise<JobRow[]> {
  const leased: JobRow[] = [];
  for (const [tenant, tenantJobs] of Map.groupBy(jobs, (job) => job.tenant)) {
    await tx.run(
      `update job set status = 'running', attempts = attempts + 1, lease_owner = $2,
         lease_until = ${tx.dialect.now} + $3, updated_at = ${tx.dialect.now}
       where tenant = $1 and id ${among(tenantJobs, 4)}`,
      [tenant, owner, leaseMs, ...tenantJobs.map((job) => job.id)],
    );
    for (const job of tenantJobs)
      leased.push({ ...job, status: "running", attempts: job.attempts + 1, lease_owner: owner });
  }
  return leased;
}

/** Sets a job aside for a person to look at. */
export async function buryJob(tx: Tx, job: JobRow, reason: string): Promise<void> {
  await leaveFlight(tx, job);
  await tx.run(
    `update job set status = 'dead', lease_owner = null, lease_until = null, last_error = $3,
       updated_at = ${tx.dialect.now} where tenant = $1 and id = $2`,
    [job.tenant, job.id, reason],
  );
}
