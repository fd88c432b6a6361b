import { afterAll, beforeAll } from "vitest";
import { parseScope, type Scope } from "../../../src/domain/scope.ts";
import { resolveSettings, type SettingsInput } from "../../../src/domain/settings.ts";
import { type JobQueue, jobQueue } from "../../../src/jobs/queue.ts";
import type { Handlers } from "../../../src/jobs/run-job.ts";
import { Runner, type RunnerOptions } from "../../../src/jobs/runner.ts";
import { openStore } from "../../../src/store/open.ts";
import type { Store } from "../../../src/store/port.ts";
import type { NewJob } from "../../../src/store/tables/job-queue.ts";
import type { JobRow } from "../../../src/store/tables/jobs.ts";
import type { Lease } from "../../../src/store/writes/jobs.ts";
import type { ObserveArgs } from "../../../src/store/writes/observe.ts";
import type { SharedDatabase } from "../../support/databases.ts";

/**
 * The fixture of the queue's tests: three stores on one database, as three processes would have them, and shorthands.
 */
export interface JobBench {
  /** The first of `stores`. */
  readonly store: Store;
  readonly stores: readonly Store[];
  readonly clock: () => Date;
  /** The queue of the test's tenant, or of another one through another store. */
  queue(store?: Store, tenant?: string): JobQueue;
  /** A kind of this test alone: claims see every tenant's jobs. */
  kind(name?: string): string;
  job(more?: Partial<NewJob>): Omit<NewJob, "scope">;
  /** The test's scope. */
  alice(): Scope;
  claim(limit?: number, kinds?: string[]): Promise<JobRow[]>;
  leaseOf(row: JobRow | undefined): Lease;
  done(row: JobRow | undefined): Promise<unknown>;
  /** Lets a lease run out, and a wait end, without waiting. */
  expire(id: string): Promise<unknown>;
  makeDue(id: string): Promise<unknown>;
  rows(): Promise<JobRow[]>;
  /** Arguments of an `observe` that records one event with this id, as a job's effect. */
  event(id: string): ObserveArgs;
  /** The ids of the events that effects have recorded. */
  effects(): Promise<string[]>;
  /** A runner that is stopped when all is done. */
  runner(handlers: Handlers, settings?: SettingsInput["jobs"], more?: Partial<RunnerOptions>): Runner;
}

export function useJobs(db: SharedDatabase): JobBench {
  const stores: Store[] = [];
  const runners: Runner[] = [];
  let claims = 0;

  beforeAll(async () => {
    for (let i = 0; i < 3; i++) stores.push(await openStore({ database: db.database }));
  });
  afterAll(async () => {
    await Promise.all(runners.map((runner) => runner.stop()));
    await Promise.all(stores.map((store) => store.close()));
  });

  const clock = (): Date => new Date(db.clock.now);
  const kind = (name = "work"): string => `${db.tenant}.${name}`;
  const alice = (): Scope => parseScope("user:alice", db.tenant);
  const leaseOf = (row: JobRow | undefined): Lease => ({
    tenant: row!.tenant,
    id: row!.id,
    owner: row!.lease_owner!,
  });
  return {
    get store() {
      return stores[0]!;
    },
    stores,
    clock,
    queue: (store = stores[0]!, tenant = db.tenant) => jobQueue(store, tenant, clock),
    kind,
    job: (more = {}) => ({ kind: kind(), ...more }),
    alice,
    claim: (limit = 10, kinds = [kind()]) =>
      stores[0]!.write("claimJobs", { kinds, limit, owner: `test-${++claims}`, leaseMs: 30_000, after: "" }),
    leaseOf,
    done: (row) => stores[0]!.write("completeJob", { ...leaseOf(row), effect: null }),
    expire: (id) => db.query("update job set lease_until = 1 where tenant = $1 and id = $2", [db.tenant, id]),
    makeDue: (id) => db.query("update job set run_at = 1 where tenant = $1 and id = $2", [db.tenant, id]),
    rows: () => db.query<JobRow>("select * from job where tenant = $1 order by num", [db.tenant]),
    event: (id) => ({
      scope: alice(),
      at: db.clock.now,
      events: [
        {
          id,
          type: "message",
          role: "user",
          actor: null,
          text: "effect",
          content: null,
          platform: null,
          session: null,
          thread: null,
          turn: null,
          at: db.clock.now,
          recordedAt: db.clock.now,
        },
      ],
    }),
    effects: async () => {
      const rows = await db.query<{ id: string }>("select id from event where tenant = $1 order by id", [
        db.tenant,
      ]);
      return rows.map((row) => row.id);
    },
    runner: (handlers, settings = {}, more = {}) => {
      const one = new Runner({
        store: stores[0]!,
        handlers,
        settings: resolveSettings({ jobs: settings }).jobs,
        random: () => 0,
        ...more,
      });
      runners.push(one);
      return one;
    },
  };
}
