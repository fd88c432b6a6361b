import { describe, expect, it } from "vitest";
import type { Timing } from "./interleave.ts";
import { amount, atLeast, atMost, noBar, rowLines, rowTable } from "./row.ts";

const took = (wall: number, cpu = wall, main: number | null = cpu): Timing => ({ wall, cpu, main });

describe("rows", () => {
  it.each([
    [atMost("a", took(15), took(10), 1.5), 1.5, true],
    [atMost("a", took(16, 10), took(10), 1.5), 1.6, false],
    [atMost("a", took(16, 10), took(10), 1.5, { by: "cpu" }), 1, true],
    [atMost("a", took(16, 10, 30), took(10), 1.5, { by: "main" }), 3, false],
    [atLeast("b", took(10), took(1_000), 100), 100, true],
    [atLeast("b", took(10), took(999, 2_000), 100), 99.9, false],
    [noBar("c", took(10), took(5)), 2, null],
    [amount("d", 43, "MB", { atMost: 32 }), 43, false],
    [amount("e", 0.9, "", { atLeast: 0.8, atMost: 1.2 }), 0.9, true],
    [amount("e", 0.6, "", { atLeast: 0.8, atMost: 1.2 }), 0.6, false],
  ])("%o", (row, value, pass) => {
    expect(row.value).toBeCloseTo(value, 9);
    expect(row.pass).toBe(pass);
  });

  const rows = [
    atMost("short", took(15, 12), took(10), 1.5, { by: "cpu", note: "why" }),
    noBar("a longer name", took(1234.5, 1200, null), took(5)),
    amount("index", 30.5, "MB", { atLeast: 0.8, atMost: 32 }),
  ];

  it("print as lines", () => {
    expect(rowLines(rows)).toEqual([
      "                               ratio              bar  wall; CPU; main    ours µs (CPU)    ref. µs (CPU)",
      "ok    short                     1.20        ≤ 1.5 CPU 1.50; 1.20; 1.20      15.0 (12.0)      10.0 (10.0)   why",
      "      a longer name              247                –      247; 240; –      1235 (1200)        5.0 (5.0)",
      "ok    index                 30.50 MB           0.8–32                                                   ",
    ]);
  });

  it("print as a table of Markdown", () => {
    expect(rowTable(rows)[2]?.replaceAll(/ +/g, " ")).toBe(
      "| short (why) | ok | 1.20 | ≤ 1.5 CPU | 1.50; 1.20; 1.20 | 15.0 (12.0) | 10.0 (10.0) |",
    );
  });
});
