import { expect, test } from "vitest";
import { clauses } from "./clauses.ts";

const parts = (text: string): string[] =>
  clauses({ text, start: 0 }).map(({ text: part, inherits }) =>
    inherits === "nothing" ? part : `${part} (${inherits})`,
  );

test.each([
  ["I'm 34 and live in Oslo with my wife Anna", ["I'm 34", "live in Oslo with my wife Anna (subject)"]],
  ["I'm Tom, 29, from Leeds", ["I'm Tom", "29 (being)", "from Leeds (being)"]],
  ["32, dad of two, living in Portland", ["32 (being)", "dad of two (being)", "living in Portland (being)"]],
  ["I like to sing and dance", ["I like to sing and dance"]],
  ["I like tea, coffee and cake", ["I like tea, coffee and cake"]],
  ["my wife and I live in Rome", ["my wife and I live in Rome"]],
  ["I live in Oslo but my brother lives in Rome", ["I live in Oslo", "my brother lives in Rome"]],
  ["i live in oslo i work as a nurse", ["i live in oslo", "i work as a nurse"]],
  ["the city i live in is great", ["the city i live in is great"]],
  ["I've lived here since I was five", ["I've lived here since I was five"]],
  ["I'm a nurse, which shoes should I buy", ["I'm a nurse", "shoes should I buy"]],
])("%s", (text, expected) => {
  expect(parts(text)).toEqual(expected);
});
