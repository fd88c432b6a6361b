import { expect, test } from "vitest";
import { TRAIT } from "../domain/relevance/relevance-index.ts";
import { questionSignals, questionTarget, textTraits } from "./question-signals.ts";

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
  expect(questionTarget(text).wants).toBe(wants);
});

test.each([
  ["Which books did you recommend to me?", true],
  ["What was the schedule you suggested?", true],
  ["你推荐过哪些书？", true],
  ["Can you list the order in which I brought up my trips?", false],
  ["What is Ana's job?", false],
])("%s asks for the other side's words: %s", (text, you) => {
  expect(questionTarget(text).you).toBe(you);
});

test.each([
  ["I went to a support group yesterday.", TRAIT.time | TRAIT.self],
  ["It was so powerful", 0],
  ["She has three cats", TRAIT.number],
  ["They moved to Berlin", TRAIT.place | TRAIT.name],
  ["That was because it rained", TRAIT.reason],
  ["昨天吃了面", TRAIT.time],
  ["我喜欢猫", TRAIT.self],
  ["因为下雨", TRAIT.reason],
])("the traits of %s", (text, traits) => {
  expect(textTraits(text)).toBe(traits);
});

test("a long text is read at both ends", () => {
  expect(textTraits(`${"word ".repeat(20_000)} on Monday`)).toBe(TRAIT.time | TRAIT.name);
});

test.each<[question: string, words: string[]]>([
  ["大福是谁？", ["大福"]],
  ["大福是什么", ["大福"]],
  ["生日谁做饭", ["生日", "做饭"]],
  ["who's Anselm?", ["anselm"]],
])("%s asks for the words %j; those that only ask are none", (question, words) => {
  expect(questionSignals(question, [], 0).words).toEqual(words);
});
