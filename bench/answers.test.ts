import { expect, it } from "vitest";
import { compare } from "./answers.ts";

const told = { recalls: [{ asked: "a?", lines: ["one", "two"] }], states: [] };

it.each([
  ["the same", ["one", "two"], 0],
  ["another order", ["two", "one"], 1],
  ["a line more", ["one", "two", "three"], 1],
  ["a line less", ["one"], 1],
])("recalls: %s", (_, lines, differ) => {
  const [recalls] = compare(told, { recalls: [{ asked: "a?", lines }], states: [] });
  expect(recalls).toMatchObject({ name: "recalls", compared: 1, differ });
});

it("memories that are there twice must be there twice", () => {
  const state = (...memories: string[]) => ({
    recalls: [],
    states: [{ way: "one at a time", outcomes: {}, memories }],
  });
  const [, same] = compare(state("a", "a", "b"), state("b", "a", "a"));
  const [, other] = compare(state("a", "a", "b"), state("a", "b", "c"));
  expect(same).toMatchObject({ differ: 0 });
  expect(other?.examples.map((line) => line.trim())).toEqual(["before: a", "now:    c"]);
});
