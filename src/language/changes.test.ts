import { describe, expect, test } from "vitest";
import { findings } from "./said.fixture.ts";

describe("C10: a change is told as what is so since, in the slot that it changes", () => {
  test.each([])("%s", (text, expected) => expect(findings(text)).toContain(expected));

  test.each([
    ["my brother moved to Rome", "Alice's brother lives in Rome. [brother/home]"],
    ["Radiohead is not my favourite band anymore", undefined],
  ])("people who move are no values, and a denial is none: %s", (text, expected) =>
    expect(findings(text)).toEqual(expected === undefined ? [] : [expected]),
  );
});

describe("C10: a short correction takes the value's place", () => {
  test.each([
    ["I live in Hamburg", "oh wait I misspoke, Bremen not Hamburg", "Alice lives in Bremen. [home]"],
    ["my sister's name is Laura", "sorry it's spelled Lora", "Alice's sister's name is Lora. [sister/name]"],
    ["I'm 29", "correction: 30, had my birthday last week", "Alice is 30 years old. [age]"],
    ["I'm allergic to cats", "I got tested, it's dogs not cats", "Alice is allergic to dogs. [allergy:cat]"],
    ["我生日是5月2号", "更正：5月12号", "爱丽丝生日是5月12号。 [birthday]"],
  ])("%s – %s", (first, then, expected) => expect(findings(first, then).at(-1)).toBe(expected));
});
