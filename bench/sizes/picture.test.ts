import { expect, it } from "vitest";
import { costPicture, count, duration } from "./picture.ts";

it.each([
  [7, "7 µs"],
  [1_400, "1.4 ms"],
  [43_000, "43 ms"],
  [2_500_000, "2.5 s"],
])("%d µs is %s", (micros, text) => {
  expect(duration(micros)).toBe(text);
});

it.each([
  [100, "100"],
  [50_000, "50k"],
  [1_000_000, "1 million"],
])("%d memories are %s", (value, text) => {
  expect(count(value)).toBe(text);
});

it("draws a line and its points for each operation, and names that do not cover each other", () => {
  const points = [
    { size: 100, micros: 1_000 },
    { size: 10_000, micros: 2_000 },
  ];
  const svg = costPicture(
    [
      { name: "remember", points, large: 1_100 },
      { name: "recall", points, large: null },
    ],
    1_000_000,
  );
  expect(svg.match(/<polyline/g)).toHaveLength(2);
  expect(svg.match(/<circle/g)).toHaveLength(5);
  expect(svg).toContain("1 million");
  const heights = [...svg.matchAll(/<text x="650" y="([\d.]+)"/g)].map(([, y]) => Number(y));
  expect(Math.abs(heights[0]! - heights[1]!)).toBeGreaterThanOrEqual(15);
});
