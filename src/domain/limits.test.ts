import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Evictable, type Eviction, evict, occupying, reachedLimit, type UsedWrites } from "./limits.ts";
import { MEMORY_STATUSES, MEMORY_TYPES, type MemoryStatus, type MemoryType } from "./memory.ts";
import { resolveSettings } from "./settings.ts";

const none: UsedWrites = { turn: 0, session: 0, hour: 0, day: 0 };
const policy = resolveSettings({ writePolicy: { maxWritesPerTurn: 3, maxWritesPerDay: 60 } }).writePolicy;

describe("reachedLimit", () => {
  it.each<[Partial<UsedWrites>, string | null]>([
    [{}, null],
    [{ turn: 2, session: 9, hour: 49, day: 59 }, null],
    [{ turn: 3 }, "3 of 3 writes in this turn"],
    [{ session: 10 }, "10 of 10 writes in this session"],
    [{ hour: 50 }, "50 of 50 writes in this hour"],
    [{ day: 61 }, "61 of 60 writes in this day"],
    [{ turn: 3, session: 10, hour: 50, day: 60 }, "3 of 3 writes in this turn"],
    [{ turn: null, session: null }, null],
  ])("R24, R287: with %j used: %s", (used, reason) => {
    expect(reachedLimit({ ...none, ...used }, policy)?.reason ?? null).toBe(reason);
  });

  it("R24: seed 000 limits neither turns nor days, and zero lets nothing in", () => {
    const { writePolicy } = resolveSettings({});
    expect(reachedLimit({ ...none, turn: 1e6, day: 1e6 }, writePolicy)).toBeNull();
    expect(reachedLimit(none, { ...writePolicy, maxWritesPerSession: 0 })).toMatchObject({
      limit: "session",
      max: 0,
    });
    expect(reachedLimit({ ...none, session: null }, { ...writePolicy, maxWritesPerSession: 0 })).toBeNull();
  });
});

const now = new Date("2026-03-01T00:00:00Z");
const daysAgo = (days: number): Date => new Date(now.getTime() - days * 86_400_000);
const row = (id: string, more: Partial<Evictable> = {}): Evictable => ({
  id,
  status: "active",
  type: "episode",
  importance: 0.5,
  pinned: false,
  confirmedAt: daysAgo(1),
  ttlDays: null,
  expiresAt: null,
  ...more,
});

const making = (
  newcomer: MemoryStatus,
  kept: readonly MemoryType[] = ["constraint", "profile"],
): Eviction => ({
  ...{ now, newcomer, keptTypes: kept },
});

describe("evict", () => {
  it("R69, R219: a type that is not kept makes room, and a pinned memory never does", () => {
    const rows = [row("a", { type: "profile" }), row("b", { type: "profile", importance: 0.3 })];
    expect([evict(rows, making("active")), evict(rows, making("active", []))]).toEqual([null, "b"]);
    expect(evict([row("a", { pinned: true })], making("active", []))).toBeNull();
  });

  it.each<[string, Evictable[], string | null]>([
    ["nobody", [], null],
    ["the least important", [row("a"), row("b", { importance: 0.3 })], "b"],
    [
      "of those the oldest",
      [row("a", { confirmedAt: daysAgo(2) }), row("b", { confirmedAt: daysAgo(9) })],
      "b",
    ],
    [
      "the oldest of a level, whatever stands behind the point",
      [row("a", { importance: 0.42 }), row("b", { importance: 0.44, confirmedAt: daysAgo(9) })],
      "b",
    ],
    ["an important one before none", [row("a", { importance: 1 })], "a"],
    ["no pinned one", [row("a", { pinned: true, importance: 0 }), row("b", { importance: 1 })], "b"],
    ["no constraint and no profile", [row("a", { type: "constraint" }), row("b", { type: "profile" })], null],
    ["what has no type", [row("a", { type: null })], "a"],
    [
      "none that has left already",
      [row("a", { status: "archived" }), row("b", { status: "superseded" })],
      null,
    ],
    ["none that has expired", [row("a", { ttlDays: 1, confirmedAt: daysAgo(3) }), row("b")], "b"],
    ["a shadow before what is active", [row("a", { importance: 0 }), row("b", { status: "shadow" })], "b"],
  ])("R69: takes %s", (_what, rows, id) => {
    expect(evict(rows, making("active"))).toBe(id);
  });

  it("R69: nothing gives way to what is worth less", () => {
    const rows = [
      row("a", { importance: 0 }),
      row("p", { status: "pending" }),
      row("s", { status: "shadow" }),
    ];
    expect(evict(rows, making("shadow"))).toBe("s");
    expect(evict(rows.slice(0, 2), making("pending"))).toBe("p");
    expect(evict(rows.slice(0, 2), making("shadow"))).toBeNull();
    expect(evict(rows.slice(0, 1), making("pending"))).toBeNull();
  });

  it("R69: whatever the scope holds, no pinned, constraint or profile memory is ever taken", () => {
    const any = fc.record({
      id: fc.uuid(),
      status: fc.constantFrom(...MEMORY_STATUSES),
      type: fc.constantFrom(...MEMORY_TYPES, null),
      importance: fc.double({ min: 0, max: 1, noNaN: true }),
      pinned: fc.boolean(),
      confirmedAt: fc.integer({ min: 0, max: 100 }).map(daysAgo),
      ttlDays: fc.constantFrom(null, 7, 90),
      expiresAt: fc.constant(null),
    });
    fc.assert(
      fc.property(fc.uniqueArray(any, { selector: ({ id }) => id }), (rows) => {
        const taken = rows.find(({ id }) => id === evict(rows, making("active")));
        if (taken === undefined) return;
        expect(taken.pinned || taken.type === "constraint" || taken.type === "profile").toBe(false);
        expect(occupying(rows, now)).toContain(taken);
        // The order of the rows does not matter.
        expect(evict([...rows].reverse(), making("active"))).toBe(taken.id);
      }),
    );
  });
});
