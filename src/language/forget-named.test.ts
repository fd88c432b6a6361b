import { describe, expect, it } from "vitest";
import { quotable, quotes, textsNamed } from "./forget-named.ts";
import { terms } from "./shared/terms.ts";

const texts = (...all: string[]) => all.map((text) => ({ text, terms: new Set(terms(text)) }));

describe("the messages that a request to forget names", () => {
  it.each<[string, string[], number[]]>([
    ["Martin and the car", ["Martin fixed the roof", "Martin crashed the car", "the car is red"], [1]],
    ["smoke alarm", ["i smoked in the bath and the alarm went off", "i bought a lamp"], [0]],
    ["salary", ["my salary is 4200", "salary day!", "hello"], [0, 1]],
    ["thing", ["this thing is odd"], []],
    ["loan from dad", ["hello", "nothing"], []],
    ["借钱", ["借给老陈两万块钱", "今天天气不错"], [0]],
    ["挂科", ["我上学期挂了一门统计", "今天好累"], [0]],
    ["挂科", ["我上学期挂了一门统计", "把画挂墙上"], []],
    ["我分手", ["我跟学长分手了", "我吃饭了"], [0]],
  ])("%s", (about, all, expected) => {
    const given = texts(...all);
    expect(textsNamed(about, given).map((one) => given.indexOf(one))).toEqual(expected);
  });
});

describe("whether a message quotes another", () => {
  it.each([
    ["I broke up with Sam last night", "> I broke up with Sam last night\noh no", true],
    ["I broke up with Sam last night", 'she said "broke up with Sam" out loud', true],
    ["悄悄说，我跟学长分手了", "「momo：悄悄说，我跟学长分手了」\n——\n抱抱", true],
    ["I broke up with Sam last night", "Sam is here tonight", false],
    ["ok", "ok cool", false],
  ])("%s | %s", (original, text, expected) => {
    expect(quotes(text, new Set([quotable(original)]))).toBe(expected);
  });
});
