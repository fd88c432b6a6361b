import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseScope } from "../../src/domain/scope.ts";
import { resolveSettings, type SettingsInput } from "../../src/domain/settings.ts";
import type { Handlers } from "../../src/jobs/handler.ts";
import { type JobQueue, jobQueue } from "../../src/jobs/queue.ts";
import { createRunner, type Runner, type RunnerOptions } from "../../src/jobs/runner.ts";
import { wakeOnEnqueue } from "../../src/jobs/wake.ts";
import type { NewJob } from "../../src/store/job-queue.ts";
import type { JobRow } from "../../src/store/jobs.ts";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/port.ts";
import type { Lease } from "../../src/store/writes/jobs.ts";
import { databases, useDatabase } from "../support/databases.ts";
import { refused } from "./support/expect.ts";

const LONG = "x".repeat(20_000);

/** A promise that the test settles. */
function gate(): { open(): void; readonly opened: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { open: resolve, opened: promise };
}

describe.each(databases)("jobs on $name", (database) => {
  const db = useDatabase(database);
  let store: Store;
  const others: Store[] = [];
  const runners: Runner[] = [];

  beforeAll(async () => {
    store = await openStore({ database: db.database });
    for (let i = 0; i < 2; i++) others.push(await openStore({ database: db.database }));
  });
  afterAll(async () => {
    await Promise.all(runners.map((runner) => runner.stop()));
    await Promise.all([store, ...others].map((one) => one.close()));
  });

  const clock = (): Date => new Date(db.clock.now);
  const queue = (): JobQueue => jobQueue(store, db.tenant, clock);
  /** A kind of this test alone: claims see every tenant's jobs. */
  const kind = (name = "work"): string => `${db.tenant}.${name}`;
  const job = (more: Partial<NewJob> = {}): Omit<NewJob, "scope"> => ({ kind: kind(), ...more });
  const alice = () => parseScope("user:alice", db.tenant);

  let claims = 0;
  const claim = (limit = 10, kinds = [kind()], owner = `test-${++claims}`): Promise<JobRow[]> =>
    store.write("claimJobs", { kinds, limit, owner, leaseMs: 30_000, after: "" });
  const leaseOf = (row: JobRow | undefined): Lease => ({
    tenant: row!.tenant,
    id: row!.id,
    owner: row!.lease_owner!,
  });
  const done = (row: JobRow | undefined): Promise<unknown> =>
    store.write("completeJob", { ...leaseOf(row), effect: null });
  const expire = async (id: string): Promise<void> => {
    await db.query("update job set lease_until = 1 where tenant = $1 and id = $2", [db.tenant, id]);
  };
  const makeDue = async (id: string): Promise<void> => {
    await db.query("update job set run_at = 1 where tenant = $1 and id = $2", [db.tenant, id]);
  };
  const rows = () =>
    db.query<Pick<JobRow, "id" | "status" | "attempts" | "payload" | "last_error" | "run_at" | "updated_at">>(
      "select * from job where tenant = $1 order by num",
      [db.tenant],
    );
  const event = (id: string) => ({
    scope: alice(),
    at: db.clock.now,
    events: [
      {
        id,
        type: "message" as const,
        role: "user" as const,
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
  });
  const effects = async (): Promise<string[]> =>
    (
      await db.query<{ id: string }>(
        "select e.id from event e join scope s on s.num = e.scope and s.tenant = e.tenant where e.tenant = $1 order by e.id",
        [db.tenant],
      )
    ).map((row) => row.id);

  const runner = (
    handlers: Handlers,
    settings: SettingsInput["jobs"] = {},
    more: Partial<RunnerOptions> = {},
  ): Runner => {
    const one = createRunner({
      store,
      handlers,
      settings: resolveSettings({ jobs: settings }).jobs,
      random: () => 0,
      ...more,
    });
    runners.push(one);
    return one;
  };

  describe("the queue", () => {
    it("keeps what it was given", async () => {
      const [queued] = await queue().enqueue(alice(), [
        job({ payload: { ids: ["a", "b"], n: 1 }, priority: 7, delayMs: 60_000, maxAttempts: 3 }),
      ]);
      expect(await queue().show(queued!.id)).toEqual({
        id: queued!.id,
        tenant: db.tenant,
        scope: alice(),
        kind: kind(),
        flight: null,
        payload: { ids: ["a", "b"], n: 1 },
        priority: 7,
        status: "queued",
        runAt: expect.any(Date),
        attempts: 0,
        maxAttempts: 3,
        leaseUntil: null,
        leaseOwner: null,
        lastError: null,
        createdAt: expect.any(Date),
        updatedAt: expect.any(Date),
      });
      const shown = await queue().show(queued!.id);
      expect(shown.runAt.getTime() - shown.createdAt.getTime()).toBe(60_000);
    });

    it("a job of a transaction that is undone was never queued", async () => {
      await queue().enqueue(null, [job()]);
      const [row] = await claim();
      const effect = {
        write: "enqueue",
        args: { tenant: db.tenant, scope: alice(), at: 1, jobs: [job(), job({ flight: "f" })] },
      };
      await refused(
        store.write("completeJob", { ...leaseOf(row), owner: "somebody else", effect }),
        "lease_lost",
      );
      expect(await rows()).toMatchObject([{ id: row!.id, status: "running" }]);
      await store.write("completeJob", { ...leaseOf(row), effect });
      expect(await rows()).toMatchObject([{ status: "queued" }, { status: "queued" }]);
    });

    it("hands out the highest priority first, and the oldest of equals", async () => {
      const names = ["a0", "b5", "c-1", "d5", "e9", "f0"];
      for (const name of names)
        await queue().enqueue(null, [job({ payload: { name }, priority: Number(name.slice(1)) })]);
      const order: unknown[] = [];
      for (let row = (await claim(1))[0]; row !== undefined; row = (await claim(1))[0]) {
        order.push(JSON.parse(row.payload).name);
        await done(row);
      }
      expect(order).toEqual(["e9", "b5", "d5", "a0", "f0", "c-1"]);
      expect(await rows()).toEqual([]);
    });

    it("tenants of equal priority take turns; a higher priority goes before them", async () => {
      const tenants = ["a", "b", "c"].map((name) => `${db.tenant}-${name}`);
      for (const tenant of tenants) await jobQueue(store, tenant, clock).enqueue(null, [job(), job(), job()]);
      const served: string[] = [];
      for (let i = 0; i < 6; i++) {
        const [row] = await store.write("claimJobs", {
          kinds: [kind()],
          limit: 1,
          owner: `turn-${i}`,
          leaseMs: 30_000,
          after: served.at(-1) ?? "",
        });
        served.push(row!.tenant);
      }
      expect(served).toEqual([...tenants, ...tenants]);
      const both = await store.write("claimJobs", {
        kinds: [kind()],
        limit: 2,
        owner: "share",
        leaseMs: 30_000,
        after: "",
      });
      expect(both.map((row) => row.tenant)).toEqual(tenants.slice(0, 2));
      await queue().enqueue(null, [job({ priority: 1 })]);
      expect((await claim(1))[0]?.tenant).toBe(db.tenant);
    });

    it("leaves alone what is not due, and kinds it has no handler for", async () => {
      await queue().enqueue(null, [job({ delayMs: 60_000 }), job({ kind: kind("other") })]);
      expect(await claim()).toEqual([]);
      expect(await claim(10, [kind("other")])).toHaveLength(1);
    });

    it("never gives one job to two, however many ask at once", async () => {
      await queue().enqueue(
        null,
        Array.from({ length: 120 }, (_, i) => job({ payload: { i } })),
      );
      const stores = [store, ...others];
      const got = await Promise.all(
        Array.from({ length: 30 }, (_, i) =>
          stores[i % stores.length]!.write("claimJobs", {
            kinds: [kind()],
            limit: 4,
            owner: `many-${i}`,
            leaseMs: 30_000,
            after: "",
          }),
        ),
      );
      const ids = got.flat().map((row) => row.id);
      expect(new Set(ids).size).toBe(ids.length);
      const rest = await claim(200);
      expect(ids.length + rest.length).toBe(120);
    });

    it("rests while the tenant is read-only or the scope's writes are off, and goes on afterwards", async () => {
      await queue().enqueue(alice(), [job()]);
      const operator = db.memoir.operator(db.tenant);
      await operator.readOnly(true);
      expect(await claim()).toEqual([]);
      await refused(queue().enqueue(null, [job()]), "read_only");
      await refused(queue().retryDead(), "read_only");
      await operator.readOnly(false);
      await operator.scopeWrites("user:alice", false);
      expect(await claim()).toEqual([]);
      await refused(queue().enqueue(alice(), [job()]), "writes_disabled");
      await operator.scopeWrites("user:alice", true);
      expect(await claim()).toHaveLength(1);
    });

    it.each([
      [{ kind: "" }, "invalid_argument"],
      [{ flight: " " }, "invalid_argument"],
      [{ priority: 1.5 }, "invalid_argument"],
      [{ delayMs: -1 }, "invalid_argument"],
      [{ maxAttempts: 0 }, "invalid_argument"],
      [{ payload: { text: LONG } }, "too_large"],
    ] as const)("refuses case %#", async (wrong, code) => {
      await refused(queue().enqueue(null, [job(), job(wrong)]), code);
      expect(await rows()).toEqual([]);
    });
  });

  describe("leases", () => {
    it("a lease that ran out is taken over; the first owner can change nothing any more", async () => {
      await queue().enqueue(alice(), [job()]);
      const [first] = await claim();
      expect(first).toMatchObject({ attempts: 1, scope_kind: "user", scope_id: "alice" });
      expect(await claim()).toEqual([]);
      await expire(first!.id);
      const [second] = await claim();
      expect(second).toMatchObject({ id: first!.id, attempts: 2 });

      const complete = (row: JobRow | undefined, id: string): Promise<unknown> =>
        store.write("completeJob", { ...leaseOf(row), effect: { write: "observe", args: event(id) } });
      expect(await store.write("heartbeatJobs", { leases: [leaseOf(first)], leaseMs: 30_000 })).toEqual([
        first!.id,
      ]);
      await refused(complete(first, "by the first"), "lease_lost");
      await refused(store.write("failJob", { ...leaseOf(first), reason: "x", delayMs: 0 }), "lease_lost");
      expect(await store.write("releaseJobs", { leases: [leaseOf(first)], delayMs: 0 })).toBe(0);
      expect(await effects()).toEqual([]);
      expect(await complete(second, "by the second")).toEqual({ recorded: 1, duplicates: 0, seq: 1 });
      expect(await effects()).toEqual(["by the second"]);
      expect(await rows()).toEqual([]);
      await refused(complete(second, "twice"), "lease_lost");
    });

    it("an effect that fails leaves the job where it was", async () => {
      await queue().enqueue(alice(), [job()]);
      const [row] = await claim();
      const effect = { write: "restore", args: { ...event("x"), id: "nobody", actor: "", reason: "" } };
      await refused(store.write("completeJob", { ...leaseOf(row), effect }), "not_found");
      expect(await rows()).toMatchObject([{ id: row!.id, status: "running" }]);
    });

    it("a heartbeat keeps a job; a lease that ran out but was not taken over still holds", async () => {
      const [queued] = await queue().enqueue(null, [job()]);
      const [row] = await claim();
      await expire(queued!.id);
      expect(await store.write("heartbeatJobs", { leases: [leaseOf(row)], leaseMs: 30_000 })).toEqual([]);
      expect(await claim()).toEqual([]);
      const { leaseUntil } = await queue().show(queued!.id);
      expect(leaseUntil!.getTime() - Date.now()).toBeGreaterThan(20_000);
      await expire(queued!.id);
      await done(row);
      expect(await rows()).toEqual([]);
    });

    it("R300: a job whose process dies at every try is dead after the last one", async () => {
      const [queued] = await queue().enqueue(null, [job({ maxAttempts: 2, flight: "f" })]);
      for (let i = 0; i < 2; i++) {
        expect(await claim()).toHaveLength(1);
        await expire(queued!.id);
      }
      expect(await claim()).toEqual([]);
      expect(await queue().show(queued!.id)).toMatchObject({
        status: "dead",
        attempts: 2,
        lastError: expect.stringContaining("fell silent"),
      });
      // Its flight is free again.
      await queue().enqueue(null, [job({ flight: "f" })]);
      expect(await claim()).toHaveLength(1);
    });
  });

  describe("single flight", () => {
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
      await store.write("failJob", { ...leaseOf(running), reason: "no", delayMs: 60_000 });
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
      expect(await store.write("failJob", { ...leaseOf(running), reason: "no", delayMs: 0 })).toBe("dead");
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
      const three = [store, ...others].map((one) =>
        runner(
          { [kind()]: watched },
          { pollMs: 10, backoffMs: 1, maxAttempts: 100, concurrency: 4 },
          { store: one },
        ),
      );
      for (const one of three) one.start();
      const asked = 200;
      await Promise.all(
        [store, ...others].map(async (one, w) => {
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
      await expect.poll(rows, { timeout: 20_000 }).toEqual([]);
      await Promise.all(three.map((one) => one.stop()));
      expect(most).toBe(1);
      expect(new Set(seen).size).toBe(asked);
      const twice = seen.filter((id, i) => seen.indexOf(id) !== i);
      expect(twice.filter((id) => !failed.has(id))).toEqual([]);
      expect(await db.query("select * from job_flight where tenant = $1", [db.tenant])).toEqual([]);
    });
  });

  describe("failing", () => {
    it("R300: waits 30 s, 60 s, 120 s, 240 s, then is dead with the reason", async () => {
      const [queued] = await queue().enqueue(null, [job()]);
      const errors: unknown[] = [];
      const failing = runner(
        {
          [kind()]: async () => {
            throw new TypeError("Alice is allergic to nuts");
          },
        },
        {},
        { onError: (error) => errors.push(error) },
      );
      const waits: number[] = [];
      for (let i = 0; i < 4; i++) {
        await failing.drain();
        const [row] = await rows();
        expect(row).toMatchObject({ status: "queued", attempts: i + 1 });
        waits.push(row!.run_at - row!.updated_at);
        await makeDue(queued!.id);
      }
      await failing.drain();
      expect(waits).toEqual([30_000, 60_000, 120_000, 240_000]);
      expect(await queue().show(queued!.id)).toMatchObject({
        status: "dead",
        attempts: 5,
        lastError: expect.stringMatching(/^TypeError at jobs\.contract\.test\.ts:/),
      });
      expect(errors).toHaveLength(5);
    });

    it("a dead job can be retried with all its tries, alone or with others of its kind", async () => {
      const kinds = [kind("a"), kind("b")];
      const ids: string[] = [];
      for (const one of [kinds[0]!, kinds[0]!, kinds[1]!]) {
        const [queued] = await queue().enqueue(null, [job({ kind: one, maxAttempts: 1 })]);
        ids.push(queued!.id);
      }
      const bury = async (): Promise<void> => {
        for (const row of await claim(10, kinds))
          await store.write("failJob", { ...leaseOf(row), reason: "no", delayMs: 0 });
      };
      await bury();
      expect((await queue().list({ status: "dead" })).items).toHaveLength(3);
      await queue().retry(ids[0]!);
      expect(await queue().show(ids[0]!)).toMatchObject({ status: "queued", attempts: 0, lastError: "no" });
      await bury();
      expect(await queue().retryDead(kinds[0])).toBe(2);
      expect(await queue().retryDead()).toBe(1);
      expect((await queue().list({ status: "queued" })).items).toHaveLength(3);
    });

    it("retry lets a waiting job go now, and says what it cannot do", async () => {
      const [queued] = await queue().enqueue(null, [job({ delayMs: 60_000 })]);
      expect(await claim()).toEqual([]);
      await queue().retry(queued!.id);
      expect(await claim()).toHaveLength(1);
      await refused(queue().retry(queued!.id), "conflict");
      await refused(queue().retry("nobody"), "not_found");
      await refused(queue().show("nobody"), "not_found");
      await refused(queue().cancel("nobody"), "not_found");
      await refused(jobQueue(store, "another", clock).show(queued!.id), "not_found");
    });

    it("cancel takes a job out in any state; one that runs has no effect any more", async () => {
      await queue().enqueue(null, [job({ flight: "f" }), job()]);
      const [running] = await claim(1);
      for (const { id } of (await queue().list()).items) await queue().cancel(id);
      expect(await rows()).toEqual([]);
      await refused(done(running), "lease_lost");
      await queue().enqueue(null, [job({ flight: "f" })]);
      expect(await claim()).toHaveLength(1);
    });

    it("lists page by page, newest first", async () => {
      for (let i = 0; i < 5; i++) await queue().enqueue(null, [job({ payload: { i } })]);
      const seen: unknown[] = [];
      let before: number | undefined;
      for (;;) {
        const page = await queue().list(
          { kind: kind() },
          { limit: 2, ...(before === undefined ? {} : { before }) },
        );
        seen.push(...page.items.map((one) => one.payload.i));
        if (page.next === null) break;
        before = page.next;
      }
      expect(seen).toEqual([4, 3, 2, 1, 0]);
    });

    it("shows depth, age, running, failing and dead by kind", async () => {
      await queue().enqueue(null, [job(), job(), job(), job({ delayMs: 60_000 }), job({ kind: kind("x") })]);
      const [running, failing] = await claim(2);
      await store.write("failJob", { ...leaseOf(failing), reason: "no", delayMs: 60_000 });
      await db.query("update job set status = 'dead', last_error = 'no' where tenant = $1 and kind = $2", [
        db.tenant,
        kind("x"),
      ]);
      await db.query(
        "update job set run_at = run_at - 5000 where tenant = $1 and status = 'queued' and attempts = 0 and run_at = created_at",
        [db.tenant],
      );
      const [work, other] = await queue().stats();
      expect(work).toEqual({
        kind: kind(),
        ready: 1,
        waiting: 2,
        running: 1,
        failing: 1,
        dead: 0,
        oldestMs: expect.any(Number),
      });
      expect(work!.oldestMs).toBeGreaterThanOrEqual(5_000);
      expect(work!.oldestMs).toBeLessThan(30_000);
      expect(other).toEqual({
        kind: kind("x"),
        ready: 0,
        waiting: 0,
        running: 0,
        failing: 0,
        dead: 1,
        oldestMs: 0,
      });
      await done(running);
    });
  });

  describe("the runner", () => {
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
      const waking = jobQueue(wakeOnEnqueue(store, one.wake), db.tenant, clock);
      await waking.enqueue(null, [job()]);
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
      await jobQueue(others[0]!, db.tenant, clock).enqueue(
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
            await sleep(900);
            await heartbeat();
            entered.open();
            await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
            await refused(complete("observe", event("too late")), "lease_lost");
            await refused(heartbeat(), "aborted");
            stopped.open();
          },
        },
        { leaseMs: 500 },
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
        { graceMs: 400, concurrency: 2 },
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
});
