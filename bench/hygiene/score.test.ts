import { describe, expect, it } from "vitest";
import { fact, type Held, matches } from "./fact.ts";
import { ratesOf, share } from "./rates.ts";
import { type Outcome, score } from "./score.ts";
import { en, of, type Situation } from "./situation.ts";

const held = (text: string, over: Partial<Held> = {}): Held => ({
  text,
  subject: null,
  expiresAt: null,
  ...over,
});

describe("fact", () => {
  it.each<[words: string, text: string, expected: boolean]>([
    ["berlin|柏林 & live|住", "Ann lives in Berlin", true],
    ["berlin|柏林 & live|住", "小安住在柏林", true],
    ["berlin & live", "Ann visited Berlin", false],
    ["live", "Ann eats olives", false],
    ["cats & 3|three", "Ann has 3 cats", true],
    ["cats & 3|three", "Ann has 30 cats", false],
    ["cats & 3|three", "Ann has 13 cats", false],
    ["3|三 & 猫", "小安有3只猫", true],
    ["vegan & NO", "Ann isn’t vegan", true],
    ["vegan & NO", "Ann is vegan", false],
    ["vegan & YES", "Ann is no longer vegan", false],
    ["酒 & NO", "老胡不喝酒", true],
    ["火锅 & YES", "小安特别喜欢火锅", true],
    ["paris & !berlin", "Ann moved from Paris to Berlin", false],
    ["/\\bmax\\b/", "Wants to be called Max", true],
    ["/\\bmax\\b/", "Maximilian", false],
    ["dentist & due:2026-06-16", "Ann has a dentist appointment on June 16, 2026", true],
    ["dentist & due:2026-06-16", "Ann has a dentist appointment on 2026-06-16", true],
    ["dentist & due:2026-06-16", "Ann has a dentist appointment on the 16th of June", true],
    ["dentist & due:2026-06-16", "Ann has a dentist appointment tomorrow", false],
    ["dentist & due:2026-06-16", "Ann has a dentist appointment on June 1", false],
    ["牙医 & due:2026-06-16", "小安6月16日看牙医", true],
    ["牙医 & due:2026-06-06", "小安6月16日看牙医", false],
    ["bristol & @bob", "Bob lives in Bristol", true],
    ["bristol & @bob", "Alice lives in Bristol", false],
  ])("%s in %s: %s", (words, text, expected) => {
    expect(matches(fact(words), held(text))).toBe(expected);
  });

  it("takes the day from the end of the memory, and whom it is about from its subject", () => {
    const due = fact("面试 & due:2026-06-11");
    expect(matches(due, held("小安明天面试", { expiresAt: new Date("2026-06-12T00:00:00Z") }))).toBe(true);
    expect(matches(due, held("小安明天面试", { expiresAt: new Date("2026-06-14T00:00:00Z") }))).toBe(false);
    expect(matches(fact("rome & @bob"), held("Alice says Bob is in Rome", { subject: "Alice" }))).toBe(false);
  });
});

type Expected = Omit<Parameters<typeof en>[3], "ask">;

function situation(wanted: Expected, turns = ["one", "two"]): Situation {
  return of("plain", [en("x", "Ann", turns, { ask: "And?", ...wanted })])[0] as Situation;
}

const left = (texts: readonly string[], over: Partial<Outcome> = {}): Outcome => ({
  steps: [texts.map((text) => held(text))],
  replaced: [],
  stored: texts,
  ...over,
});

const judged = (wanted: Expected, texts: readonly string[]): string[] =>
  score(situation(wanted), left(texts)).memories.map(({ verdict }) => verdict);

describe("score", () => {
  it("calls the first memory of a fact a fact, and the second a duplicate", () => {
    expect(judged({ active: ["rome"] }, ["Ann lives in Rome", "Ann's home is Rome"])).toEqual([
      "fact",
      "duplicate",
    ]);
  });

  it("keeps a memory that brings something new beside what is known", () => {
    const wanted = { active: ["cat", "miso"], optional: ["fat"] };
    expect(judged(wanted, ["Ann has a cat", "Ann's cat is called Miso"])).toEqual(["fact", "fact"]);
    expect(judged(wanted, ["Ann has a cat", "Ann's cat is fat", "Ann's fat cat"])).toEqual([
      "fact",
      "optional",
      "duplicate",
    ]);
  });

  it("counts two facts in one sentence as both recalled", () => {
    const verdict = score(situation({ active: ["nurse", "leeds"] }), left(["Ann is a nurse in Leeds"]));
    expect(verdict.facts.map((one) => one.verdict)).toEqual(["recalled", "recalled"]);
  });

  it("tells junk from what is stale", () => {
    const wanted = { active: ["rome"], gone: ["paris & live"] };
    expect(judged(wanted, ["Ann lives in Paris", "Ann lives in Rome", "Ann says hi"])).toEqual([
      "stale",
      "fact",
      "junk",
    ]);
    expect(judged({ none: true }, ["Ann is tired"])).toEqual(["junk"]);
  });

  it("does not call a memory stale that says it is over", () => {
    const verdict = score(
      situation({ active: ["rome"], gone: ["paris & live"], optional: ["paris & NO"] }),
      left(["Ann no longer lives in Paris", "Ann lives in Rome"]),
    );
    expect(verdict.gone).toMatchObject([{ verdict: "gone", held: false }]);
    expect(verdict.memories.map((one) => one.verdict)).toEqual(["optional", "fact"]);
  });

  it("tells lost from missed", () => {
    const wanted = situation({ active: ["tea", "coffee", "milk"] });
    const verdict = score(wanted, {
      steps: [[held("Ann likes tea")], [held("Ann likes coffee")]],
      replaced: [held("Ann likes tea")],
      stored: [],
    });
    expect(verdict.facts.map((one) => one.verdict)).toEqual(["lost", "recalled", "missed"]);
    expect(ratesOf([verdict]).falseUpdates).toEqual({ count: 1, of: 2 });
  });

  it("finds a secret wherever it is stored", () => {
    const verdict = score(
      situation({ none: true, secrets: ["hunter2"] }),
      left([], { stored: ["my password is hunter2"] }),
    );
    expect(verdict.leaks).toEqual(["hunter2"]);
  });

  it("R273: sees first persons and long texts", () => {
    const { memories } = score(
      situation({ none: true }),
      left(["Ann sings", "I sing", "我唱歌", "a".repeat(281)]),
    );
    expect(memories.map(({ formed }) => formed)).toEqual([true, false, false, false]);
  });
});

describe("rates", () => {
  it("have the denominators that the README gives", () => {
    const verdicts = [
      // Two memories: a fact and a duplicate.
      score(situation({ active: ["rome"] }), left(["Ann lives in Rome", "Ann's home is Rome"])),
      // One stale memory; its update was missed, and the new value too.
      score(situation({ active: ["oslo"], gone: ["paris"] }), left(["Ann lives in Paris"])),
      // Nothing, as expected.
      score(situation({ none: true }), left([])),
      // One junk memory.
      score(situation({ none: true }), left(["Ann is tired"])),
    ];
    expect(ratesOf(verdicts)).toEqual({
      situations: 4,
      clean: { count: 1, of: 4 },
      junk: { count: 1, of: 4 },
      duplicates: { count: 1, of: 4 },
      falseUpdates: { count: 0, of: 1 },
      missedUpdates: { count: 1, of: 1 },
      missedOfHeld: { count: 1, of: 1 },
      recalled: { count: 1, of: 2 },
      leaks: { count: 0, of: 4 },
      formed: { count: 4, of: 4 },
    });
    expect(share({ count: 0, of: 0 })).toBe(0);
  });
});
