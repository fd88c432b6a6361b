import { describe, expect, test } from "vitest";
import { questionSignals } from "../../language/question-signals.ts";
import { DAY } from "./calendar.ts";
import { pairScale } from "./cosine.ts";
import {
  chanceOf,
  DEFAULT_FLOOR,
  few,
  onScale,
  QUOTE_WEIGHING,
  SCALE_SPAN,
  SEARCH,
  weighingIn,
} from "./fuse.ts";
import { type Ground, ground } from "./ground.ts";
import { explainSignals, rankByRelevance } from "./relevance.ts";
import { shortlist } from "./shortlist.ts";
import { lengthSignal, readSignals, SIGNAL_NAMES, SIGNALS, type SignalName } from "./signals.ts";
import { type Line, smallIndex } from "./small-index.fixture.ts";

const NOW = Date.UTC(2024, 4, 15);

function about(question: string, lines: readonly Line[], similarity?: readonly number[]): Ground {
  const index = smallIndex(lines);
  const asked = questionSignals(question, index.speakers, NOW);
  return ground(asked, index, similarity === undefined ? undefined : Float32Array.from(similarity));
}

function signal(of: Ground, item: number, name: SignalName): number {
  return readSignals(of, Int32Array.of(item), false)[SIGNAL_NAMES.indexOf(name)]!;
}

function best(of: Ground): number {
  return rankByRelevance(of, shortlist(of)).items[0]!;
}

describe("quotes", () => {
  const lines: Line[] = [
    { by: "user", text: "The SQL joins are slow" },
    { by: "user", text: "Got a job at the chip shop" },
    { by: "user", text: "Here is the traceback" },
  ];

  test.each([
    ["strangers beside it do not push a line away", [0, 0.4, 0.1], 0.4],
    ["a neighbour that answers draws it near", [0.5, 0.4, 0.1], 0.9 * pairScale(0)],
  ])("%s", (_what, similarity, expected) => {
    const of = about("where do i work", lines, similarity);
    const row = readSignals(of, Int32Array.of(1), QUOTE_WEIGHING.neighboursOnlyHelp);
    expect(row[SIGNAL_NAMES.indexOf("meaningWithBefore")]).toBeCloseTo(expected, 5);
    expect(row[SIGNAL_NAMES.indexOf("meaningWithAfter")]).toBeCloseTo(0.4, 5);
  });

  test("the shortlist weighs as the ranking does: a session's other lines count for nothing", () => {
    const talk: Line[] = [
      { by: "user", text: "Lunch", session: 0 },
      { by: "user", text: "The office works well", session: 0 },
      { by: "user", text: "Got a job at the chip shop", session: 1 },
    ];
    const of = about("where do i work", talk, [0.3, 0.6, 0.45]);
    expect([...shortlist(of, 2, undefined, QUOTE_WEIGHING)].sort()).toEqual([1, 2]);
  });
});

describe("signals", () => {
  const lines: Line[] = [
    { by: "Caroline", text: "I went to a support group yesterday", time: Date.UTC(2024, 4, 8) },
    { by: "Melanie", text: "Wow, Caroline! A support group?", time: Date.UTC(2024, 4, 8) },
    { by: "assistant", text: "Try the library in Berlin", time: Date.UTC(2023, 0, 1), session: 1 },
  ];

  test.each([
    ["When did Caroline go?", 0, "speaker", 1],
    ["When did Caroline go?", 1, "speaker", 0],
    ["When did she go?", 0, "speaker", 0],
    ["When did she go?", 0, "tellsTime", 1],
    ["Who did she meet?", 0, "tellsTime", 0],
    ["Where is it?", 2, "tellsKind", 1],
    ["What happened on 8 May 2024?", 0, "time", 1],
    ["What happened on 8 May 2024?", 2, "time", 0],
    ["What happened on 7 May 2024?", 0, "timeNamed", 1],
    ["Which places did you recommend?", 2, "yourWords", 1],
    ["Which places do I like?", 2, "yourWords", 0],
    ["Which places do I like?", 2, "user", 0],
    ["Which places do I like?", 0, "self", 1],
  ] as const)("%s, line %i: %s", (question, item, name, value) => {
    expect(signal(about(question, lines), item, name)).toBe(value);
  });

  test("neighbours are read as one, and the session by its best line", () => {
    const of = about("What?", lines, [0.2, 0.6, 0.1]);
    expect(signal(of, 1, "meaningWithBefore")).toBeCloseTo(0.8 * pairScale(0));
    expect(signal(of, 0, "meaningWithAfter")).toBeCloseTo(0.8 * pairScale(0));
    expect(signal(of, 2, "meaningWithBefore")).toBeCloseTo(0.1);
    expect(signal(of, 0, "meaningSession")).toBeCloseTo(0.6);
  });
});

test("a pair of equal vectors is as near as each of them", () => {
  expect((0.4 + 0.4) * pairScale(1)).toBeCloseTo(0.4);
});

