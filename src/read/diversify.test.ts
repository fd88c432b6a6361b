import { describe, expect, it } from "vitest";
import { terms } from "../domain/terms.ts";
import { diversify } from "./diversify.ts";
import type { Ranked } from "./rank.ts";

const ranked = (text: string): Ranked => ({ row: { text, terms: terms(text).join(" ") } }) as Ranked;
const kept = (...texts: string[]): string[] => diversify(texts.map(ranked)).map(({ row }) => row.text);

describe("diversify (R28)", () => {
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
