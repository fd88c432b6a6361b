import { MemoirError } from "../../domain/errors.ts";
import type { Job, JobFilter } from "../../domain/job.ts";
import type { OperatorHandle } from "../../index.ts";

export const JOB_HELP = "its id, or the first characters of it, at least four";

const WHOLE = 36;
const SHORTEST = 4;
const PAGE = 1_000;

/** All jobs of a queue, newest first. */
export async function* allJobs(
  queue: OperatorHandle["jobs"],
  filter: JobFilter,
): AsyncGenerator<Job, void, void> {
  for (let before: number | null | undefined; before !== null; ) {
    const page = await queue.list(filter, { limit: PAGE, ...(before === undefined ? {} : { before }) });
    yield* page.items;
    before = page.next;
  }
}

/** The job with this id or the only one whose id begins so. Fails with `not_found`, as the queue does. */
export async function theJob(queue: OperatorHandle["jobs"], id: string): Promise<Job> {
  const beginning = id.trim().toLowerCase();
  if (beginning.length >= WHOLE) return queue.show(beginning);
  if (beginning.length < SHORTEST) {
    throw new MemoirError("invalid_argument", `Give at least ${SHORTEST} characters of the job's id.`, {
      details: { id },
    });
  }
  const found: Job[] = [];
  for await (const job of allJobs(queue, {})) if (job.id.startsWith(beginning)) found.push(job);
  if (found.length > 1) {
    throw new MemoirError("invalid_argument", `More than one job's id begins with ${id}. Give more of it.`, {
      details: { id, ids: found.map((job) => job.id) },
    });
  }
  return found[0] ?? queue.show(beginning);
}
