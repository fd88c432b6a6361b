import { describe, expect, test } from "vitest";
import { readClaim } from "./facts.ts";
import type { ParsedClaim } from "./grammar.ts";

describe("what a claim says", () => {
  test.each<[string, Partial<ParsedClaim>]>([
    ["Alice likes tea", { polarity: "yes", modal: "is", tense: "present", subject: ["alic"] }],
    ["Alice's sister likes tea", { subject: ["alic", "sister"] }],
    ["In May, Alice met Bob", { subject: ["alic"], tense: "past" }],
    ["Will likes tea", { subject: ["will"], modal: "is" }],
    ["Alice doesn't like tea", { polarity: "not", denied: ["~like"] }],
    ["Alice has never smoked", { polarity: "never" }],
    ["Alice no longer smokes", { polarity: "ended" }],
    ["Alice doesn't smoke anymore", { polarity: "ended" }],
    ["Alice quit smoking", { polarity: "ended" }],
    ["Alice didn't quit smoking", { polarity: "yes" }],
    ["Alice is used to the cold", { polarity: "yes" }],
    ["Nobody likes Alice without a reason", { polarity: "not" }],
    ["Alice wants to learn Greek", { modal: "wish" }],
    ["Alice is going to learn Greek", { modal: "plan" }],
    ["Alice might learn Greek", { modal: "maybe" }],
    ["Alice has to learn Greek", { modal: "must" }],
    ["Alice lived in Rome", { tense: "past" }],
    ["Alice has lived in Rome for years", { tense: "open" }],
    ["Alice is a boss", { isA: "~boss", hasA: null }],
    ["Alice has a boss", { isA: null, hasA: "~boss" }],
    ["The dog was chased by the cat", { subject: ["~cat"] }],
    ["小明喜欢喝茶", { polarity: "yes", subject: ["小", "明"] }],
    ["小明的妹妹喜欢喝茶", { subject: ["小", "明", "~妹妹"] }],
    ["小明从来没去过日本", { polarity: "never", tense: "past" }],
    ["小明不再抽烟", { polarity: "ended" }],
    ["小明戒烟了", { polarity: "ended" }],
    ["小明想学法语", { modal: "wish" }],
    ["小明打算学法语", { modal: "plan" }],
    ["小明可能会学法语", { modal: "maybe" }],
    ["小明必须学法语", { modal: "must" }],
  ])("%s: %o", (text, expected) => {
    expect(readClaim(text)).toMatchObject(expected);
  });
});
