import { describe, expect, it } from "vitest";
import { atLeast, atMost, noBar, rowLines } from "./row.ts";

describe("rows", () => {
  it.each([
    [atMost("a", 15, 10, 1.5), 1.5, true],
    [atMost("a", 16, 10, 1.5), 1.6, false],
    [atLeast("b", 10, 1_000, 100), 100, true],
    [atLeast("b", 10, 999, 100), 99.9, false],
    [noBar("c", 10, 5), 2, null],
  ])("%o", (row, ratio, pass) => {
    expect(row.ratio).toBeCloseTo(ratio, 9);
    expect(row.pass).toBe(pass);
  });

  it("print as a table", () => {
    const lines = rowLines([atMost("short", 15, 10, 1.5, "why"), noBar("a longer name", 1234.5, 5)]);
    expect(lines).toEqual([
      "      ratio            ours µs    ref. µs      ratio        bar",
      "ok    short               15.0       10.0       1.50      ≤ 1.5   why",
      "      a longer name       1235        5.0     246.90          –",
    ]);
  });
});
