import { expect, it } from "vitest";
import { random } from "./prove.ts";
import { slopeOf } from "./slope.ts";

const line = (slope: number, noise: number) => {
  const next = random(7);
  return Array.from({ length: 60 }, (_, x) => ({ x, y: 100 + slope * x + noise * (next() - 0.5) }));
};

it("finds a slope, and an interval that holds it", () => {
  expect(slopeOf(line(2, 0))).toEqual({ mean: 159, perUnit: 2, margin: 0 });
  const { perUnit, margin } = slopeOf(line(2, 10))!;
  expect(Math.abs(perUnit - 2)).toBeLessThan(margin);
  expect(margin).toBeLessThan(0.1);
});

it("noise alone is no slope, and two points are no line", () => {
  const { perUnit, margin } = slopeOf(line(0, 10))!;
  expect(Math.abs(perUnit)).toBeLessThan(margin);
  expect(slopeOf(line(1, 0).slice(0, 2))).toBeNull();
});
