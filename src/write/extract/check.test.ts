import { describe, expect, it } from "vitest";
import type { MemoryKind } from "../../domain/memory.ts";
import { checkSentence } from "./check.ts";

const origin = (words: string, name: string | null = "Ann", anyLanguage = false) => ({
  words,
  name,
  anyLanguage,
});

describe("R273–R275, R283: sentences of a model", () => {
  it.each<[kind: MemoryKind, text: string, words: string, problem: RegExp | null]>([
    ["semantic", "Ann lives in Oslo.", "I live in Oslo", null],
    ["semantic", "She lives in Oslo.", "I live in Oslo", /pronoun "She"/],
    ["semantic", "小明住在北京", "我住在北京", null],
    ["semantic", "我住在北京", "我住在北京", /我/],
    ["episodic", "Ann moved to Oslo on 2026-06-01.", "I moved to Oslo", null],
    ["episodic", "Ann moves to Oslo.", "I moved to Oslo", /not told in the past/],
    ["procedural", "1. Open it. 2. Close it.", "remember: open it, close it", null],
    ["procedural", "Open it and close it.", "remember: open it, close it", /numbered steps/],
    ["semantic", "The user's name is Anna.", "I'm Anna btw", null],
    ["semantic", "用户的名字是林晓雨", "我叫林晓雨", null],
    ["semantic", "Ann prefers small user stories.", "I prefer small user stories", null],
    ["semantic", "User stories are written by Ann.", "I write the user stories", null],
    // The language of the words.
    ["semantic", "Ann lives in Beijing.", "我住在北京朝阳区", /write it in Chinese/],
    ["semantic", "Ann 住在奥斯陆市中心", "I live in Oslo", /in their language/],
    ["semantic", "Ann likes 火锅.", "I like 火锅", null],
    ["semantic", "Ann uses Python.", "I use Python at work, 我也", null],
    ["semantic", "Ann lives in Berlin.", "是的", null],
  ])("%s %j", (kind, text, words, problem) => {
    expect(checkSentence(kind, text, origin(words))).toMatchObject(
      problem === null ? { ok: true } : { ok: false, problem: expect.stringMatching(problem) },
    );
  });

  it.each([
    ["The user lives in Oslo.", "I live in Oslo", "Ann lives in Oslo."],
    ["- The user lives in Oslo.", "I live in Oslo", "Ann lives in Oslo."],
    ["User's dog is old.", "my dog is old", "Ann's dog is old."],
    ["用户喜欢喝茶。", "我喜欢喝茶", "Ann喜欢喝茶。"],
    ["The user's name is Anna.", "I'm Anna btw", "The user's name is Anna."],
    ["用户的名字是林晓雨", "我叫林晓雨", "用户的名字是林晓雨"],
    ["User stories are written by Ann.", "I write the user stories", "User stories are written by Ann."],
  ])("whoever has a name is not only the user: %j", (text, words, kept) => {
    expect(checkSentence("semantic", text, origin(words))).toEqual({ ok: true, text: kept });
  });

  it("a Chinese name is no Chinese sentence, and somebody without a name is the user", () => {
    expect(checkSentence("semantic", "欧阳小明 likes tea", origin("I like tea", "欧阳小明")).ok).toBe(true);
    expect(checkSentence("semantic", "The user likes tea", origin("I like tea", null)).ok).toBe(true);
  });

  it("in the language that was asked for", () => {
    expect(
      checkSentence("semantic", "Ann lives in Beijing.", origin("我住在北京朝阳区", "Ann", true)).ok,
    ).toBe(true);
  });
});
