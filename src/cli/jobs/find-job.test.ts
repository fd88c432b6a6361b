import { expect, it } from "vitest";
import type { Job } from "../../domain/job.ts";
import type { JobQueue } from "../../index.ts";
import { theJob } from "../commands/jobs.ts";

const IDS = ["3f2a1c90-0000-4000-8000-000000000001", "3f2a1c91-0000-4000-8000-000000000002", "aaaa0000"];

/** A queue that hands out one job a page. */
const queue = {
  list: async (_filter: unknown, { before = 0 }: { before?: number } = {}) => ({
    items: [{ id: IDS[before] } as Job],
    next: before + 1 < IDS.length ? before + 1 : null,
  }),
  show: async (id: string) => {
    if (!IDS.includes(id)) throw new Error(`no job ${id}`);
    return { id } as Job;
  },
} as unknown as JobQueue;

it.each([
  ["3f2a1c90", IDS[0]],
  ["3F2A1C91", IDS[1]],
  ["aaaa", IDS[2]],
  [IDS[1]!, IDS[1]],
])("%s is %s", async (id, expected) => {
  expect((await theJob(queue, id)).id).toBe(expected);
});

it.each([
  ["3f2a", /More than one job's id begins with 3f2a/],
  ["3f", /at least 4 characters/],
  ["bbbb", /no job bbbb/],
])("%s is refused", async (id, message) => {
  await expect(theJob(queue, id)).rejects.toThrow(message);
});
