import { expect, test } from "vitest";
import { mentionsOf } from "./mentions.ts";

const found = (text: string, claim: string, kept: string[] = []): string[] =>
  mentionsOf(text, claim, { kept, subject: "alice" }).map(([start, end]) => text.slice(start, end));

test("finds what speaks of a claim, and leaves what does not", () => {
  expect(
    found(
      "I am allergic to kiwis. I have a dog. Yes, kiwis are terrible for me.",
      "Alice is allergic to kiwis.",
      ["Alice has a dog."],
    ),
  ).toEqual(["I am allergic to kiwis", "Yes, kiwis are terrible for me"]);
  expect(
    found("Please forget that my favourite singer is Björk. Thanks!", "Alice's favourite singer is Björk."),
  ).toEqual(["Please forget that my favourite singer is Björk"]);
  expect(found("我对芒果过敏。我有一只狗。芒果太可怕了。", "Alice对芒果过敏", ["Alice有一只狗"])).toEqual([
    "我对芒果过敏",
    "芒果太可怕了",
  ]);
});

test("a common word alone is no mention, nor is what another claim says", () => {
  expect(found("I live in Berlin. I live for music.", "Alice lives in Berlin.")).toEqual([
    "I live in Berlin",
  ]);
  expect(found("My dog eats kiwis.", "Alice likes kiwis.", ["Alice's dog eats kiwis."])).toEqual([]);
  expect(found("Hello there.", "Alice likes it.")).toEqual([]);
});
