import { MemoirError } from "../../domain/errors.ts";
import type { Scope } from "../../domain/scope.ts";
import { type EnqueuedJob, enqueueJobs, type NewJob, requeue } from "../tables/job-queue.ts";
import { buryJob, type ClaimArgs, claim, databaseNow, type JobRow, leaveFlight } from "../tables/jobs.ts";
import { refuseReadOnly } from "../tables/scopes.ts";
import type { Tx } from "../tx.ts";
import { inScope } from "./context.ts";

export interface EnqueueArgs {
  tenant: string;
  /** The scope of the job; `null` = the tenant. */
  scope: Scope | null;
  at: number;
  jobs: Omit<NewJob, "scope">[];
}

export async function enqueue(tx: Tx, args: EnqueueArgs): Promise<EnqueuedJob[]> {
  const { tenant, scope, jobs } = args;
  if (scope !== null) {
    return inScope(tx, { scope, at: args.at }, ({ num }) =>
      enqueueJobs(
        tx,
        tenant,
        jobs.map((job) => ({ ...job, scope: num })),
      ),
    );
  }
  await refuseReadOnly(tx, tenant);
  return enqueueJobs(tx, tenant, jobs);
}

export function claimJobs(tx: Tx, args: ClaimArgs): Promise<JobRow[]> {
  return claim(tx, args);
}

/** One lease: which job, and the claim that got it. */
export interface Lease {
  tenant: string;
  id: string;
  owner: string;
}

/** Signs of life. Returns the ids of the jobs that are somebody else's by now. */
export async function heartbeatJobs(tx: Tx, args: { leases: Lease[]; leaseMs: number }): Promise<string[]> {
  const lost: string[] = [];
  for (const { tenant, id, owner } of args.leases) {
    const renewed = await tx.run(
      `update job set lease_until = ${tx.dialect.now} + $4 where tenant = $1 and id = $2 and lease_owner = $3`,
      [tenant, id, owner, args.leaseMs],
    );
    if (renewed === 0) lost.push(id);
  }
  return lost;
}

export interface CompleteArgs extends Lease {
  /** The write that is the job's effect. */
  effect: { write: string; args: unknown } | null;
}

/**
 * The job's effect and its end, both or neither: who has lost the lease changes nothing. The effect comes first
 * because every other write takes the scope before the jobs, and only one order is free of deadlocks.
 */
export async function completeJob(
  tx: Tx,
  args: CompleteArgs,
  run: (write: string, args: unknown) => Promise<unknown>,
): Promise<unknown> {
  const result = args.effect === null ? null : await run(args.effect.write, args.effect.args);
  const [done] = await tx.all<Pick<JobRow, "scope" | "flight">>(
    "delete from job where tenant = $1 and id = $2 and lease_owner = $3 returning scope, flight",
    [args.tenant, args.id, args.owner],
  );
  if (done === undefined) throw leaseLost(args);
  await leaveFlight(tx, { ...args, ...done });
  return result;
}

export interface FailArgs extends Lease {
  reason: string;
  /** The wait before the next try. */
  delayMs: number;
}

/** A try has failed: again later, or dead if it was the last one. */
export async function failJob(tx: Tx, args: FailArgs): Promise<"queued" | "dead"> {
  const job = await leasedJob(tx, args);
  if (job.attempts >= job.max_attempts) {
    await buryJob(tx, job, args.reason);
    return "dead";
  }
  const now = await databaseNow(tx);
  await leaveFlight(tx, job);
  await requeue(
    tx,
    job,
    { run_at: now + args.delayMs, attempts: job.attempts, last_error: args.reason },
    now,
  );
  return "queued";
}

/** Hands jobs back untried: this try does not count. Jobs that another process owns by now stay with it. */
export async function releaseJobs(tx: Tx, args: { leases: Lease[]; delayMs: number }): Promise<number> {
  const now = await databaseNow(tx);
  let released = 0;
  for (const lease of args.leases) {
    const job = await findHeld(tx, lease);
    if (job === undefined) continue;
    await leaveFlight(tx, job);
    await requeue(
      tx,
      job,
      { run_at: now + args.delayMs, attempts: job.attempts - 1, last_error: job.last_error },
      now,
    );
    released += 1;
  }
  return released;
}

export interface RetryArgs {
  tenant: string;
  /** One job, whether dead or waiting for its next try; `null` = every dead one. */
  id: string | null;
  /** Only of this kind. */
  kind: string | null;
}

/** Gives dead jobs all their tries again, and lets one that is waiting go now. Returns how many there were. */
export async function retryJobs(tx: Tx, args: RetryArgs): Promise<number> {
  await refuseReadOnly(tx, args.tenant);
  const condition = args.id === null ? "status = 'dead'" : "id = $3 and status in ('dead', 'queued')";
  const rows = await tx.all<JobRow>(
    `select * from job where tenant = $1 and ($2 = '' or kind = $2) and ${condition}
     order by scope, flight, kind, num${tx.dialect.forUpdate}`,
    [args.tenant, args.kind ?? "", ...(args.id === null ? [] : [args.id])],
  );
  const now = await databaseNow(tx);
  for (const row of rows) {
    const attempts = row.status === "dead" ? 0 : row.attempts;
    await requeue(tx, row, { run_at: now, attempts, last_error: row.last_error }, now);
  }
  return rows.length;
}

/** Removes a job in any state; a running one gets a stop signal and its effect is rejected. */
export async function cancelJob(tx: Tx, args: { tenant: string; id: string }): Promise<boolean> {
  const [gone] = await tx.all<Pick<JobRow, "scope" | "flight">>(
    "delete from job where tenant = $1 and id = $2 returning scope, flight",
    [args.tenant, args.id],
  );
  if (gone !== undefined) await leaveFlight(tx, { ...args, ...gone });
  return gone !== undefined;
}

function findHeld(tx: Tx, { tenant, id, owner }: Lease): Promise<JobRow | undefined> {
  return tx.one(
    `select * from job where tenant = $1 and id = $2 and lease_owner = $3${tx.dialect.forUpdate}`,
    [tenant, id, owner],
  );
}

async function leasedJob(tx: Tx, lease: Lease): Promise<JobRow> {
  const job = await findHeld(tx, lease);
  if (job === undefined) throw leaseLost(lease);
  return job;
}

function leaseLost({ id }: Lease): MemoirError {
  return new MemoirError(
    "lease_lost",
    `Job ${id} is no longer this process's: its lease ran out and another took it over, or it was cancelled. Nothing was changed.`,
    { details: { id } },
  );
}
