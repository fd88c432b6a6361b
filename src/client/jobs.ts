import type { JobsHandle, UpkeepHandle } from "../api/upkeep.ts";
import { checkNames, checkOptions } from "../domain/arguments.ts";
import type { JobCounts } from "../domain/job.ts";
import { parseScope } from "../domain/scope.ts";
import { checked, JOBS_CALLS, UPKEEP_CALLS } from "../handles/calls.ts";
import { segment } from "./request.ts";
import type { Transport } from "./transport.ts";

const PATH = "/api/ltm/jobs";
const UPKEEP = "/api/ltm/upkeep";

type Job = Awaited<ReturnType<JobsHandle["show"]>>;
/** A scope is written as a text there. */
type WrittenJob = Omit<Job, "scope"> & { readonly scope: string | null };

/** The queue of a tenant on a server. */
export function remoteJobs({ send }: Transport): JobsHandle {
  const one = (id: string, call = ""): string => `${PATH}/${segment(id)}${call}`;
  const handle: JobsHandle = {
    async list(given, { before, limit = 100 } = {}) {
      const filter = checkOptions(given, "jobs.list()");
      checkNames(filter, ["status", "kind"], "jobs.list()");
      const { items, next } = await send<{ items: WrittenJob[]; next: string | null }>("GET", PATH, {
        query: { ...filter, limit, cursor: before },
      });
      return { items: items.map(read), next: next === null ? null : Number(next) };
    },
    show: async (id) => read(await send<WrittenJob>("GET", one(id))),
    retry: async (id) => {
      await send("POST", one(id, "/retry"));
    },
    retryDead: async (kind) =>
      (await send<{ retried: number }>("POST", `${PATH}/retry`, { body: { kind } })).retried,
    cancel: async (id) => {
      await send("POST", one(id, "/cancel"));
    },
    stats: async () => (await send<{ kinds: JobCounts[] }>("GET", `${PATH}/stats`)).kinds,
  };
  return checked(handle, JOBS_CALLS, "jobs.");
}

function read(job: WrittenJob): Job {
  return { ...job, scope: job.scope === null ? null : parseScope(job.scope, job.tenant) };
}

/** The upkeep of a tenant on a server. */
export function remoteUpkeep({ send }: Transport): UpkeepHandle {
  const handle: UpkeepHandle = {
    status: async () => (await send<{ jobs: never[] }>("GET", UPKEEP)).jobs,
    run: (name, { dryRun, signal } = {}) =>
      send("POST", `${UPKEEP}/jobs/${segment(name, "name")}/run`, { body: { dryRun }, signal }),
    undo: (run, { reason, signal } = {}) =>
      send("POST", `${UPKEEP}/runs/${segment(run, "run")}/undo`, { body: { reason }, signal }),
    runs: async ({ name, limit } = {}) =>
      (await send<{ runs: never[] }>("GET", `${UPKEEP}/runs`, { query: { name, limit } })).runs,
  };
  return checked(handle, UPKEEP_CALLS, "upkeep.");
}
