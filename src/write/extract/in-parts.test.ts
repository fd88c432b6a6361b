import { describe, expect, it } from "vitest";
import type { Said } from "../../domain/candidate.ts";
import { byRules } from "../reader/serve-reader.ts";
import { type ExtractInput, type Extractor, inParts } from "./extractor.ts";

const said = (text: string): Said => ({
  role: "user",
  type: "message",
  name: "Alice",
  actor: "alice",
  text,
  at: Date.parse("2026-03-01"),
});
const input = (text: string): ExtractInput => ({
  tenant: "t",
  said: [said("Hello!"), said(text)],
  from: 1,
  known: [],
  maxPerTurn: null,
  now: 0,
  signal: undefined,
});

/** Rules that can tell no more than so many claims at once. */
const limited =
  (most: number, cutOff: boolean): Extractor =>
  async (given) => {
    const all = await byRules(given);
    const left = all.candidates.slice(most);
    return {
      ...all,
      model: "small",
      candidates: all.candidates.slice(0, most),
      refused: left.map(({ text, source }) => ({ text, source, problem: `more than ${most} facts` })),
      complete: left.length === 0,
      cutOff: cutOff && left.length > 0,
    };
  };
const read = async (extractor: Extractor, text: string) =>
  inParts(extractor, input(text), await extractor(input(text)));

describe("inParts", () => {
  it.each([
    ["I like tea. I live in Oslo. I have a dog. I work as a nurse. I am 40 years old."],
    ["I like tea\nI live in Oslo\nI have a dog"],
    ["我喜欢喝茶。我住在北京。我有一只狗。我对花生过敏。"],
  ])("R300: reads what one answer cannot tell in parts, each claim at its own place: %s", async (text) => {
    const whole = await byRules(input(text));
    expect(whole.candidates.length).toBeGreaterThan(2);
    for (const most of [1, 2, 3]) {
      const found = await read(limited(most, true), text);
      expect(found).toEqual({ ...whole, model: "small" });
    }
  });

  it("what is over the number in one sentence is on record as refused", async () => {
    const found = await read(limited(0, false), "I like tea. I live in Oslo.");
    expect(found.candidates).toEqual([]);
    expect(found.refused.map(({ text, problem }) => [text, problem])).toEqual([
      ["Alice likes tea.", "more than 0 facts"],
      ["Alice lives in Oslo.", "more than 0 facts"],
    ]);
  });

  it("R300: an answer about one sentence that still breaks off fails, with what to do", async () => {
    await expect(read(limited(0, true), "I like tea. I live in Oslo.")).rejects.toThrow(
      /small does not finish its answer.*maxOutputTokens/,
    );
  });
});
