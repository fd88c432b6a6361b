import { expect, it } from "vitest";
import { stepsOf } from "./play.ts";
import { en, of, type Situation } from "./situation.ts";

const [talk] = of("plain", [
  en("x", "Ann", ["a", { bot: "b" }, { tool: "c" }, "d", { days: 1 }, { bot: "e" }, "f"], {
    ask: "And?",
    none: true,
  }),
]) as [Situation];

it.each([
  ["turn", ["abc", "d", "e", "f"]],
  ["session", ["abcd", "ef"]],
] as const)("a step is a %s", (by, expected) => {
  const steps = stepsOf(talk.turns, by);
  expect(steps.map((turns) => turns.map(({ text }) => text).join(""))).toEqual(expected);
});
