import { describe, expect, it } from "vitest";
import { reachedLimit, type UsedWrites } from "./limits.ts";
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
