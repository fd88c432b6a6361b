import { expect, it } from "vitest";
import { isOverdue } from "./reader-thread.ts";

it.each<
  [
    string,
    { length?: number; first?: number; begun?: number; heard?: number; busy: number; clock?: number },
    boolean,
  ]
>([
  ["a short message has 250 ms of processor time", { begun: 5_000, busy: 5_249 }, false],
  ["and no more", { begun: 5_000, busy: 5_265 }, true],
  ["20,000 characters have a second more", { length: 20_000, begun: 5_000, busy: 6_249 }, false],
  ["and no more", { length: 20_000, begun: 5_000, busy: 6_251 }, true],
  ["a new thread compiles its expressions first", { first: 100, begun: 100, busy: 1_000 }, false],
  ["for a second", { first: 100, begun: 100, busy: 1_101 }, true],
  ["a thread that gets no processor is given time", { begun: 5_000, busy: 5_001, clock: 600_000 }, false],
  ["one that does not say how busy it was has five seconds", { busy: Number.NaN, clock: 5_100 }, false],
  ["and no more", { busy: Number.NaN, clock: 5_400 }, true],
  ["since it last said so", { busy: Number.NaN, heard: 600_000, clock: 605_100 }, false],
  ["or none, where it never did", { first: Number.NaN, begun: Number.NaN, busy: 9_000 }, false],
])("%s (%j)", (_, { length = 200, first = 0, begun = 0, heard = 0, busy, clock = 0 }, expected) => {
  expect(isOverdue(length, { first, begun, heard }, { busy, clock })).toBe(expected);
});
