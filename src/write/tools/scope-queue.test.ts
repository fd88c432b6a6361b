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

function send(lane: ScopeWriteQueue): PendingMemory {
  const one = new PendingMemory(memory(lane.nextNum()), [], false);
  lane.begin(one);
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

describe("a lane", () => {
  it("moves with what is written, and has to ask after a failure", () => {
    const lane = new ScopeWriteQueue();
    lane.scope = SCOPE;
    lane.written({ num: 1, seq: 5, rev: 8, vec: 2 });
    expect(lane.scope).toEqual({ ...SCOPE, seq: 5, rev: 8 });
    lane.failed(false);
    expect(lane.scope).toBeUndefined();
    lane.written({ num: 1, seq: 6, rev: 9, vec: 2 });
    expect(lane.scope).toBeUndefined();
  });

  it("reads once what changes only with the revision, and counts what it writes", async () => {
    const lane = new ScopeWriteQueue();
    lane.scope = SCOPE;
    const MINUTE = 60_000;
    const place = { session: "s", turn: null, said: 5 * MINUTE };
    const used = { turn: null, session: 1, hour: 2, day: 3 };
    let reads = 0;
    const read = async (): Promise<typeof used> => {
      reads += 1;
      return used;
    };
    expect([await lane.used(place, read), await lane.used(place, read), reads]).toEqual([used, used, 1]);
    const moved = { num: 1, seq: 5, rev: 8, vec: 2 };
    lane.written(moved, { ...place, turn: "t" });
    expect(await lane.used(place, read)).toEqual({ turn: null, session: 2, hour: 3, day: 4 });
    lane.written(moved);
    expect(lane.usedAsKnown(place)?.hour).toBe(3);
    expect([lane.usedAsKnown({ ...place, session: null }), reads]).toEqual([undefined, 1]);
    lane.written(moved, { ...place, said: 6 * MINUTE });
    expect(lane.usedAsKnown(place)).toBeUndefined();

    const one = send(lane);
    await lane.used(place, read);
    expect(lane.usedAsKnown(place)).toBeUndefined();
    lane.end(one);

    const tombstones = async (): Promise<boolean> => {
      reads += 1;
      return false;
    };
    reads = 0;
    await lane.hasTombstones(tombstones);
    await lane.hasTombstones(tombstones);
    lane.scope = undefined;
    await lane.hasTombstones(tombstones);
    await lane.hasTombstones(tombstones);
    expect(reads).toBe(3);
  });

  it("is idle when all that was sent has ended", async () => {
    const lane = new ScopeWriteQueue();
    const [first, second] = [send(lane), send(lane)];
    const idle = lane.idle();
    lane.end(first);
    expect([lane.underway, await isDone(idle)]).toEqual([[second], false]);
    lane.end(second);
    expect(await isDone(idle)).toBe(true);
  });

  it("has room for 64, and for one where another process writes too, until nobody has for a while", async () => {
    const lane = new ScopeWriteQueue();
    for (let i = 0; i < 63; i += 1) send(lane);
    expect(await isDone(lane.waitForCapacity())).toBe(true);
    const last = send(lane);
    const room = lane.waitForCapacity();
    expect(await isDone(room)).toBe(false);
    lane.end(last);
    expect(await isDone(room)).toBe(true);

    for (const one of lane.underway) lane.end(one);
    lane.failed(true);
    for (let i = 0; i < 16; i += 1) {
      lane.scope = SCOPE;
      const alone = send(lane);
      expect(await isDone(lane.waitForCapacity())).toBe(false);
      lane.end(alone);
      lane.written(SCOPE);
    }
    send(lane);
    expect(await isDone(lane.waitForCapacity())).toBe(true);
  });

  it("has to ask after this process wrote something else to the scope", () => {
    const lanes = new ScopeWriteQueues();
    lanes.of("a").scope = SCOPE;
    lanes.of("b").scope = SCOPE;
    lanes.moved("a");
    lanes.moved("c");
    expect([lanes.of("a").scope, lanes.of("b").scope]).toEqual([undefined, SCOPE]);
  });

  it("is one for each scope", () => {
    const lanes = new ScopeWriteQueues();
    expect(lanes.of("a")).toBe(lanes.of("a"));
    expect(lanes.of("a")).not.toBe(lanes.of("b"));
  });
});

describe("a memory under way", () => {
  it("is found by its words, under a number that no memory has", () => {
    const { row, terms, moves } = new PendingMemory(memory(-1), [], true);
    expect([row.num, row.id, terms.includes("oslo"), moves]).toEqual([-1, "m-1", true, { rev: 2, vec: 0 }]);
  });
});
