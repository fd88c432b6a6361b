import { describe, expect, it } from "vitest";
import { calibrate, calibrationOf, probability } from "./calibration.ts";
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

describe("calibrate", () => {
  const spread = (middle: number, width: number, n = 100): number[] =>
    Array.from({ length: n }, (_, i) => middle + width * (i / (n - 1) - 0.5));

  it.each([
    // Where unrelated texts lie; the midpoint that follows.
    ["around 0, as the English model", spread(0.03, 0.4), 0.62, 0.65],
    ["around 0.4, as the Chinese model", spread(0.42, 0.3), 0.76, 0.8],
    ["around 0.8, as models do that use little of their space", spread(0.8, 0.1), 0.91, 0.94],
    ["wide, with some that do belong together", spread(0.3, 1.2), 0.84, 0.86],
    ["all at 1, as a broken model", spread(1, 0), 0.97, 1],
    ["all below 0", spread(-0.5, 0.2), 0.4, 0.45],
  ])("%s", (_, unrelated, low, high) => {
    const calibration = calibrate(unrelated);
    expect(calibration.midpoint).toBeGreaterThanOrEqual(low);
    expect(calibration.midpoint).toBeLessThanOrEqual(high);
    expect(calibration.slope).toBeGreaterThan(0);
    const middle = unrelated[Math.floor(unrelated.length / 2)] ?? 0;
    expect(probability(middle, calibration)).toBeLessThan(0.5 - 1e-9 + Number(middle === 1));
  });

  it("is more careful than the fitted curves of known models where it matters", () => {
    for (const [model, unrelated] of [
      [ENGLISH.id, spread(0.03, 0.4)],
      [CHINESE.id, spread(0.42, 0.3)],
    ] as const) {
      for (let cosine = 0.45; cosine <= 1; cosine += 0.05) {
        const careful = probability(cosine, calibrate(unrelated));
        expect(careful).toBeLessThanOrEqual(probability(cosine, calibrationOf(model)));
      }
    }
  });

  it.each([[[]], [spread(0.1, 0.1, 29)], [Array.from({ length: 50 }, () => Number.NaN)]])(
    "believes only near-copies when it knows too little",
    (unrelated) => {
      const calibration = calibrate(unrelated);
      expect(probability(0.7, calibration)).toBeLessThan(0.06);
      expect(probability(0.99, calibration)).toBeGreaterThan(0.9);
    },
  );

  it("serves a model that is not known", () => {
    const unrelated = spread(0.3, 0.2);
    expect(calibrationOf("openai/text-embedding-3-small", unrelated)).toEqual(calibrate(unrelated));
    expect(calibrationOf(ENGLISH.id, unrelated)).not.toEqual(calibrate(unrelated));
  });
});