describe("ranking", () => {
  test.each([
    [
      "When did Caroline go to the support group?",
      [
        { by: "Melanie", text: "Wow, Caroline! The support group sounds great." },
        { by: "Caroline", text: "I went to a support group yesterday." },
        { by: "Melanie", text: "I painted a lake last year." },
      ],
      1,
    ],
    [
      "我婶婶的生日是什么时候？",
      [
        { by: "user", text: "我的手机是红色的。" },
        { by: "user", text: "我婶婶在山东青岛工作。" },
        { by: "user", text: "我婶婶的生日是5月29号。" },
      ],
      2,
    ],
    [
      "王小明的 deadline 是哪天?",
      [
        { by: "李雷", text: "王小明，deadline 是哪天？" },
        { by: "王小明", text: "我的 deadline 是下周三" },
      ],
      1,
    ],
  ] as const)("%s", (question, lines, expected) => {
    expect(best(about(question, lines))).toBe(expected);
  });

  test("the words of last week before the same words of last year", () => {
    const text = "I met an old friend for dinner";
    const of = about("Whom did I meet for dinner last week?", [
      { by: "user", text, time: NOW - 7 * DAY },
      { by: "user", text, time: NOW - 370 * DAY, session: 1 },
    ]);
    expect(best(of)).toBe(0);
  });

  test("scores fall, and a shortlist keeps the best", () => {
    const lines = Array.from({ length: 300 }, (_, i) => ({
      by: "user",
      text: i === 7 ? "red kite" : `line ${i}`,
    }));
    const of = about("Where is the red kite?", lines);
    const few = shortlist(of, 5);
    expect(few).toHaveLength(5);
    const { items, scores } = rankByRelevance(of, few);
    expect(items[0]).toBe(7);
    expect([...scores]).toEqual([...scores].sort((a, b) => b - a));
  });

  test("what is not eligible is not there", () => {
    const of = about("kite", [
      { by: "user", text: "red kite" },
      { by: "user", text: "blue kite" },
    ]);
    expect([...shortlist(of, 10, (item) => item !== 0)]).toEqual([1]);
  });
});

describe("the scale", () => {
  const lines: Line[] = [
    { by: "user", text: "I adopted a beagle called Rex in Porto" },
    { by: "user", text: "My flight leaves at nine", session: 1 },
  ];

  test("an answer is above the floor, a question about something else below", () => {
    const own = about("What is my beagle called?", lines, [0.7, 0.05]);
    const foreign = about("Which database did Ingrid migrate?", lines, [0.05, 0.04]);
    expect(rankByRelevance(own, [0, 1]).scores[0]).toBeGreaterThan(DEFAULT_FLOOR);
    expect(rankByRelevance(foreign, [0, 1]).scores[0]).toBeLessThan(DEFAULT_FLOOR);
  });

  test("without a vector the words alone can pass the floor", () => {
    const own = about("What is my beagle called?", lines);
    expect(rankByRelevance(own, [0, 1]).scores[0]).toBeGreaterThan(DEFAULT_FLOOR);
  });

  test("R323: every part of a relevance is told, and together they make it", () => {
    const of = about("What is my beagle called?", lines, [0.7, 0.05]);
    const { scores, signals } = rankByRelevance(of, [1, 0]);
    const parts = explainSignals(signals(0));
    const sum = parts.reduce((total, { part }) => total + part, 0);
    expect(scores[0]).toBeCloseTo(sum, 5);
    const meaning = parts.find(({ signal: name }) => name === "meaning");
    expect(meaning?.part).toBeCloseTo((0.7 * SIGNALS.meaning.weights.search) / SCALE_SPAN);
  });

  describe("in a talk with an assistant", () => {
    const talk: Line[] = [
      { by: "u", text: "Always name the error code in your answers." },
      {
        by: "assistant",
        text: "I will. The API of the shop answers with JSON, and its errors are JSON, too.",
      },
    ];
    const of = about("Which errors may the API answer with?", talk, [0.5, 0.5]);

    test("the raw record is weighed by weights of its own, others are not", () => {
      const { index } = of;
      const among = smallIndex([talk[0]!]);
      expect(weighingIn(SEARCH, index, true)).toBe(SEARCH.withAssistant);
      expect(weighingIn(SEARCH, index, false)).toBe(SEARCH);
      expect(weighingIn(SEARCH, among, true)).toBe(SEARCH);
      expect(weighingIn(QUOTE_WEIGHING, index, true)).toBe(QUOTE_WEIGHING);
      expect(weighingIn(QUOTE_WEIGHING, index, false)).toBe(QUOTE_WEIGHING.byWords);
    });

    test("the words of a whole session say less, and the parts still make the relevance", () => {
      const weighing = weighingIn(SEARCH, of.index, true);
      const { items, scores, signals } = rankByRelevance(of, [0, 1], weighing);
      const parts = explainSignals(signals(0), weighing);
      expect(scores[0]).toBeCloseTo(
        parts.reduce((total, { part }) => total + part, 0),
        5,
      );
      const usual = rankByRelevance(of, [0, 1]);
      const ofSession = (all: typeof parts) => all.find(({ signal: name }) => name === "wordsSession")!.part;
      expect(ofSession(parts)).toBeLessThan(ofSession(explainSignals(usual.signals(0))));
      expect(items).toHaveLength(2);
    });
  });

  test.each([
    [-100, 0],
    [Math.log(19), 1],
    [100, 1],
  ])("log-odds of %d lie at %d", (logOdds, expected) => {
    expect(onScale(logOdds)).toBeCloseTo(expected);
  });

  test("the floor is one answer in a hundred", () => {
    expect(chanceOf(DEFAULT_FLOOR)).toBeCloseTo(0.01);
  });

  test.each([
    [1, true, 1.498],
    [10, true, 1.498],
    [50, true, 0.5 * Math.log(4)],
    [10, false, 0.5 * Math.log(3)],
    [50, false, 0],
    [200, true, 0],
    [100_000, false, 0],
  ])("a scope of %i lines, compared by meaning: %s, adds %d", (documents, hasMeaning, expected) => {
    expect(few(documents, hasMeaning)).toBeCloseTo(expected, 3);
  });
});

test.each([
  [0, 0],
  [7, 0],
  [31, 2 / 5.5],
  [361, 1],
  [5_000, 1],
])("the length signal of %i terms", (terms, expected) => {
  expect(lengthSignal(terms)).toBeCloseTo(expected, 2);
});
