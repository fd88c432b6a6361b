import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { giveWay, runInSteps } from "./yield.ts";

let now = 0;

beforeEach(async () => {
  // Nothing of an earlier test counts in this turn.
  await new Promise((resolve) => setImmediate(resolve));
  vi.spyOn(performance, "now").mockImplementation(() => now);
});
afterEach(() => {
  vi.restoreAllMocks();
});

it("asks nobody to wait who works for a moment", () => {
  expect(giveWay()).toBeUndefined();
  now += 1.5;
  expect(giveWay()).toBeUndefined();
});

it("counts the work of all loops in one turn of the event loop together", async () => {
  expect(giveWay()).toBeUndefined();
  now += 1.5;
  // Another loop.
  expect(giveWay()).toBeUndefined();
  now += 1.5;
  const wait = giveWay();
  expect(wait).toBeInstanceOf(Promise);
  await wait;
  now += 1.5;
  expect(giveWay()).toBeUndefined();
});

it("lets the event loop turn between steps that together take too long", async () => {
  function* steps(): Generator<undefined, string, undefined> {
    for (let i = 0; i < 10; i += 1) {
      now += 1;
      yield;
    }
    return "done";
  }
  let turns = 0;
  const turn = (): void => {
    turns += 1;
    if (turns < 100) setImmediate(turn);
  };
  setImmediate(turn);
  expect(await runInSteps(steps())).toBe("done");
  expect(turns).toBeGreaterThanOrEqual(3);
  expect(turns).toBeLessThan(100);
});
