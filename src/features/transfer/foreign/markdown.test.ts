import { describe, expect, it } from "vitest";
import { readMarkdown } from "./markdown.ts";

const claims = (text: string) => {
  const { items, skipped } = readMarkdown(text);
  const told = items.map(({ event }) => [
    event.text,
    (event.content as { import: { category: string } }).import.category,
  ]);
  return { told, skipped };
};

describe("Markdown of other programs", () => {
  it("a MEMORY.md: its entries with their categories; what cannot be read is left out", () => {
    const text =
      "# Agent Memory\n\n## Active Memories\n\n### [a1b2c3] preference | 0.92 | 2026-02-20 | 12\n用户喜欢茶\n\n### [x] fact | 9\nno\n";
    expect(claims(text)).toEqual({ told: [["用户喜欢茶", "preference"]], skipped: 1 });
    expect(readMarkdown(text).items[0]?.event.at).toEqual(new Date("2026-02-20"));
    expect(readMarkdown(text).items[0]?.event.id).toBe(readMarkdown(text).items[0]?.event.id);
  });

  it("a CLAUDE.md: its bullets, without headings, prose and code", () => {
    const text =
      "# Project\n\nSome prose.\n\n- Use pnpm, never npm\n  * 提交信息用中文写\n1. Run the tests first\n\n```sh\n- not this\n```\n- ---\n";
    expect(claims(text)).toEqual({
      told: ["Use pnpm, never npm", "提交信息用中文写", "Run the tests first"].map((words) => [
        words,
        "profile",
      ]),
      skipped: 1,
    });
  });

  it("a note of basic-memory: observations with their categories, no relations, no tags", () => {
    const text =
      "---\ntitle: Coffee\ntags:\n- drinks\n---\n\n## Observations\n- [method] Pour over is best #brewing (tested)\n- [ ] Buy beans\n\n## Relations\n- relates_to [[Tea]]\n";
    expect(claims(text)).toEqual({
      told: [
        ["Pour over is best (tested)", "method"],
        ["Buy beans", "todo"],
      ],
      skipped: 1,
    });
  });
});
