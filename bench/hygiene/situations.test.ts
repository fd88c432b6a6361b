import { describe, expect, it } from "vitest";
import { DEV } from "./dev/index.ts";
import { matches } from "./fact.ts";
import { HELD } from "./held/index.ts";
import type { Situation } from "./situation.ts";

const ALL = [...DEV, ...HELD];

const counted = (half: readonly Situation[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { kind, language } of half) {
    const key = `${kind}, ${language}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
};

describe("the situations", () => {
  it("are many, in halves that are alike and do not overlap", () => {
    expect(DEV.length).toBeGreaterThanOrEqual(130);
    expect(counted(HELD)).toEqual(counted(DEV));
    expect(new Set(DEV.map(({ id }) => id)).size).toBe(DEV.length);
    expect(new Set(HELD.map(({ id }) => id)).size).toBe(HELD.length);
    const words = new Set(
      DEV.flatMap(({ turns }) => turns.flatMap(({ role, text }) => (role === "user" ? [text] : []))),
    );
    const shared = HELD.flatMap(({ turns }) => turns.map(({ text }) => text)).filter((text) =>
      words.has(text),
    );
    expect(shared.filter((text) => text.length > 20)).toEqual([]);
  });

  it("are in both languages", () => {
    const of = (language: string): number => ALL.filter((one) => one.language === language).length;
    expect(of("zh") + of("mixed")).toBeGreaterThan(0.45 * ALL.length);
    expect(of("en") + of("mixed")).toBeGreaterThan(0.45 * ALL.length);
  });

  it("name authors, and nobody for tools", () => {
    for (const { turns } of ALL) {
      for (const { role, author } of turns) expect(author === undefined).toBe(role === "tool");
    }
  });

  it("expect facts that the words of a competent model satisfy, and none twice", () => {
    for (const { id, turns, expect: wanted, scripted } of ALL) {
      const said = turns.flatMap((turn) =>
        turn.claims.map(({ text }) => ({ text, subject: null, expiresAt: null })),
      );
      for (const one of scripted ? wanted.active : []) {
        expect(
          said.filter((held) => matches(one, held)),
          `${id}: ${one.what}`,
        ).not.toEqual([]);
      }
      const all = [...wanted.active, ...wanted.gone].map(({ what }) => what);
      expect(new Set(all).size, id).toBe(all.length);
    }
  });

  it("ask a question that the person's own words answer", () => {
    for (const { id, place, turns, question } of ALL) {
      expect(question.text, id).not.toBe("");
      const own = turns
        .filter(({ role }) => role === "user")
        .map(({ author, text }) => (place === "group" ? `${author}: ${text}` : text))
        .map((text) => ({ text, subject: null, expiresAt: null }));
      for (const one of question.shown) {
        expect(
          own.some((held) => matches(one, held)),
          `${id}: ${one.what}`,
        ).toBe(true);
      }
    }
  });

  it("expect nothing that the name of somebody in it satisfies", () => {
    for (const { id, turns, expect: wanted, question } of ALL) {
      const facts = [...wanted.active, ...wanted.optional, ...question.wrong];
      for (const { author = "tool" } of turns) {
        const greeting = { text: `${author}: hello, 你好`, subject: author, expiresAt: null };
        expect(
          facts.filter((one) => matches({ ...one, says: null }, greeting)),
          id,
        ).toEqual([]);
      }
    }
  });
});
