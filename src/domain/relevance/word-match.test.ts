import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { terms } from "../../language/terms.ts";
import { smallIndex } from "./small-index.fixture.ts";
import { inverseFrequency, matchWords, scoresWith, wordScores } from "./word-match.ts";

const index = smallIndex([
  { by: "Ana", text: "Which instrument do you play?" },
  { by: "Ben", text: "The violin, every evening" },
  { by: "Ana", text: "Lovely weather" },
  { by: "Ben", text: "The violin broke", session: 1 },
]);

test("a line holds words, its neighbours hold more", () => {
  const match = matchWords(["instrument", "violin"], index);
  expect(match.held[0]).toBeGreaterThan(0);
  expect(match.held[2]).toBe(0);
  expect(match.heldNear[0]).toBeCloseTo(1);
  expect(match.heldNear[1]).toBeCloseTo(1);
  expect(match.heldNear[2]).toBeCloseTo(match.held[1]!);
  expect(match.heldNear[3]).toBeCloseTo(match.held[3]!);
});

test("a rare word weighs more than a common one, and a session is read as one text", () => {
  const match = matchWords(["instrument", "violin"], index);
  expect(match.turn[0]).toBeGreaterThan(match.turn[3]!);
  expect(match.session[0]).toBeGreaterThan(match.session[1]!);
});

test("what the scope never saw is not known", () => {
  expect(matchWords(["violin"], index).knownShare).toBe(1);
  expect(matchWords(["zebra"], index).knownShare).toBe(0);
  expect(matchWords([], index)).toMatchObject({ knownShare: 0 });
});

test("Chinese words", () => {
  const chinese = smallIndex([
    { by: "user", text: "我婶婶的生日是5月29号" },
    { by: "user", text: "我的手机是红色的" },
  ]);
  const match = matchWords(["生日", "婶婶"], chinese);
  expect(match.held[0]).toBeCloseTo(1);
  expect(match.held[1]).toBe(0);
});

/** The order of the texts, best first; those that hold no word are left out. */
function order(question: string, texts: readonly string[]): string[] {
  const scores = wordScores(
    [...new Set(terms(question))],
    texts.map((text) => terms(text)),
  );
  for (const score of scores) {
    expect(score).toBeGreaterThanOrEqual(0);
    expect(score).toBeLessThanOrEqual(1);
  }
  return texts
    .map((text, i) => ({ text, score: scores[i]! }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ text }) => text);
}

describe("wordScores", () => {
  it.each<[string, string, string[], string[]]>([
    ["more words of the question", "green tea", ["Tea", "Green tea", "Bread"], ["Green tea", "Tea"]],
    [
      "a rare word before a common one",
      "tea cello",
      ["Tea at noon", "Tea at six", "Tea at nine", "Cello at six"],
      ["Cello at six", "Tea at noon", "Tea at six", "Tea at nine"],
    ],
    [
      "a short text before a long one",
      "tea",
      ["Tea with milk and bread and jam", "Tea"],
      ["Tea", "Tea with milk and bread and jam"],
    ],
    ["Chinese", "爵士乐", ["他喜欢茶", "她喜欢爵士乐"], ["她喜欢爵士乐"]],
    ["no word", "the", ["The tea"], []],
    ["no text", "tea", [], []],
  ])("%s", (_, question, texts, expected) => {
    expect(order(question, texts)).toEqual(expected);
  });
});

test("texts that are not in the index yet score as they will in it", () => {
  const all = [
    "Meeting 1 is in room 1",
    "Ann plays the violin",
    "Meeting 2 is in room 2",
    "Meeting 11 in room 3",
  ];
  const words = ["meeting", "room", "violin"];
  const lines = (texts: readonly string[]) => texts.map((text) => ({ by: "user", text }));
  const whole = matchWords(words, smallIndex(lines(all))).turn;
  for (const known of [1, 2, 3, 4]) {
    const coming = all.slice(known).map((text) => terms(text));
    const scores = scoresWith(words, smallIndex(lines(all.slice(0, known))), coming);
    expect([...scores].map((score) => score.toFixed(5))).toEqual([...whole].map((score) => score.toFixed(5)));
  }
});

it("the rarer a word, the more it says; never less than nothing, also when counts disagree", () => {
  expect(inverseFrequency(100, 1)).toBeGreaterThan(inverseFrequency(100, 50));
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.nat(1_000_000), (documents, frequency) => {
      expect(inverseFrequency(documents, frequency)).toBeGreaterThan(0);
    }),
  );
});
