import { describe, expect, it } from "vitest";
import { excerptOf, wordsOfExcerpt } from "./excerpt.ts";

const TEXT = "I live in Oslo. See https://a.example/x for the map. My cat is called “Miso”, and 我住在柏林。";

describe("an excerpt of a text", () => {
  it.each([
    ["the whole text", TEXT, 1],
    ["one sentence", "I live in Oslo.", 1],
    ["a sentence further on", "My cat is called", 1],
    ["two with a gap", "I live in Oslo. … and 我住在柏林。", 3],
    ["an ellipsis in place of an address", "See … for the map.", 3],
    ["other quotation marks", 'called "Miso", and', 5],
    ["a cut", "I live in Os…", 2],
    ["nothing", "", 0],
  ])("%s is found by where it stands, and read again", (_, shown, parts) => {
    const excerpt = excerptOf(TEXT, shown);
    expect(excerpt).toHaveLength(parts);
    expect(wordsOfExcerpt(TEXT, excerpt!)).toBe(shown);
  });

  it.each([
    ["other words", "I live in Rome."],
    ["the same words in another order", "Oslo. I live"],
    ["too much between them", `I${"…".repeat(20)}live`],
  ])("%s are none", (_, shown) => {
    expect(excerptOf(TEXT, shown)).toBeNull();
  });

  it("holds no word of the text", () => {
    const literals = excerptOf(TEXT, "See … for … 我住在柏林。")!.filter((part) => typeof part === "string");
    expect(literals).toEqual([" … ", " … "]);
  });
});
