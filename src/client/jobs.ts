import { parseScope } from "../domain/scope.ts";
import type { OperatorFace } from "../handles/face.ts";
import type { JobQueue } from "../jobs/queue.ts";
import type { Transport } from "./transport.ts";

const PATH = "/api/ltm/jobs";

type Job = Awaited<ReturnType<JobQueue["show"]>>;
/** A scope is written as a text there. */
type WrittenJob = Omit<Job, "scope"> & { readonly scope: string | null };

/** The queue of a tenant on a server. */
export function remoteJobs({ send }: Transport): OperatorFace["jobs"] {
  const one = (id: string, call = ""): string => `${PATH}/${encodeURIComponent(id)}${call}`;
  return {
    async list(filter = {}, { before, limit = 100 } = {}) {
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
    stats: async () =>
      (await send<{ kinds: Awaited<ReturnType<JobQueue["stats"]>> }>("GET", `${PATH}/stats`)).kinds,
  };
}

function read(job: WrittenJob): Job {
  return { ...job, scope: job.scope === null ? null : parseScope(job.scope, job.tenant) };
}
