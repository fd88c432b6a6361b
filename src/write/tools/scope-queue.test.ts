import { describe, expect, it } from "vitest";
import type { NewMemory } from "../../store/writes/claim.ts";
import { PendingMemory, ScopeWriteQueue, ScopeWriteQueues } from "./scope-queue.ts";

const SCOPE = { num: 1, seq: 4, rev: 7, vec: 2, hides: 0, policy: 3 };
const MEMORY = { text: "Alice lives in Oslo.", key: "alice_lives_in_oslo" } as NewMemory;
const memory = (num: number): ConstructorParameters<typeof PendingMemory>[0] => ({
  ...MEMORY,
  id: `m${num}`,
  num,
});

function send(queue: ScopeWriteQueue): PendingMemory {
  const one = new PendingMemory(memory(queue.nextNum()), [], false);
  queue.begin(one);
  return one;
}

async function isDone(work: Promise<unknown>): Promise<boolean> {
  let done = false;
  void work.then(() => {
    done = true;
  });
  await new Promise(setImmediate);
  return done;
}

describe("a queue", () => {
  it("moves with what is written, and has to ask after a failure", () => {
    const queue = new ScopeWriteQueue();
    queue.scope = SCOPE;
    queue.written({ num: 1, seq: 5, rev: 8, vec: 2 });
    expect(queue.scope).toEqual({ ...SCOPE, seq: 5, rev: 8 });
    queue.failed(false);
    expect(queue.scope).toBeUndefined();
    queue.written({ num: 1, seq: 6, rev: 9, vec: 2 });
    expect(queue.scope).toBeUndefined();
  });

  it("reads once what changes only with the revision, and counts what it writes", async () => {
    const queue = new ScopeWriteQueue();
    queue.scope = SCOPE;
    const MINUTE = 60_000;
    const place = { session: "s", turn: null, saidAt: 5 * MINUTE };
    const used = { turn: null, session: 1, hour: 2, day: 3 };
    let reads = 0;
    const read = async (): Promise<typeof used> => {
      reads += 1;
      return used;
    };
    expect([await queue.used(place, read), await queue.used(place, read), reads]).toEqual([used, used, 1]);
    const moved = { num: 1, seq: 5, rev: 8, vec: 2 };
    queue.written(moved, { ...place, turn: "t" });
    expect(await queue.used(place, read)).toEqual({ turn: null, session: 2, hour: 3, day: 4 });
    queue.written(moved);
    expect(queue.usedAsKnown(place)?.hour).toBe(3);
    expect([queue.usedAsKnown({ ...place, session: null }), reads]).toEqual([undefined, 1]);
    queue.written(moved, { ...place, saidAt: 6 * MINUTE });
    expect(queue.usedAsKnown(place)).toBeUndefined();

    const one = send(queue);
    await queue.used(place, read);
    expect(queue.usedAsKnown(place)).toBeUndefined();
    queue.end(one);

    const tombstones = async (): Promise<boolean> => {
      reads += 1;
      return false;
    };
    reads = 0;
    await queue.hasTombstones(tombstones);
    await queue.hasTombstones(tombstones);
    queue.scope = undefined;
    await queue.hasTombstones(tombstones);
    await queue.hasTombstones(tombstones);
    expect(reads).toBe(3);
  });

  it("is idle when all that was sent has ended", async () => {
    const queue = new ScopeWriteQueue();
    const [first, second] = [send(queue), send(queue)];
    const idle = queue.idle();
    queue.end(first);
    expect([queue.underway, await isDone(idle)]).toEqual([[second], false]);
    queue.end(second);
    expect(await isDone(idle)).toBe(true);
  });

  it("has room for 64, and for one where another process writes too, until nobody has for a while", async () => {
    const queue = new ScopeWriteQueue();
    for (let i = 0; i < 63; i += 1) send(queue);
    expect(await isDone(queue.waitForCapacity())).toBe(true);
    const last = send(queue);
    const room = queue.waitForCapacity();
    expect(await isDone(room)).toBe(false);
    queue.end(last);
    expect(await isDone(room)).toBe(true);

    for (const one of queue.underway) queue.end(one);
    queue.failed(true);
    for (let i = 0; i < 16; i += 1) {
      queue.scope = SCOPE;
      const alone = send(queue);
      expect(await isDone(queue.waitForCapacity())).toBe(false);
      queue.end(alone);
      queue.written(SCOPE);
    }
    send(queue);
    expect(await isDone(queue.waitForCapacity())).toBe(true);
  });

  it("has to ask after this process wrote something else to the scope", () => {
    const queues = new ScopeWriteQueues();
    queues.of("a").scope = SCOPE;
    queues.of("b").scope = SCOPE;
    queues.moved("a");
    queues.moved("c");
    expect([queues.of("a").scope, queues.of("b").scope]).toEqual([undefined, SCOPE]);
  });

  it("is one for each scope", () => {
    const queues = new ScopeWriteQueues();
    expect(queues.of("a")).toBe(queues.of("a"));
    expect(queues.of("a")).not.toBe(queues.of("b"));
  });
});

describe("a memory under way", () => {
  it("is found by its words, under a number that no memory has", () => {
    const { row, terms, moves } = new PendingMemory(memory(-1), [], true);
    expect([row.num, row.id, terms.includes("oslo"), moves]).toEqual([-1, "m-1", true, { rev: 2, vec: 0 }]);
  });
});
