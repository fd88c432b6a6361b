import { describe, expect, it } from "vitest";
import { calibrationOf, probability } from "./calibration.ts";
import { CHINESE, ENGLISH, SPACE } from "./local/catalogue.ts";

describe("probability", () => {
  // Human judgements of pairs with that cosine, in the half of the data that nothing was fitted on.
  it.each([
    [SPACE, 0.1, 0.0, 0.03],
    [SPACE, 0.4, 0.02, 0.15],
    [SPACE, 0.63, 0.45, 0.55],
    [SPACE, 0.8, 0.8, 0.95],
    [ENGLISH.id, 0.1, 0.0, 0.03],
    [ENGLISH.id, 0.3, 0.03, 0.13],
    [ENGLISH.id, 0.56, 0.45, 0.55],
    [ENGLISH.id, 0.75, 0.8, 0.9],
    [ENGLISH.id, 0.95, 0.95, 1],
    [CHINESE.id, 0.4, 0, 0.03],
    [CHINESE.id, 0.55, 0.05, 0.2],
    [CHINESE.id, 0.69, 0.45, 0.55],
    [CHINESE.id, 0.8, 0.75, 0.9],
    [CHINESE.id, 0.95, 0.95, 1],
  ])("%s at %d is between %d and %d", (model, cosine, low, high) => {
    const chance = probability(cosine, calibrationOf(model));
    expect(chance).toBeGreaterThanOrEqual(low);
    expect(chance).toBeLessThanOrEqual(high);
  });

  it("rises with the cosine and stays a probability", () => {
    for (const model of [ENGLISH.id, CHINESE.id, "unknown"]) {
      const chances = Array.from({ length: 21 }, (_, i) => probability(i / 10 - 1, calibrationOf(model)));
      expect(chances).toEqual(chances.toSorted((a, b) => a - b));
      expect(chances.every((chance) => chance >= 0 && chance <= 1)).toBe(true);
    }
  });
});

it("believes only near-copies of a model that is not known", () => {
  const calibration = calibrationOf("openai/text-embedding-3-small");
  expect(probability(0.7, calibration)).toBeLessThan(0.06);
  expect(probability(0.99, calibration)).toBeGreaterThan(0.9);
});
