import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { MemoirEngine } from "../../src/index.ts";
import { databases, useDatabase } from "../support/databases.ts";
import { proving, seed } from "../support/prove.ts";
import { type Receiver, startReceiver, workUntil } from "../support/receiver.ts";
import { placesOf } from "./support/places.ts";
import { startProcess } from "./support/processes.ts";

const HOUR = 3_600_000;

describe.each(databases)(`deliveries on $name (MEMOIR_SEED=${seed})`, (kind) => {
  const db = useDatabase(kind);
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver[Symbol.asyncDispose]());

  const open = (settings: object = {}): Promise<MemoirEngine> =>
    db.open({ settings: { hooks: { allow: ["127.0.0.1"], ...settings } } });

  it("each scope gets its changes in order and without a gap, whatever fails", async () => {
    const memoir = await open();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom("user:alice", "user:bob", "group:读书会"), { minLength: 1, maxLength: 12 }),
        fc.array(fc.constantFrom(200, 200, 204, 302, 404, 500, 0), { maxLength: 20 }),
        fc.infiniteStream(fc.integer({ min: 1, max: HOUR })),
        async (scopes, answers, pauses) => {
          const tenant = `${db.tenant}-${++run}`;
          receiver.arrived.length = 0;
          receiver.taken.length = 0;
          receiver.reply = (_, answer) => {
            const status = answers[receiver.arrived.length - 1] ?? 200;
            if (status !== 0) return status;
            answer.socket?.destroy();
            return null;
          };
          const { hooks } = memoir.operator(tenant);
          const { id } = await hooks.add({ url: receiver.url });
          for (const [i, scope] of scopes.entries()) {
            await memoir.scope(scope, { tenant }).remember(`第${i}件事: thing ${i}`);
            if (i % 3 === 0) await memoir.work();
          }
          const pause = pauses[Symbol.iterator]();
          const work = async (): Promise<void> => {
            await memoir.work();
            db.clock.advance(pause.next().value as number);
          };
          await workUntil(work, () => receiver.taken.length >= scopes.length);
          const byScope = Map.groupBy(receiver.taken, ({ body }) => body.scope);
          for (const [scope, taken] of byScope) {
            const own = scopes.flatMap((one, i) => (one === scope ? [`第${i}件事: thing ${i}`] : []));
            expect(taken.map(({ body }) => body.memory?.text)).toEqual(own);
            expect(taken.map(({ body }) => body.rev)).toEqual(own.map((_, i) => i + 1));
          }
          expect(receiver.taken).toHaveLength(scopes.length);
          // Of one change every attempt has the same id, and no other change has it.
          const ids = new Map(receiver.arrived.map(({ body }) => [body.id, `${body.scope} ${body.rev}`]));
          expect(new Set(ids.values()).size).toBe(ids.size);
          expect((await hooks.list())[0]).toMatchObject({ id, waiting: 0, parked: 0 });
        },
      ),
      { seed, numRuns: proving ? 100 : 8 },
    );
  });

  it("two processes never send to one hook at the same time, and nothing twice", async () => {
    const [one, two] = [await open(), await open()];
    let underway = 0;
    let most = 0;
    receiver.reply = async () => {
      most = Math.max(most, ++underway);
      await new Promise(setImmediate);
      underway -= 1;
      return 200;
    };
    await one.operator(db.tenant).hooks.add({ url: receiver.url });
    const alice = one.scope("user:alice", { tenant: db.tenant });
    for (let i = 0; i < 10; i++) await alice.remember(`Thing ${i} is here`);
    await workUntil(
      () => Promise.all([one.work(), two.work()]),
      () => receiver.taken.length >= 10,
    );
    expect(most).toBe(1);
    expect(receiver.taken.map(({ body }) => body.rev)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(receiver.arrived).toHaveLength(10);
  });

  it("a process that is killed while it sends loses nothing: another sends it again, under the same id", async () => {
    const worker = startProcess();
    const settings = { hooks: { allow: ["127.0.0.1"] }, jobs: { leaseMs: 500 } };
    // On the clock that the other process has.
    const memoir = await db.open({ settings, now: () => new Date() });
    await memoir.operator(db.tenant).hooks.add({ url: receiver.url });
    const alice = memoir.scope("user:alice", { tenant: db.tenant });
    await alice.remember("Alice likes tea");
    await alice.remember("Alice has a dog");
    const killed = Promise.withResolvers<void>();
    receiver.reply = async () => {
      receiver.reply = () => 200;
      await worker.end();
      killed.resolve();
      return 200;
    };
    await worker.ask("open", { database: db.database, settings });
    const dies = workUntil(
      () => worker.ask("work"),
      () => receiver.arrived.length > 0,
    );
    await Promise.all([killed.promise, dies.catch(() => undefined)]);
    await workUntil(memoir.work, () => receiver.arrived.some(({ body }) => body.rev === 2));
    // A slow machine may lose its lease and send it once more.
    const revs = receiver.arrived.map(({ body }) => body.rev);
    expect(revs.slice(0, 2)).toEqual([1, 1]);
    expect(revs).toEqual([...revs].sort());
    const ids = receiver.arrived.filter(({ body }) => body.rev === 1).map(({ body }) => body.id);
    expect(new Set(ids).size).toBe(1);
  });

  it("keeps no words of what it sends, neither while it fails nor afterwards", async () => {
    const memoir = await open();
    receiver.reply = (_, answer) => {
      answer.writeHead(500).end("zanzibar");
      return null;
    };
    await memoir.operator(db.tenant).hooks.add({ url: receiver.url });
    const alice = memoir.scope("user:alice", { tenant: db.tenant });
    const { memory } = await alice.remember("Alice hides a zanzibar");
    await workUntil(memoir.work, () => receiver.arrived.length > 0);
    await alice.memories.delete(memory.id, { hard: true });
    expect(await placesOf(db, "zanzibar")).toEqual([]);
  });

  it("a receiver that does not answer, answers without end or leads elsewhere is a failure, and no more", async () => {
    const memoir = await open({ timeoutMs: 50 });
    const { hooks } = memoir.operator(db.tenant);
    const { id } = await hooks.add({ url: receiver.url });
    receiver.reply = () => null;
    expect(await hooks.test(id)).toEqual({ delivered: false, code: null, error: "timeout" });
    const patient = (await open({ timeoutMs: 60_000 })).operator(db.tenant);
    receiver.reply = (_, answer) => {
      answer.writeHead(200);
      const more = (): void => {
        while (!answer.destroyed && answer.write("x".repeat(65_536)));
        if (!answer.destroyed) answer.once("drain", more);
      };
      more();
      return null;
    };
    expect(await patient.hooks.test(id)).toEqual({ delivered: true, code: 200, error: null });
    receiver.reply = (_, answer) => {
      answer.writeHead(307, { location: `${receiver.url}/elsewhere` }).end();
      return null;
    };
    const before = receiver.arrived.length;
    expect(await patient.hooks.test(id)).toMatchObject({ delivered: false, code: 307 });
    expect(receiver.arrived).toHaveLength(before + 1);
  });

  it("the settings of the process that sends decide where it may send", async () => {
    const memoir = await open();
    const { id } = await memoir.operator(db.tenant).hooks.add({ url: receiver.url });
    const other = await db.open();
    expect(await other.operator(db.tenant).hooks.test(id)).toEqual({
      ...{ delivered: false, code: null, error: "not_allowed" },
    });
    expect(receiver.arrived).toEqual([]);
  });

  it("nothing is sent while the tenant is read-only; hooks can still be changed", async () => {
    const memoir = await open();
    const operator = memoir.operator(db.tenant);
    const { id } = await operator.hooks.add({ url: receiver.url });
    await memoir.scope("user:alice", { tenant: db.tenant }).remember("Alice likes tea");
    await operator.readOnly(true);
    await memoir.work();
    expect(receiver.arrived).toEqual([]);
    await operator.hooks.pause(id);
    await operator.hooks.resume(id);
    await operator.readOnly(false);
    await workUntil(memoir.work, () => receiver.taken.length > 0);
    expect(receiver.taken).toHaveLength(1);
  });

  it("records of deliveries are dropped after their retention; what waits is not", async () => {
    const memoir = await db.open({
      settings: { hooks: { allow: ["127.0.0.1"] }, changes: { keep: 1 } },
    });
    const operator = memoir.operator(db.tenant);
    const { id } = await operator.hooks.add({ url: receiver.url });
    const alice = memoir.scope("user:alice", { tenant: db.tenant });
    await alice.remember("Alice likes tea");
    await workUntil(memoir.work, () => receiver.taken.length > 0);
    await operator.hooks.pause(id);
    for (const pet of ["a dog", "a cat", "a tortoise"]) await alice.remember(`Alice has ${pet}`);
    db.clock.advance(31 * 24 * HOUR);
    await operator.upkeep.run("retention");
    expect((await operator.hooks.deliveries(id)).items).toEqual([]);
    await operator.hooks.resume(id);
    await workUntil(memoir.work, () => receiver.taken.length >= 4);
    expect(receiver.taken.map(({ body }) => body.rev)).toEqual([1, 2, 3, 4]);
  });
});
