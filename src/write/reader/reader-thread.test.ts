import { expect, it } from "vitest";
import { isOverdue } from "./reader-thread.ts";

const START = { busy: 0, clock: 0 };

it.each<[string, { length?: number; first?: number; begun?: number; busy: number; clock?: number }, boolean]>(
  [
    ["a short message has 250 ms of processor time", { begun: 5_000, busy: 5_249 }, false],
    ["and no more", { begun: 5_000, busy: 5_265 }, true],
    ["20,000 characters have a second more", { length: 20_000, begun: 5_000, busy: 6_249 }, false],
    ["and no more", { length: 20_000, begun: 5_000, busy: 6_251 }, true],
    ["a new thread compiles its expressions first", { first: 100, begun: 100, busy: 1_000 }, false],
    ["for a second", { first: 100, begun: 100, busy: 1_101 }, true],
    ["a thread that gets no processor is given time", { begun: 5_000, busy: 5_001, clock: 5_000 }, false],
    ["but not for ever", { begun: 5_000, busy: 5_001, clock: 5_400 }, true],
    ["nor one that does not say how busy it was", { busy: Number.NaN, clock: 5_400 }, true],
    ["which until then is not known to be", { busy: Number.NaN, clock: 1_000 }, false],
  ],
)("%s (%j)", (_, { length = 200, first = 0, begun = 0, busy, clock = 0 }, expected) => {
  const now = { busy, clock };
  expect(isOverdue(length, { ...START, busy: first }, { ...START, busy: begun }, now)).toBe(expected);
});
