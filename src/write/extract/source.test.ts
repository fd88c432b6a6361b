import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Said } from "../../domain/candidate.ts";
import { findSource, findWords } from "./source.ts";

const say = (role: Said["role"], text: string): Said => ({
  ...{ role, type: "message", name: "Ann", actor: "u1", text, at: 0 },
});

describe("where quoted words stand", () => {
  it.each<[text: string, quote: string, found: string | null]>([
    ["Well, I live in Oslo now.", "I live in Oslo", "I live in Oslo"],
    ["Well, I  live in\nOslo now.", "i live in oslo", "I  live in\nOslo"],
    ["I don’t eat meat!", "I don't eat meat.", "I don’t eat meat"],
    ["我住在北京，喜欢喝茶。", "住在北京", "住在北京"],
    ["我住在北京，喜欢喝茶。", "我住在北京喜欢喝茶", "我住在北京，喜欢喝茶"],
    [
      "I moved to Berlin last week with my two cats",
      "I moved … two cats",
      "I moved to Berlin last week with my two cats",
    ],
    ["two cats, and I moved", "I moved ... two cats", null],
    ["I know", "no", null],
    ["I know, no", "no", "no"],
    ["Ｉ am ４２", "I am 42", "Ｉ am ４２"],
    ["👍 sure", "👍", "👍"],
    ["sure", "👍", null],
    ["I live in 𠮷野家", "in 𠮷野家", "in 𠮷野家"],
    ["I live in Oslo", "I live in Rome", null],
    ["", "x", null],
  ])("%j: %j", (text, quote, found) => {
    const span = findWords(text, quote);
    expect(span === null ? null : text.slice(...span)).toBe(found);
  });

  it("finds any piece of any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.nat(), fc.nat(), (text, a, b) => {
        const start = a % (text.length + 1);
        const end = Math.min(text.length, start + 1 + (b % 20));
        const span = findWords(text, text.slice(start, end));
        if (span !== null) expect(span[0]).toBeLessThanOrEqual(span[1]);
      }),
    );
  });
});

describe("the source of a fact", () => {
  const said = [
    say("user", "I live in Oslo and work at IKEA"),
    say("assistant", "You like herring, I see"),
    say("user", "yes"),
  ];
  const shown = new Set([0, 1, 2]);

  it.each<[why: string, source: number | null, quote: string, place: number | null, words?: string]>([
    ["as told", 1, "I live in Oslo", 0, "I live in Oslo"],
    ["a wrong number", 3, "work at IKEA", 0, "work at IKEA"],
    ["no number", null, "work at IKEA", 0, "work at IKEA"],
    ["an invented number", 99, "work at IKEA", 0, "work at IKEA"],
    ["no quote: the whole message", 3, " ", 2, "yes"],
    ["nearly the words: the whole message", 1, "living in Oslo, working at IKEA", 0, said[0]!.text],
    ["words that were not said", 1, "I have a dog called Rex", null],
    ["neither", null, "", null],
    ["an invented number and no quote", 7, "", null],
    ["words of the assistant under a user's number", 1, "You like herring", 1, "You like herring"],
  ])("%s", (_why, source, quote, place, words) => {
    const found = findSource({ source, quote }, said, shown);
    expect(found?.place ?? null).toBe(place);
    if (found !== null) expect(said[found.place]!.text.slice(...found.span)).toBe(words);
  });

  it("is no message that was not shown", () => {
    expect(findSource({ source: 1, quote: "" }, said, new Set([2]))).toBeNull();
    expect(findSource({ source: 1, quote: "I live in Oslo" }, said, new Set([2]))).toBeNull();
  });

  it("where several say it and the number is wrong, the least trusted is meant", () => {
    const twice = [say("user", "so I like herring?"), say("tool", "I like herring")];
    expect(findSource({ source: 9, quote: "I like herring" }, twice, new Set([0, 1]))?.place).toBe(1);
  });
});
