import { describe, expect, it } from "vitest";
import { terms } from "../../language/terms.ts";
import { repeats, type Worded } from "./budget.ts";

interface Line extends Worded {
  readonly text: string;
}

const kept = (...texts: string[]): string[] => {
  const chosen: Line[] = [];
  for (const text of texts) {
    const set = new Set(terms(text));
    const line = { text, terms: { list: [...set], set } };
    if (!repeats(line, chosen)) chosen.push(line);
  }
  return chosen.map(({ text }) => text);
};

describe("repeats (R28)", () => {
  it.each([
    [
      ["Alice lives in Berlin", "Alice is living in Berlin.", "Alice likes tea"],
      ["Alice lives in Berlin", "Alice likes tea"],
    ],
    [
      ["爱丽丝住在柏林市", "爱丽丝住在柏林市。", "爱丽丝喜欢喝茶"],
      ["爱丽丝住在柏林市", "爱丽丝喜欢喝茶"],
    ],
    [
      ["Alice has 3 cats", "Alice has 4 cats", "Alice lives in Rome", "Alice lives in Bonn"],
      ["Alice has 3 cats", "Alice has 4 cats", "Alice lives in Rome", "Alice lives in Bonn"],
    ],
    [[], []],
  ])("%j → %j", (texts, expected) => {
    expect(kept(...texts)).toEqual(expected);
  });
});
