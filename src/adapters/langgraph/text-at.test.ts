import { describe, expect, it } from "vitest";
import { textAt } from "./text-at.ts";

const DOCUMENT = {
  title: "Report",
  year: 2026,
  meta: { author: { name: "Alice" }, tags: ["x", "y"] },
  chapters: [{ text: "one", notes: ["a"] }, { text: "two" }],
};

describe("the words at paths of a document", () => {
  it.each<[string[], string]>([
    [["title"], "Report"],
    [["year"], "2026"],
    [["meta.author.name", "title"], "Alice\nReport"],
    [["meta"], "Alice\nx\ny"],
    [["meta.tags[*]"], "x\ny"],
    [["meta.tags[0]"], "x"],
    [["meta.tags[-1]"], "y"],
    [["chapters[*].text"], "one\ntwo"],
    [["chapters[1].text"], "two"],
    [["*.author.name"], "Alice"],
    [["$"], "Report\nAlice\nx\ny\none\na\ntwo"],
    [["none", "title.deeper", "meta.tags[7]", "constructor", "__proto__"], ""],
    [[], ""],
  ])("%j", (paths, text) => {
    expect(textAt(DOCUMENT, paths)).toBe(text);
  });
});
