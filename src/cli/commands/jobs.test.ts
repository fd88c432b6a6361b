import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Job } from "../../domain/job.ts";
import type { JobQueue } from "../../index.ts";
import { useRunner } from "../runner.fixture.ts";
import { theJob } from "./jobs.ts";

const cli = useRunner();

describe("jobs", () => {
  const enqueue = (count: number, kind = "embed"): Promise<string[]> =>
    cli.library(async (engine) => {
      const scope = { tenant: "default", kind: "user", id: "me" } as const;
      const jobs = Array.from({ length: count }, (_, i) => ({
        kind,
        payload: { number: i },
        delayMs: i * 60_000,
      }));
      return (await engine.operator().jobs.enqueue(scope, jobs)).map(({ id }) => id);
    });

  it("says that there are none, and where it looked", async () => {
    expect((await cli.memoir(["jobs"])).out).toBe(
      `There is no database at ${join(cli.cwd, "memoir.db")} yet, so there are no jobs.\n`,
    );
    expect(existsSync(join(cli.cwd, "memoir.db"))).toBe(false);
    await cli.library(async () => undefined);
    expect((await cli.memoir(["jobs"])).out).toBe(
      "No jobs: the queue of default is empty. Finished jobs leave it.\n",
    );
    expect((await cli.memoir(["jobs", "list", "--status", "dead"])).out).toBe(
      "No such job in the queue of default. See all: memoir jobs list\n",
    );
    expect((await cli.memoir(["jobs", "stats"])).out).toBe("No jobs: the queue of default is empty.\n");
    expect((await cli.memoir(["jobs", "retry", "--dead"])).out).toBe("No dead job; nothing to retry.\n");
  });

  it("lists, newest first, by kind and status, and says that there are more", async () => {
    const ids = await enqueue(3);
    await enqueue(1, "other");
    const { out } = await cli.memoir(["jobs", "list", "--kind", "embed"]);
    expect(out.split("\n").slice(0, 2)).toEqual([
      "ID        KIND   SCOPE    STATUS  TRIES   ADDED     NEXT RUN  LAST ERROR",
      `${ids[2]!.slice(0, 8)}  embed  user:me  queued  0 of 5  just now  in 1 min  -`,
    ]);
    const kinds = async (...args: string[]): Promise<string> =>
      (await cli.json<{ jobs: { kind: string }[]; more: boolean }>(["jobs", "list", ...args])).jobs
        .map(({ kind }) => kind)
        .join(" ");
    expect(await kinds()).toBe("other embed embed embed");
    expect(await kinds("--status", "running")).toBe("");
    expect(await kinds("--limit", "2")).toBe("other embed");
    expect((await cli.memoir(["jobs", "list", "--limit", "2"])).out).toContain(
      "There are more. Show them with",
    );
  });

  it("shows, cancels and retries by the beginning of an id", async () => {
    const [first, second] = await enqueue(2);
    const short = second!.slice(0, 8);
    expect((await cli.memoir(["jobs", "show", short])).out).toContain(`id        ${second}\n`);
    expect(await cli.json(["jobs", "show", short])).toMatchObject({
      tenant: "default",
      job: { id: second, scope: "user:me", status: "queued", payload: { number: 1 } },
    });
    expect((await cli.memoir(["jobs", "retry", short])).out).toContain("✓ It may run now:\n");
    expect(await cli.json(["jobs", "stats"])).toMatchObject({
      kinds: [{ kind: "embed", ready: 2, waiting: 0 }],
      totals: { ready: 2, dead: 0 },
    });
    expect((await cli.memoir(["jobs", "cancel", first!])).out).toContain(
      `✓ Cancelled:\n  ${first!.slice(0, 8)}  embed`,
    );
    expect(await cli.memoir(["jobs", "cancel", first!])).toMatchObject({
      code: 1,
      err: expect.stringContaining(`There is no job ${first}`),
    });
  });

  it("are listed, shown, retried and cancelled", async () => {
    const scope = { tenant: "default", kind: "user", id: "mia" } as const;
    const [first, second] = await cli.library((engine) =>
      engine.operator().jobs.enqueue(scope, [
        { kind: "embed", payload: { a: 1 } },
        { kind: "embed", delayMs: 600_000 },
      ]),
    );
    await cli.library((engine) => engine.operator("acme").jobs.enqueue(null, [{ kind: "other" }]));

    const listed = await cli.memoir(["jobs", "list"]);
    expect(listed.out.split("\n").slice(0, 3)).toEqual([
      "ID        KIND   SCOPE     STATUS  TRIES   ADDED     NEXT RUN  LAST ERROR",
      expect.stringMatching(
        new RegExp(`^${second!.id.slice(0, 8)}  embed  user:mia  queued  0 of 5  just now  in 9 min  -$`),
      ),
      `${first!.id.slice(0, 8)}  embed  user:mia  queued  0 of 5  just now  now       -`,
    ]);
    expect(await cli.json(["jobs", "list", "--tenant", "acme"])).toMatchObject({
      tenant: "acme",
      jobs: [{ kind: "other", scope: null, status: "queued" }],
      more: false,
    });
    expect(await cli.json(["jobs", "show", first!.id.slice(0, 8)])).toMatchObject({
      job: { id: first!.id, scope: "user:mia", payload: { a: 1 }, attempts: 0, lastError: null },
    });
    expect(await cli.json(["jobs", "stats"])).toMatchObject({ totals: { ready: 1, waiting: 1, dead: 0 } });

    expect(await cli.json(["jobs", "retry", second!.id])).toEqual({
      tenant: "default",
      id: second!.id,
      retried: 1,
    });
    expect(await cli.json(["jobs", "stats"])).toMatchObject({ totals: { ready: 2, waiting: 0 } });
    for (const { id } of [first!, second!]) await cli.json(["jobs", "cancel", id.slice(0, 8)]);
    expect((await cli.memoir(["jobs", "list"])).out).toContain("No jobs: the queue of default is empty.");
    expect(await cli.memoir(["jobs", "show", first!.id])).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringContaining("it is done, was cancelled, or never was. (not_found)"),
    });
    expect(await cli.json(["jobs", "list"])).toMatchObject({ jobs: [] });
    expect(await cli.json(["jobs", "list", "--tenant", "acme"])).toMatchObject({ jobs: [{ kind: "other" }] });
  });

  it.each([
    [["jobs", "retry"], /Say what to retry: a job's id, or --dead/],
    [["jobs", "retry", "3f2a1c90", "--dead"], /in one way/],
    [["jobs", "show", "3f2"], /at least 4 characters/],
    [
      ["jobs", "list", "--status", "done"],
      /Allowed choices are queued, running, dead\. See: memoir jobs list/,
    ],
    [["jobs", "lst"], /Unknown command 'lst'\. Did you mean list\? See: memoir jobs --help/],
    [["models", "zebra"], /Unknown command 'zebra'\. See: memoir models --help/],
  ])("refuses %j", async (args, message) => {
    expect(await cli.memoir(args)).toMatchObject({ code: 2, out: "", err: expect.stringMatching(message) });
  });
});

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
