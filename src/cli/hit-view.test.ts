import pc from "picocolors";
import { describe, expect, it } from "vitest";
import type { PresetName } from "../domain/names.ts";
import { resolveSettings } from "../domain/settings.ts";
import type { EventHit, MemoryHit, RelevancePart, ScoreParts, Settings } from "../index.ts";
import { PRESETS } from "../presets/presets.ts";
import { explainLines, legendLines, sumText } from "./hit-view.ts";
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
/** With fixed weights: a preset's may change. */
const policy = (preset: PresetName): Settings["readPolicy"] => ({
  ...resolveSettings(PRESETS[preset].settings).readPolicy,
  similarityWeight: 0.8,
  importanceWeight: 0.1,
  recencyWeight: 0.1,
});

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
  via: "hybrid",
  ...given,
});
const memory = (given: Partial<ScoreParts>, score: number): MemoryHit =>
  ({ kind: "memory", score, why: why(given), memory: { confirmedAt: now } }) as MemoryHit;
const event = (given: Partial<ScoreParts>, score: number): EventHit =>
  ({ kind: "event", score, why: why({ importance: null, recency: null, ...given }) }) as EventHit;

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
    expect(explainLines(screen(), hit, policy("default"))).toEqual([
      "      relevance   0.60 × 0.80 = 0.48  how well it answers, by words and meaning",
      "        +0.23  meaning  +0.10 how alike they are, +0.08 with what came before,",
      "                        +0.05 with what came after",
      "        +0.20  words    rare words in common",
      "        -0.03  length   long texts meet every question a little",
      "      importance  0.50 × 0.10 = 0.05  how much it matters",
      "      recency     1.00 × 0.10 = 0.10  confirmed just now; half after 30 days",
      "      score                   = 0.63",
      "",
    ]);
  });

  it("speaks of no neighbours where there are none", () => {
    const hit = memory({ signals: [...SIGNALS, part("alone", 0.02)] }, 0.63);
    const text = explainLines(screen(), hit, policy("default")).join("\n");
    expect(text).toContain("+0.23  meaning  how alike they are\n");
    expect(text).not.toContain("came before");
  });

  it("an event's score is its relevance", () => {
    expect(explainLines(screen(), event({ signals: [part("time", 0.6)] }, 0.6), policy("astrbot"))).toEqual([
      "      relevance   0.60  how well it answers, by words and meaning",
      "        +0.60  when     of the time that is meant",
      "",
    ]);
  });

  it.each([
    ["everbot", "strength", "strength    0.77  the strongest come first, whatever is asked"],
    ["urmom", "all", "recency     0.77  taken whatever is asked, the newest first"],
    ["supervisor", "all", "recency     0.77  taken whatever is asked, the newest first"],
    ["picobot", "terms", "relevance   0.77  how well it answers, by words alone"],
    ["picobot", "scan", "relevance   0.77  its letters match, no word does: at most 0.60"],
    ["default", "recent", "relevance   0.60 × 0.80 = 0.48  no word to look for, so the newest"],
    ["picobot", "recent", "relevance   0.60 × 0.80 = 0.48  no word to look for, so the newest"],
  ] as const)("%s, found as %s", (preset, via, line) => {
    expect(explainLines(screen(), memory({ via }, 0.77), policy(preset))[0]).toBe(`      ${line}`);
  });

  it.each([40, 50, 60, 80, 120])("fits a terminal of %i columns", (columns) => {
    const hits = [memory({ signals: SIGNALS }, 0.63), event({ signals: SIGNALS }, 0.6)];
    const lines = [
      ...hits.flatMap((hit) => explainLines(screen(columns), hit, policy("default"))),
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
    [memory({}, 0.63), "default", "= relevance 0.60 × 0.80 + importance 0.50 × 0.10 + recency 1.00 × 0.10"],
    [memory({ via: "strength" }, 0.9), "everbot", "= strength: the strongest come first, whatever is asked"],
    [event({}, 0.6), "default", "= relevance: how well it answers, by words and meaning"],
  ] as const)("%#", (hit, preset, text) => {
    expect(sumText(hit, policy(preset))).toBe(text);
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
