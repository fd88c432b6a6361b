import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { MemoirEngine } from "../../index.ts";
import { REMOTE, useBareMachine, withEmbedder } from "../bare-machine.fixture.ts";

const machine = useBareMachine();

/** Nothing is extracted here: the queue holds what a test puts into it. */
const library = <T>(work: (memoir: MemoirEngine) => Promise<T>): Promise<T> =>
  machine.cli.library(work, { settings: { triggers: { on: { turn_done: [], idle: [], session_end: [] } } } });

describe("work", () => {
  const say = (text: string): Promise<unknown> =>
    library((engine) => engine.scope("user:me").observe([{ role: "user", text }]));

  it("--once runs what is ready and says what it did", async () => {
    await say("I take my tea without sugar");
    await withEmbedder(async () => {
      const { code, out, err } = await machine.memoir(["work", "--once"], REMOTE);
      expect([code, err]).toEqual([0, ""]);
      expect(out).toMatch(
        /^Working on .*memoir\.db\nQueue: {5}empty\n\d\d:\d\d:\d\d {2}✓ embed of user:me, .*s\n✓ 1 job done; queue: empty\n$/,
      );
      expect((await machine.memoir(["work", "--once"], REMOTE)).out).toContain(
        "✓ 0 jobs done; queue: empty\n",
      );
    });
  });

  it("tells of failures, which can be seen, retried and are the doctor's concern", async () => {
    await say("I take my tea without sugar");
    await library((engine) =>
      engine
        .operator()
        .jobs.enqueue({ tenant: "default", kind: "user", id: "me" }, [
          { kind: "embed", flight: "embed", maxAttempts: 2 },
        ]),
    );
    await withEmbedder(async (server) => {
      server.refuses = "I take my tea without sugar";
      const failed = await machine.memoir(["work", "--once"], REMOTE);
      expect(failed.code).toBe(0);
      expect(failed.out).toMatch(/ {2}! embed of user:me, failed at try 1; again in \d\d s\n {12}model_/);
      const [job] = (await machine.json<{ jobs: { id: string }[] }>(["jobs", "list"])).jobs;
      await machine.memoir(["jobs", "retry", job!.id]);
      const lines = (await machine.memoir(["work", "--once", "--json"], REMOTE)).out.trim().split("\n");
      const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
      expect(events.map(({ event }) => event)).toEqual(["start", "job", "end"]);
      expect(events[1]).toMatchObject({
        outcome: "dead",
        kind: "embed",
        scope: "user:me",
        attempt: 2,
        error: expect.stringContaining("model_"),
      });
      expect(events[2]).toMatchObject({ dead: 1, done: 0, queue: { dead: 1, ready: 0 } });

      const { code, out } = await machine.memoir(["doctor"], { env: { MEMOIR_EMBEDDER: "none" } });
      expect([code, out]).toEqual([
        0,
        expect.stringMatching(
          /! queue {7}1 job has failed.*\n {14}→ See why: memoir jobs list --status dead\n/,
        ),
      ]);
      expect((await machine.memoir(["jobs", "show", job!.id])).out).toContain("memoir jobs retry");
      expect((await machine.memoir(["jobs", "retry", "--dead"])).out).toContain("✓ 1 dead job may run now");
      server.refuses = null;
      expect((await machine.memoir(["work", "--once"], REMOTE)).out).toContain("✓ 1 job done; queue: empty");
    });
  });

  it.each(["signal", "terminated"] as const)("runs until its %s, then stops in peace", async (which) => {
    await say("I take my tea without sugar");
    await withEmbedder(async () => {
      const stop = new AbortController();
      const { code, out, err } = await machine.memoir(["work"], {
        ...REMOTE,
        [which]: stop.signal,
        onOut: (text) => {
          if (text.includes("✓ embed")) stop.abort();
        },
      });
      expect([code, err]).toEqual([0, expect.stringMatching(/^! Stopping\./)]);
      expect(out).toContain("; Ctrl-C stops\n");
      expect(out.endsWith("✓ 1 job done\n")).toBe(true);
    });
  });

  it("makes no database, and works not where nothing may be written", async () => {
    expect(await machine.memoir(["work"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("no database at"),
    });
    expect(existsSync(join(machine.cwd, "memoir.db"))).toBe(false);
    expect(await machine.memoir(["work"], { env: { MEMOIR_EMERGENCY_READ_ONLY: "true" } })).toMatchObject({
      code: 3,
      err: expect.stringContaining("(read_only)"),
    });
  });
});
