import { describe, expect, test } from "vitest";
import { isPast, third, verbForm } from "./verbs.ts";

test.each([
  ["live", "lives"],
  ["have", "has"],
  ["be", "is"],
  ["teach", "teaches"],
  ["study", "studies"],
  ["play", "plays"],
  ["go", "goes"],
])("one %s, the other %s", (lemma, expected) => {
  expect(third(lemma)).toBe(expected);
});

describe("a form and its verb", () => {
  test.each([
    ["living", "live", "ing"],
    ["moved", "move", "past"],
    ["taught", "teach", "past"],
    ["running", "run", "ing"],
    ["studies", "study", "third"],
    ["am", "be", "base"],
  ])("%s", (word, lemma, form) => {
    expect(verbForm(word)).toEqual({ lemma, form });
  });
});

test.each([
  ["walked", true],
  ["renovated", true],
  ["need", false],
  ["hundred", false],
  ["live", false],
])("%s is past: %s", (word, expected) => {
  expect(isPast(word)).toBe(expected);
});
