import type { Job, JobCounts, JobFilter, JobPayload, JobStatus } from "../domain/job.ts";
import type { ScopeKind } from "../domain/scope.ts";
import { type Newest, TOP } from "./page.ts";
import type { Reader, Tx, Value } from "./tx.ts";

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

export async function databaseNow(reader: Reader): Promise<number> {
  const row = await reader.one<{ now: number }>(`select ${reader.dialect.now} as now`);
  return row?.now ?? 0;
}

export async function findJob(reader: Reader, tenant: string, id: string): Promise<Job | undefined> {
  const row = await reader.one<JobRow>(`select ${JOB_COLUMNS} from job j where j.tenant = $1 and j.id = $2`, [
    tenant,
    id,
  ]);
  return row === undefined ? undefined : toJob(row);
}

/** Newest first, below the place `before`. A row's place is its `num`. */
export function listJobs(
  reader: Reader,
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
  return reader.all<JobRow>(
    `select ${JOB_COLUMNS} from job j where j.tenant = $1 and j.num < $2 ${conditions.join(" ")}
     order by j.num desc limit $3`,
    params,
  );
}

/** Counts by kind, of one tenant or (`null`) of the whole database. */
export function countJobs(reader: Reader, tenant: string | null): Promise<JobCounts[]> {
  const { now } = reader.dialect;
  const count = (condition: string, name: string): string =>
    `count(case when ${condition} then 1 end) as "${name}"`;
  return reader.all<JobCounts>(
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
  await tx.run("delete from job_flight where tenant = $1 and scope = $2 and flight = $3 and job = $4", [
    job.tenant,
    job.scope,
    job.flight,
    job.id,
  ]);
}
