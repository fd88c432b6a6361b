import pc from "picocolors";
import { describe, expect, it } from "vitest";
import type { EventHit, MemoryHit, RelevancePart, ScorePart, ScoreParts } from "../index.ts";
import { explainLines, legendLines, roundedTo, sumText } from "./hit-view.ts";
import type { Screen } from "./output.ts";
import { width } from "./width.ts";

const now = new Date("2026-05-04T12:00:00Z");
const screen = (columns = 80): Screen => ({
  colors: pc.createColors(false),
  tick: "✓",
  columns,
  now,
  suggest: (command) => command,
});
const addend = (name: ScorePart["name"], value: number, weight = 1): ScorePart => ({
  ...{ name, value, weight },
  part: value * weight,
});
const WEIGHED = [addend("relevance", 0.6, 0.8), addend("importance", 0.5, 0.1), addend("recency", 1, 0.1)];

const part = (signal: RelevancePart["signal"], share: number): RelevancePart => ({
  signal,
  value: 1,
  part: share,
});
const why = (given: Partial<ScoreParts>): ScoreParts => ({
  relevance: 0.6,
  signals: [],
  importance: 0.5,
  recency: 1,
  strength: 0.9,
  rerank: null,
  related: null,
  sum: WEIGHED,
  via: "hybrid",
  ...given,
});
const memory = (given: Partial<ScoreParts>, score: number): MemoryHit =>
  ({ kind: "memory", score, why: why(given), memory: { confirmedAt: now } }) as MemoryHit;
const event = (given: Partial<ScoreParts>, score: number): EventHit =>
  ({
    kind: "event",
    score,
    why: why({ importance: null, recency: null, sum: [addend("relevance", score)], ...given }),
  }) as EventHit;

const SIGNALS = [
  part("meaning", 0.1),
  part("meaningWithBefore", 0.08),
  part("meaningWithAfter", 0.05),
  part("words", 0.2),
  part("share", 0.001),
  part("length", -0.03),
];

describe("explainLines (R323)", () => {
  it("is a sum that can be checked by hand, with the parts of relevance in groups, the largest first", () => {
    const hit = memory({ signals: SIGNALS }, 0.63);
    expect(explainLines(screen(), hit)).toEqual([
      "      relevance   0.60 × 0.80 = 0.48  how well it answers, by words and meaning",
      "        +0.23  meaning  +0.10 how alike they are, +0.08 with what came before,",
      "                        +0.05 with what came after",
      "        +0.20  words    rare words in common",
      "        -0.03  length   long texts meet every question a little",
      "        +0.20  rest     small parts, and what the scale from 0 to 1 cuts off",
      "      importance  0.50 × 0.10 = 0.05  how much it matters",
      "      recency     1.00 × 0.10 = 0.10  confirmed just now; half after 30 days",
      "      score                   = 0.63",
      "",
    ]);
  });

  it("speaks of no neighbours where there are none", () => {
    const hit = memory({ signals: [...SIGNALS, part("alone", 0.02)] }, 0.63);
    const text = explainLines(screen(), hit).join("\n");
    expect(text).toContain("+0.23  meaning  how alike they are\n");
    expect(text).not.toContain("came before");
  });

  it("an event's score is its relevance", () => {
    expect(explainLines(screen(), event({ signals: [part("time", 0.6)] }, 0.6))).toEqual([
      "      relevance   0.60  how well it answers, by words and meaning",
      "        +0.60  when     of the time that is meant",
      "",
    ]);
  });

  it.each([
    ["strength", "strength", "strength    0.77  the strongest come first, whatever is asked"],
    ["all", "recency", "recency     0.77  taken whatever is asked, the newest first"],
    ["terms", "relevance", "relevance   0.77  how well it answers, by words alone"],
    ["scan", "relevance", "relevance   0.77  its letters match, no word does: at most 0.60"],
    ["core", "core", "core        0.77  in every prompt, whatever is asked"],
  ] as const)("found as %s, a score has one part", (via, name, line) => {
    const hit = memory({ via, sum: [addend(name, 0.77)] }, 0.77);
    expect(explainLines(screen(), hit)[0]).toBe(`      ${line}`);
  });

  it("a reranker's number and a link are parts as well", () => {
    const sum = [addend("rerank", 0.9, 0.8), ...WEIGHED.slice(1), addend("link", 0.04)];
    const related = { id: "3f2a1c00", strength: 0.4, part: 0.04 };
    expect(explainLines(screen(), memory({ sum, rerank: 0.9, related }, 0.91))).toEqual([
      "      rerank      0.90 × 0.80 = 0.72  how well it answers, by the reranker",
      "      importance  0.50 × 0.10 = 0.05  how much it matters",
      "      recency     1.00 × 0.10 = 0.10  confirmed just now; half after 30 days",
      "      link        0.04 × 1.00 = 0.04  linked to 3f2a1c with 0.40",
      "      score                   = 0.91",
      "",
    ]);
  });

  it.each([
    [0.64, [0.437, 0.1, 0.1]],
    [1, [0.333, 0.333, 0.334]],
    [0.02, [0.005, 0.005, 0.005, 0.005]],
    [0.48, [0.204, 0.3049, -0.03]],
    [0, [0.004, -0.004]],
  ])("%d is printed as parts that add up to it", (total, parts) => {
    const rounded = roundedTo(total, parts);
    expect(rounded.reduce((sum, one) => sum + Math.round(one * 100), 0)).toBe(Math.round(total * 100));
    for (const [i, one] of rounded.entries()) expect(Math.abs(one - parts[i]!)).toBeLessThan(0.0101);
  });

  it.each([40, 50, 60, 80, 120])("fits a terminal of %i columns", (columns) => {
    const hits = [memory({ signals: SIGNALS }, 0.63), event({ signals: SIGNALS }, 0.6)];
    const lines = [
      ...hits.flatMap((hit) => explainLines(screen(columns), hit)),
      ...legendLines(screen(columns), hits, null),
    ];
    expect(lines.length).toBeGreaterThan(hits.length);
    for (const line of lines) {
      expect(width(line)).toBeLessThanOrEqual(columns);
      expect(line).toBe(line.trimEnd());
    }
  });
});

describe("sumText", () => {
  it.each([
    [memory({}, 0.63), "= relevance 0.60 × 0.80 + importance 0.50 × 0.10 + recency 1.00 × 0.10"],
    [
      memory({ via: "strength", sum: [addend("strength", 0.9)] }, 0.9),
      "= strength: the strongest come first, whatever is asked",
    ],
    [event({}, 0.6), "= relevance: how well it answers, by words and meaning"],
  ] as const)("%#", (hit, text) => {
    expect(sumText(hit)).toBe(text);
  });
});

describe("legendLines", () => {
  const found = [memory({ signals: SIGNALS }, 0.63)];

  it("tells the scale and where it is cut", () => {
    expect(legendLines(screen(400), found, null)).toEqual([
      expect.stringMatching(
        /^Relevance goes from 0 .* to 1 .* as far as the question needs memory .*, or when it holds every word/,
      ),
    ]);
    expect(legendLines(screen(400), found, 0.65)[0]).toMatch(/shown from 0\.65 on\.$/);
  });

  it("is silent where nothing was weighed", () => {
    expect(legendLines(screen(), [memory({ via: "all" }, 1)], null)).toEqual([]);
  });
});
