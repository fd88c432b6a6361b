import { describe, expect, it } from "vitest";
import type { JobAttempt } from "../../src/domain/job.ts";
import type { JobRow } from "../../src/store/tables/jobs.ts";
import { databases, useDatabase } from "../support/databases.ts";
import { refused } from "./support/expect.ts";
import { useJobs } from "./support/jobs.ts";

const LONG = "x".repeat(20_000);

describe.each(databases)("jobs on $name", (database) => {
  const db = useDatabase(database);
  const jobs = useJobs(db);
  const { queue, kind, job, alice, claim, leaseOf, done, expire, makeDue, rows, event, effects, runner } =
    jobs;

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
        jobs.store.write("completeJob", { ...leaseOf(row), owner: "somebody else", effect }),
        "lease_lost",
      );
      expect(await rows()).toMatchObject([{ id: row!.id, status: "running" }]);
      await jobs.store.write("completeJob", { ...leaseOf(row), effect });
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
      for (const tenant of tenants) await queue(jobs.store, tenant).enqueue(null, [job(), job(), job()]);
      const served: string[] = [];
      for (let i = 0; i < 6; i++) {
        const [row] = await jobs.store.write("claimJobs", {
          kinds: [kind()],
          limit: 1,
          owner: `turn-${i}`,
          leaseMs: 30_000,
          after: served.at(-1) ?? "",
        });
        served.push(row!.tenant);
      }
      expect(served).toEqual([...tenants, ...tenants]);
      const both = await jobs.store.write("claimJobs", {
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
      const stores = jobs.stores;
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
        jobs.store.write("completeJob", { ...leaseOf(row), effect: { write: "observe", args: event(id) } });
      expect(await jobs.store.write("heartbeatJobs", { leases: [leaseOf(first)], leaseMs: 30_000 })).toEqual([
        first!.id,
      ]);
      await refused(complete(first, "by the first"), "lease_lost");
      await refused(
        jobs.store.write("failJob", { ...leaseOf(first), reason: "x", delayMs: 0 }),
        "lease_lost",
      );
      expect(await jobs.store.write("releaseJobs", { leases: [leaseOf(first)], delayMs: 0 })).toBe(0);
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
      await refused(jobs.store.write("completeJob", { ...leaseOf(row), effect }), "not_found");
      expect(await rows()).toMatchObject([{ id: row!.id, status: "running" }]);
    });

    it("a heartbeat keeps a job; a lease that ran out but was not taken over still holds", async () => {
      const [queued] = await queue().enqueue(null, [job()]);
      const [row] = await claim();
      await expire(queued!.id);
      expect(await jobs.store.write("heartbeatJobs", { leases: [leaseOf(row)], leaseMs: 30_000 })).toEqual(
        [],
      );
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

  describe("failing", () => {
    it("R300: waits 30 s, 60 s, 120 s, 240 s, then is dead with the reason", async () => {
      const [queued] = await queue().enqueue(null, [job()]);
      const errors: unknown[] = [];
      const attempts: JobAttempt[] = [];
      const failing = runner(
        {
          [kind()]: async () => {
            throw new TypeError("Alice is allergic to nuts");
          },
        },
        {},
        { onError: (error) => errors.push(error), onJob: (attempt) => attempts.push(attempt) },
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
      expect(attempts.map(({ attempt, outcome, retryInMs }) => [attempt, outcome, retryInMs])).toEqual([
        [1, "failed", 30_000],
        [2, "failed", 60_000],
        [3, "failed", 120_000],
        [4, "failed", 240_000],
        [5, "dead", null],
      ]);
      for (const { error } of attempts) expect(error).toMatch(/^TypeError at jobs\.contract/);
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
          await jobs.store.write("failJob", { ...leaseOf(row), reason: "no", delayMs: 0 });
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
      await refused(queue(jobs.store, "another").show(queued!.id), "not_found");
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
      await jobs.store.write("failJob", { ...leaseOf(failing), reason: "no", delayMs: 60_000 });
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
      expect(work!.oldestMs).toBeLessThan(300_000);
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
});
