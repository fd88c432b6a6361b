import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { parseScope } from "../../src/domain/scope.ts";
import type { Handlers } from "../../src/jobs/run-job.ts";
import { databases, useDatabase } from "../support/databases.ts";
import { useJobs } from "./support/jobs.ts";

describe.each(databases)("single flight on $name", (database) => {
  const db = useDatabase(database);
  const jobs = useJobs(db);
  const { queue, leaseOf, kind, job, alice, claim, done, makeDue, rows, runner } = jobs;

  it("asking again for what is queued adds to it", async () => {
    const flight = { flight: "f" };
    const [first] = await queue().enqueue(alice(), [
      job({ ...flight, payload: { sessions: ["s1"], by: "a" }, delayMs: 60_000 }),
    ]);
    const [second] = await queue().enqueue(alice(), [
      job({ ...flight, payload: { sessions: ["s2", "s1"], by: "b" }, priority: 3 }),
    ]);
    expect(second).toEqual({ id: first!.id, merged: true });
    const [row] = await claim();
    expect(row).toMatchObject({ id: first!.id, priority: 3 });
    expect(JSON.parse(row!.payload)).toEqual({ sessions: ["s1", "s2"], by: "b" });
    expect(await rows()).toHaveLength(1);
  });

  it("asking while it runs makes it run once more, and only once", async () => {
    await queue().enqueue(alice(), [job({ flight: "f", payload: { ids: [1] } })]);
    const [running] = await claim();
    for (const id of [2, 3, 2])
      await queue().enqueue(alice(), [job({ flight: "f", payload: { ids: [id] } })]);
    expect(await rows()).toHaveLength(2);
    expect(await claim()).toEqual([]);
    await done(running);
    const [again, ...more] = await claim();
    expect(JSON.parse(again!.payload)).toEqual({ ids: [2, 3] });
    expect(more).toEqual([]);
    await done(again);
    expect(await claim()).toEqual([]);
  });

  it("kinds of one flight wait for each other; other scopes and flights do not", async () => {
    const kinds = [kind("extract"), kind("compress")];
    const both = kinds.map((one) => job({ kind: one, flight: "f" }));
    await queue().enqueue(alice(), both);
    await queue().enqueue(parseScope("user:bob", db.tenant), both);
    await queue().enqueue(alice(), [job({ kind: kinds[0]!, flight: "g" })]);
    const first = await claim(10, kinds);
    expect(first.map((row) => `${row.scope_id} ${row.flight}`).sort()).toEqual([
      "alice f",
      "alice g",
      "bob f",
    ]);
    expect(await claim(10, kinds)).toEqual([]);
    for (const row of first) await done(row);
    expect(await claim(10, kinds)).toHaveLength(2);
  });

  it("a failed run takes in what was asked for meanwhile, and keeps its tries and its wait", async () => {
    await queue().enqueue(alice(), [job({ flight: "f", payload: { ids: [1] } })]);
    const [running] = await claim();
    await queue().enqueue(alice(), [job({ flight: "f", payload: { ids: [2] } })]);
    await jobs.store.write("failJob", { ...leaseOf(running), reason: "no", delayMs: 60_000 });
    expect(await rows()).toMatchObject([
      { id: running!.id, status: "queued", attempts: 1, payload: '{"ids":[1,2]}', last_error: "no" },
    ]);
    // Nor does asking once more shorten it.
    await queue().enqueue(alice(), [job({ flight: "f", payload: { ids: [3] } })]);
    expect(await claim()).toEqual([]);
    await makeDue(running!.id);
    expect((await claim())[0]).toMatchObject({ attempts: 2, payload: '{"ids":[1,2,3]}' });
  });

  it("a dead run leaves the next one its turn, and joins it when it is retried", async () => {
    await queue().enqueue(null, [job({ flight: "f", payload: { ids: [1] }, maxAttempts: 1 })]);
    const [running] = await claim();
    await queue().enqueue(null, [job({ flight: "f", payload: { ids: [2] } })]);
    expect(await jobs.store.write("failJob", { ...leaseOf(running), reason: "no", delayMs: 0 })).toBe("dead");
    expect((await rows()).map((row) => row.status).sort()).toEqual(["dead", "queued"]);
    await queue().retry(running!.id);
    expect(await rows()).toMatchObject([{ id: running!.id, status: "queued", payload: '{"ids":[1,2]}' }]);
  });

  it("never runs two at a time, loses no asking and doubles none, under fire", async () => {
    let active = 0;
    let most = 0;
    const seen: unknown[] = [];
    const handler: Handlers[string] = async (one) => {
      active += 1;
      most = Math.max(most, active);
      await sleep(1);
      seen.push(...(one.payload.ids as number[]));
      active -= 1;
      if (Math.random() < 0.1) throw new Error("after the work, before its end");
    };
    const failed = new Set<unknown>();
    const watched: Handlers[string] = (one, tools) =>
      handler(one, tools).catch((error: unknown) => {
        for (const id of one.payload.ids as number[]) failed.add(id);
        throw error;
      });
    const three = jobs.stores.map((one) =>
      runner(
        { [kind()]: watched },
        { pollMs: 10, backoffMs: 1, maxAttempts: 100, concurrency: 4 },
        { store: one },
      ),
    );
    for (const one of three) one.start();
    const asked = 200;
    await Promise.all(
      jobs.stores.map(async (one, w) => {
        for (let i = w; i < asked; i += 3) {
          await one.write("enqueue", {
            tenant: db.tenant,
            scope: alice(),
            at: 1,
            jobs: [job({ flight: "f", payload: { ids: [i] } })],
          });
          await sleep(Math.random() * 3);
        }
      }),
    );
    await expect.poll(rows).toEqual([]);
    await Promise.all(three.map((one) => one.stop()));
    expect(most).toBe(1);
    expect(new Set(seen).size).toBe(asked);
    const twice = seen.filter((id, i) => seen.indexOf(id) !== i);
    expect(twice.filter((id) => !failed.has(id))).toEqual([]);
    expect(await db.query("select * from job_flight where tenant = $1", [db.tenant])).toEqual([]);
  });
});
