import { expect, test } from "vitest";
import { readQuestion } from "./question.ts";
import { TRAIT, textTraits } from "./traits.ts";

test.each([
  ["When did Caroline move?", TRAIT.time],
  ["How long has she lived there?", TRAIT.time],
  ["我婶婶的生日是什么时候？", TRAIT.time],
  ["How many cats does he have?", TRAIT.number],
  ["How many weeks are left?", TRAIT.time | TRAIT.number],
  ["我的电话号码是多少？", TRAIT.number],
  ["Where did they meet?", TRAIT.place],
  ["他住在哪里？", TRAIT.place],
  ["Who helped her?", TRAIT.name],
  ["她叫什么名字？", TRAIT.name],
  ["Why did he leave?", TRAIT.reason],
  ["他为什么走了？", TRAIT.reason],
  ["What does she like?", 0],
])("%s wants", (text, wants) => {
  expect(readQuestion(text).wants).toBe(wants);
});

test.each([
  ["Can you list the order in which I brought up my trips?", { survey: true, self: true, you: false }],
  ["Give me a summary of how my essay progressed over time", { survey: true, self: true, you: false }],
  ["总结一下我的旅行", { survey: true, self: true, you: false }],
  ["Which books did you recommend to me?", { survey: false, self: true, you: true }],
  ["你推荐过哪些书？", { survey: false, self: false, you: true }],
  ["What is Ana's job?", { survey: false, self: false, you: false }],
])("%s", (text, expected) => {
  expect(readQuestion(text)).toMatchObject(expected);
});

test.each([
  ["I went to a support group yesterday.", TRAIT.time | TRAIT.self],
  ["It was so powerful", 0],
  ["She has three cats", TRAIT.number],
  ["They moved to Berlin", TRAIT.place | TRAIT.name],
  ["That was because it rained", TRAIT.reason],
  ["What's up with you?", TRAIT.question],
  ["Wow, sounds fun!", TRAIT.reaction],
  ["昨天吃了面", TRAIT.time],
  ["我喜欢猫", TRAIT.self],
  ["你喜欢什么？", TRAIT.question],
  ["因为下雨", TRAIT.reason],
  ["哈哈，真好", TRAIT.reaction],
])("the traits of %s", (text, traits) => {
  expect(textTraits(text)).toBe(traits);
});

test("a long text is read at both ends", () => {
  expect(textTraits(`${"word ".repeat(20_000)} right?`) & TRAIT.question).toBe(TRAIT.question);
});
