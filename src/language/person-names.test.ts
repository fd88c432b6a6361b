import { expect, test } from "vitest";
import {
  calledIn,
  callNames,
  namedSpeakers,
  pointedAt,
  relationIn,
  withoutSpeakerNames,
} from "./person-names.ts";

test.each([
  ["Caroline", ["caroline"]],
  ["Ana María López", ["ana", "maría", "lópez"]],
  ["王小明", ["王小明"]],
  ["user", []],
  ["Assistant", []],
  ["discord/8812345", []],
  ["", []],
] as const)("the names of %s", (display, names) => {
  expect(callNames(display)).toEqual(names);
});

const SPEAKERS = [callNames("Caroline"), callNames("Melanie Wu"), callNames("王小明"), callNames("user")];

test.each([
  ["When did Caroline move?", [true, false, false, false]],
  ["What is caroline's job?", [true, false, false, false]],
  ["What did Mel paint?", [false, true, false, false]],
  ["Did Caroline and Melanie meet?", [true, true, false, false]],
  ["where is my car?", [false, false, false, false]],
  ["Car repairs: who paid?", [true, false, false, false]],
  ["王小明喜欢什么？", [false, false, true, false]],
  ["Does 王小明 know Wu?", [false, true, true, false]],
  ["Caroline住在哪里？", [true, false, false, false]],
  ["What does the user like?", [false, false, false, false]],
])("%s", (question, named) => {
  expect(namedSpeakers(question, SPEAKERS)).toEqual(named);
});

test.each([
  ["When did Caroline go to the support group?", "When did go to the support group?"],
  ["What is Melanie's favourite book?", "What is favourite book?"],
  ["What is Melanie’s favourite book?", "What is favourite book?"],
  ["王小明喜欢什么？", "喜欢什么？"],
  ["Caroline住在哪里？", "住在哪里？"],
  ["Caroline?", "Caroline?"],
  ["Where do I live?", "Where do I live?"],
])("without names: %s", (question, rest) => {
  expect(withoutSpeakerNames(question, SPEAKERS)).toBe(rest);
});

test.each<[text: string, relation: string, name: string]>([
  ["Alice's dog is called Comet.", "dog", "Comet"],
  ["The user's best friend is named Teo", "best friend", "Teo"],
  ["Alice's twins are called Ana and Bo.", "twins", "Ana and Bo"],
  ["Alice's boss's name is Carla.", "boss", "Carla"],
  ["用户的女朋友叫苏苏。", "女朋友", "苏苏"],
  ["用户的室友养了只很大的橘猫叫煤球。", "橘猫", "煤球"],
  ["爱丽丝的室友名字叫老魏。", "室友", "老魏"],
])("%s", (text, relation, name) => {
  expect(calledIn(text)).toEqual({ relation, name });
});

test.each(["Alice is called Ali.", "Alice's dog likes Comet.", "用户叫苏苏。", ""])(
  "%j names nobody",
  (text) => {
    expect(calledIn(text)).toBeNull();
  },
);

test.each([
  ["she's called Susu", "Susu"],
  ["Her name is Susu, short for Susanna", "Susu"],
  ["她叫苏苏，大名苏静怡", "苏苏"],
  ["他叫我去吃饭", null],
  ["she called me back", null],
])("%j points at %j", (text, name) => expect(pointedAt(text)).toBe(name));

test.each([
  ["my girlfriend eats everything", "girlfriend"],
  ["我女朋友倒是特别能吃辣，她是重庆人", "女朋友"],
  ["it rained", null],
])("%j tells of %j", (text, relation) => expect(relationIn(text)).toBe(relation));
