import { expect, it } from "vitest";
import { extractiveSummary } from "./summarise.ts";

const line = (role: string, text: string, name: string | null = null) => ({ role, text, name });

it("names who speaks, once for what they say in a row", () => {
  expect(
    extractiveSummary([
      line("user", "I moved to Porto. I need a flat near the river.", "Ana"),
      line("assistant", "Three flats near the river are free."),
      line("tool", "3 rows"),
    ]),
  ).toBe(
    "Ana: I moved to Porto. I need a flat near the river. Assistant: Three flats near the river are free. Tool: 3 rows.",
  );
});

it("中文", () => {
  expect(extractiveSummary([line("user", "我决定搬到杭州"), line("assistant", "好的！需要找房子吗？")])).toBe(
    "用户：我决定搬到杭州。助手：好的！需要找房子吗？",
  );
});

it("takes what the conversation is about, and leaves small talk out", () => {
  const filler = Array.from({ length: 20 }, (_, i) => line("assistant", `Sure thing number ${i} okay`));
  const summary = extractiveSummary([
    line("user", "The deploy of the billing service failed at 14:30."),
    ...filler,
    line("user", "We decided to roll the billing service back to version 41."),
  ]);
  expect(summary).toContain("The deploy of the billing service failed at 14:30.");
  expect(summary).toContain("We decided to roll the billing service back to version 41.");
  expect(summary.length).toBeLessThan(1_200);
});

it.each([
  ["a: [2026-05-07 14:30] b", "a 2026-05-07 14 30 b"],
  ["系统：管理员", "系统 管理员"],
  ["x".repeat(100), `${"x".repeat(39)}…`],
  ["  \n ", "User"],
])("a hostile name %j is shown as %j", (name, shown) => {
  expect(extractiveSummary([line("user", "Hello there.", name)])).toBe(`${shown}: Hello there.`);
});

it.each([
  ["", ""],
  ["...", ""],
])("says nothing of %j", (text, expected) => {
  expect(extractiveSummary([line("user", text)])).toBe(expected);
});

it("a long conversation takes no more than linear time", () => {
  const lines = Array.from({ length: 5_000 }, (_, i) =>
    line("user", `Line ${i} speaks of ${"words ".repeat(40)}.`),
  );
  expect(extractiveSummary(lines).length).toBeLessThan(2_100);
});
