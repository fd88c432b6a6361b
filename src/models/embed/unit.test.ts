import { describe, expect, it } from "vitest";
import { cosine, toUnit } from "./unit.ts";

describe("toUnit", () => {
  it.each([
    [
      [3, 4],
      [0.6, 0.8],
    ],
    [[-2], [-1]],
    [Float32Array.of(0, 5), [0, 1]],
    [
      [1e-8, 0],
      [1, 0],
    ],
  ])("%j", (values, unit) => {
    const vector = toUnit(values, "m");
    for (const [i, value] of unit.entries()) expect(vector[i]).toBeCloseTo(value, 6);
    expect(cosine(vector, vector)).toBeCloseTo(1, 6);
  });

  it.each([[[]], [[0, 0]], [[1, Number.NaN]], [[Number.POSITIVE_INFINITY, 1]]])("refuses %j", (values) => {
    expect(() => toUnit(values, "m")).toThrow(
      expect.objectContaining({ code: "model_bad_output", message: expect.stringContaining("m") }),
    );
  });
});
