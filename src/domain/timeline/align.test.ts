import { expect, it } from "vitest";
import { alignMessages } from "./align.ts";

const given = (words: string) =>
  words
    .split(" ")
    .filter(Boolean)
    .map((text) => ({ role: "user", text }));
const recorded = (words: string) =>
  given(words).map((one) => ({ ...one, text: one.text, erased: one.text === "✗" }));

it.each([
  ["a b c", "a b c", [0, 1, 2]],
  ["a b c d", "a b", [0, 1, null, null]],
  ["b c", "a b c", [1, 2]],
  ["a c", "a x b c", [0, 3]],
  ["ok ok", "ok ok ok", [0, 1]],
  ["ok ok", "ok", [0, null]],
  ["a secret c", "a ✗ c", [0, 1, 2]],
  ["a secret", "a ✗", [0, 1]],
  ["secret a", "✗ a", [0, 1]],
  ["a secret b", "a b ✗", [0, null, 1]],
  ["x y", "", [null, null]],
  ["", "a", []],
])("%j in the record %j is %j", (words, record, places) => {
  expect(alignMessages(given(words), recorded(record))).toEqual(places);
});

it("a role is part of what was said", () => {
  expect(alignMessages([{ role: "assistant", text: "a" }], recorded("a"))).toEqual([null]);
});
