import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { watchWrites } from "../../src/engine/watched-store.ts";
import { databases, useDatabase } from "../support/databases.ts";
import { refused } from "./support/expect.ts";
import { useJobs } from "./support/jobs.ts";

/** A promise that the test settles. */
function gate(): { open(): void; readonly opened: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { open: resolve, opened: promise };
}

describe.each(databases)("the runner on $name", (database) => {
  const db = useDatabase(database);
  const jobs = useJobs(db);
  const { queue, kind, job, alice, claim, rows, event, effects, runner } = jobs;

  it("gives the handler its job, and commits the effect with the job's end", async () => {
    const [queued] = await queue().enqueue(alice(), [job({ payload: { ids: ["a"] } })]);
    const one = runner({
      [kind()]: async (given, { complete }) => {
        expect(given).toMatchObject({
          id: queued!.id,
          scope: alice(),
          attempts: 1,
          payload: { ids: ["a"] },
        });
        expect(await complete("observe", event("effect"))).toMatchObject({ recorded: 1 });
        await refused(complete("observe", event("again")), "conflict");
      },
    });
    await one.drain();
    expect(await effects()).toEqual(["effect"]);
    expect(await rows()).toEqual([]);
  });

  it("a handler may try another write when the first one is refused", async () => {
    await queue().enqueue(alice(), [job()]);
    await runner({
      [kind()]: async (_job, { complete }) => {
        const wrong = {
          ...event("x"),
          id: "nobody",
          actor: "",
          reason: "",
          audit: true,
          keepChanges: 1,
          embeds: false,
        };
        await refused(complete("restore", wrong), "not_found");
        await complete("observe", event("second"));
      },
    }).drain();
    expect(await effects()).toEqual(["second"]);
  });

  it("starts what this process queues at once, long before the next poll", async () => {
    const started = gate();
    const one = runner({ [kind()]: async () => started.open() }, { pollMs: 60_000 });
    one.start();
    await sleep(50);
    const watched = watchWrites(jobs.store);
    watched.onWrite(({ has }) => {
      if (has("enqueues")) one.wake();
    });
    await queue(watched).enqueue(null, [job()]);
    await started.opened;
    await one.stop();
  });

  it("finds what others queued by polling, and runs no more than it may at a time", async () => {
    let active = 0;
    let most = 0;
    const one = runner(
      {
        [kind()]: async () => {
          active += 1;
          most = Math.max(most, active);
          await sleep(5);
          active -= 1;
        },
      },
      { pollMs: 20, concurrency: 3 },
    );
    one.start();
    await queue(jobs.stores[1]).enqueue(
      null,
      Array.from({ length: 12 }, () => job()),
    );
    await expect.poll(rows).toEqual([]);
    await one.stop();
    expect(most).toBe(3);
  });

  it("keeps a long job by heartbeats, and tells a handler that has lost its job", async () => {
    const [queued] = await queue().enqueue(alice(), [job()]);
    const stopped = gate();
    const entered = gate();
    const one = runner(
      {
        [kind()]: async (_job, { signal, complete, heartbeat }) => {
          await sleep(4_000);
          await heartbeat();
          entered.open();
          await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
          await refused(complete("observe", event("too late")), "lease_lost");
          await refused(heartbeat(), "aborted");
          stopped.open();
        },
      },
      { leaseMs: 3_000 },
    );
    one.start();
    await entered.opened;
    expect(await claim()).toEqual([]);
    await queue().cancel(queued!.id);
    await stopped.opened;
    await one.stop();
    expect(await effects()).toEqual([]);
  });

  it("a stop lets a job finish that can, and hands back one that cannot, without costing it a try", async () => {
    await queue().enqueue(alice(), [
      job({ payload: { name: "quick" }, priority: 2 }),
      job({ payload: { name: "slow" }, flight: "f", priority: 1 }),
      job({ payload: { name: "not begun" } }),
    ]);
    const entered = gate();
    const one = runner(
      {
        [kind()]: async ({ payload }, { signal, complete }) => {
          if (payload.name === "slow") {
            entered.open();
            await sleep(60_000, undefined, { signal });
          }
          await sleep(100);
          await complete("observe", event(String(payload.name)));
        },
      },
      { graceMs: 3_000, concurrency: 2 },
    );
    one.start();
    await entered.opened;
    await Promise.all([one.stop(), one.stop()]);
    expect(one.running).toBe(0);
    expect(await effects()).toEqual(["quick"]);
    expect(await rows()).toMatchObject([
      { status: "queued", attempts: 0, last_error: null },
      { status: "queued", attempts: 0, last_error: null },
    ]);
    expect(await claim()).toHaveLength(2);
  });

  it("a handler that does not listen is left behind; it comes too late to change anything", async () => {
    await queue().enqueue(alice(), [job()]);
    const late = gate();
    const tried = gate();
    const one = runner(
      {
        [kind()]: async (_job, { complete }) => {
          await late.opened;
          await refused(complete("observe", event("too late")), "lease_lost");
          tried.open();
        },
      },
      { graceMs: 0 },
    );
    one.start();
    await expect.poll(() => one.running).toBe(1);
    await one.stop();
    expect(await rows()).toMatchObject([{ status: "queued", attempts: 0 }]);
    late.open();
    await tried.opened;
    expect(await effects()).toEqual([]);
  });

  it("a try that takes too long has failed", async () => {
    const [queued] = await queue().enqueue(null, [job()]);
    await runner(
      { [kind()]: async (_job, { signal }) => sleep(60_000, undefined, { signal }) },
      { timeoutMs: 50 },
    ).drain();
    expect(await queue().show(queued!.id)).toMatchObject({
      status: "queued",
      attempts: 1,
      lastError: expect.stringContaining("timeoutMs"),
    });
  });

  it("an operator's switch that falls during a run costs no try", async () => {
    await queue().enqueue(alice(), [job()]);
    const operator = db.memoir.operator(db.tenant);
    await runner({
      [kind()]: async (_job, { complete }) => {
        await operator.readOnly(true);
        await complete("observe", event("refused"));
      },
    }).drain();
    await operator.readOnly(false);
    expect(await rows()).toMatchObject([{ status: "queued", attempts: 0, last_error: null }]);
    expect(await effects()).toEqual([]);
  });

  it("a signal stops it, and a stopped one takes nothing", async () => {
    const controller = new AbortController();
    const one = runner({ [kind()]: async () => undefined }, { pollMs: 10 }, { signal: controller.signal });
    one.start();
    controller.abort();
    await one.stop();
    await queue().enqueue(null, [job()]);
    one.wake();
    await one.drain();
    expect(await rows()).toHaveLength(1);
  });
});
