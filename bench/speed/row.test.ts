import { describe, expect, it } from "vitest";
import type { Timing } from "./interleave.ts";
import { atLeast, atMost, noBar, rowLines } from "./row.ts";

const took = (wall: number, cpu = wall): Timing => ({ wall, cpu });

describe("rows", () => {
  it.each([
    [atMost("a", took(15), took(10), 1.5), 1.5, true],
    [atMost("a", took(16, 10), took(10), 1.5), 1.6, false],
    [atLeast("b", took(10), took(1_000), 100), 100, true],
    [atLeast("b", took(10), took(999, 2_000), 100), 99.9, false],
    [noBar("c", took(10), took(5)), 2, null],
  ])("%o", (row, ratio, pass) => {
    expect(row.ratio).toBeCloseTo(ratio, 9);
    expect(row.pass).toBe(pass);
  });

  it("print as a table", () => {
    const lines = rowLines([
      atMost("short", took(15, 12), took(10), 1.5, "why"),
      noBar("a longer name", took(1234.5), took(5)),
    ]);
    expect(lines).toEqual([
      "                      ours µs   ref. µs     ratio       bar    by CPU",
      "ok    short              15.0      10.0      1.50     ≤ 1.5      1.20   why",
      "      a longer name      1235       5.0    246.90         –    246.90",
    ]);
  });
});
