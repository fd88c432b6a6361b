import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SourceEvent } from "../../domain/candidate.ts";
import { growth } from "../../domain/growth.fixture.ts";
import { sourceFinder } from "./find-source.ts";

const say = (role: SourceEvent["role"], text: string): SourceEvent => ({
  ...{ role, type: "message", name: "Ann", actor: "u1", text, at: 0 },
});

const findSource = (
  told: { source: number | null; quote: string },
  sourceEvents: SourceEvent[],
  shown: Set<number>,
) => sourceFinder(sourceEvents, shown)(told);
/** Without the whole message, which a quote may stand for that is nearly there. */
const findWords = (text: string, quote: string): string | null => {
  const found = findSource({ source: null, quote }, [say("user", text)], new Set([0]));
  return found === null ? null : text.slice(...found.span);
};

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
    expect(findWords(text, quote)).toBe(found);
  });

  it("finds any whole words of any text", () => {
    const word = fc.stringMatching(/^[a-zäß北京𠮷0-9.,!"]{1,6}$/u);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), fc.nat(), fc.nat(), (words, a, b) => {
        const some = words.slice(a % words.length, (a % words.length) + 1 + (b % words.length)).join(" ");
        const found = findWords(words.join(" "), some);
        const plain = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, "");
        if (plain(some) !== "") expect(plain(found ?? "")).toBe(plain(some));
      }),
    );
  });

  it("takes time that grows with the length of the messages", () => {
    const find = (text: string): void => {
      const sourceEvents = Array.from({ length: 3 }, () => say("user", text));
      const found = sourceFinder(sourceEvents, new Set(sourceEvents.keys()));
      for (let i = 0; i < 10; i += 1)
        expect(found({ source: 1, quote: `my yak is called Bo ${i}` })).toBeNull();
    };
    const { took, most } = growth(find, (times) => "nothing much 今天 happened. ".repeat(times), 4_000);
    expect(took).toBeLessThan(most);
  });
});

describe("the source of a fact", () => {
  const sourceEvents = [
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
    ["nearly the words: the whole message", 1, "living in Oslo, working at IKEA", 0, sourceEvents[0]!.text],
    ["words that were not said", 1, "I have a dog called Rex", null],
    ["neither", null, "", null],
    ["an invented number and no quote", 7, "", null],
    ["words of the assistant under a user's number", 1, "You like herring", 1, "You like herring"],
  ])("%s", (_why, source, quote, position, words) => {
    const found = findSource({ source, quote }, sourceEvents, shown);
    expect(found?.position ?? null).toBe(position);
    if (found !== null) expect(sourceEvents[found.position]!.text.slice(...found.span)).toBe(words);
  });

  it("is no message that was not shown", () => {
    expect(findSource({ source: 1, quote: "" }, sourceEvents, new Set([2]))).toBeNull();
    expect(findSource({ source: 1, quote: "I live in Oslo" }, sourceEvents, new Set([2]))).toBeNull();
  });

  it("where several say it and the number is wrong, the least trusted is meant", () => {
    const twice = [say("user", "so I like herring?"), say("tool", "I like herring")];
    expect(findSource({ source: 9, quote: "I like herring" }, twice, new Set([0, 1]))?.position).toBe(1);
  });
});
