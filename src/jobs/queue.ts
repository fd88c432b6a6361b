import type { JobsHandle } from "../api/upkeep.ts";
import { checkNames, checkOptions } from "../domain/arguments.ts";
import { invalidArgument, MemoirError, show } from "../domain/errors.ts";
import type { Scope } from "../domain/scope.ts";
import { checkId } from "../domain/text.ts";
import type { Store } from "../store/port.ts";
import type { EnqueuedJob, NewJob } from "../store/tables/job-queue.ts";
import { countJobs, findJob, listJobs, toJob } from "../store/tables/jobs.ts";

/** The same, for the engine, which also puts jobs into it. */
export interface JobQueue extends JobsHandle {
  /** Queues jobs, of a scope or (`null`) of the tenant; all of them or none. */
  enqueue(scope: Scope | null, jobs: readonly Omit<NewJob, "scope">[]): Promise<EnqueuedJob[]>;
}

/** The longest payload, as JSON: ids fit easily, texts soon do not. */
const PAYLOAD = 16_384;
const FARTHEST_MS = 10 * 365 * 86_400_000;

export function jobQueue(store: Store, tenant: string, clock: () => Date): JobQueue {
  return {
    async enqueue(scope, jobs) {
      for (const [i, job] of jobs.entries()) checkJob(job, `jobs[${i}]`);
      return store.write("enqueue", { tenant, scope, at: clock().getTime(), jobs: [...jobs] });
    },

    async list(options, { before, limit = 100 } = {}) {
      const filter = checkOptions(options, "jobs.list()");
      checkNames(filter, ["status", "kind"], "jobs.list()");
      const rows = await listJobs(store.read, tenant, filter, { before, limit: limit + 1 });
      const jobs = rows.slice(0, limit);
      return { items: jobs.map(toJob), next: rows.length > limit ? (jobs.at(-1)?.num ?? null) : null };
    },

    async show(id) {
      const job = await findJob(store.read, tenant, checkId(id, "id"));
      if (job === undefined) throw notFound(id);
      return job;
    },

    async retry(id) {
      if ((await store.write("retryJobs", { tenant, id: checkId(id, "id"), kind: null })) === 0) {
        const job = await findJob(store.read, tenant, id);
        if (job === undefined) throw notFound(id);
        throw new MemoirError("conflict", `Job ${id} is running now; wait for its end, or cancel it.`);
      }
    },

    retryDead: (kind) => store.write("retryJobs", { tenant, id: null, kind: kind ?? null }),

    async cancel(id) {
      if (!(await store.write("cancelJob", { tenant, id: checkId(id, "id") }))) throw notFound(id);
    },

    stats: () => countJobs(store.read, tenant),
  };
}

function checkJob(job: Omit<NewJob, "scope">, path: string): void {
  checkId(job.kind, `${path}.kind`);
  if (job.flight !== undefined) checkId(job.flight, `${path}.flight`);
  checkWhole(job.priority ?? 0, -1_000_000, 1_000_000, `${path}.priority`);
  checkWhole(job.delayMs ?? 0, 0, FARTHEST_MS, `${path}.delayMs`);
  checkWhole(job.maxAttempts ?? 1, 1, 1_000, `${path}.maxAttempts`);
  const length = JSON.stringify(job.payload ?? {}).length;
  if (length > PAYLOAD) {
    throw new MemoirError(
      "too_large",
      `${path}.payload has ${length} characters as JSON; at most ${PAYLOAD} are taken. Jobs carry ids, not texts.`,
      { details: { limit: PAYLOAD, length } },
    );
  }
}

function checkWhole(value: unknown, min: number, max: number, path: string): void {
  if (Number.isInteger(value) && (value as number) >= min && (value as number) <= max) return;
  throw invalidArgument(`${path} must be a whole number from ${min} to ${max}, got ${show(value)}.`, {
    path,
  });
}

function notFound(id: string): MemoirError {
  return new MemoirError("not_found", `There is no job ${id}: it is done, was cancelled, or never was.`, {
    details: { id },
  });
}
