import { describe, expect, test } from "vitest";
import { statementOf } from "./answers.ts";
import { bot, findings } from "./said.fixture.ts";

describe("a short answer to a plain question", () => {
  test.each([
    ["Nice! What's your name?", "Maria", "Alice's name is Maria. [name]"],
    [
      "What do you do for work?",
      "Nurse, at a clinic in Bonn.",
      "Alice is a nurse at a clinic in Bonn. [employer]",
    ],
    ["How old are you?", "34", "Alice is 34 years old. [age]"],
    ["Where do you live?", "Lisbon", "Alice lives in Lisbon. [home]"],
    ["What's your favourite colour?", "green", "Alice's favourite colour is green. [favourite:color]"],
    ["Any food allergies?", "peanuts", "Alice is allergic to peanuts. [allergy:peanut]"],
    ["你叫什么名字？", "小芳", "爱丽丝叫小芳。 [name]"],
    ["你住在哪个城市？", "成都", "爱丽丝住在成都。 [home]"],
    ["请问你做什么工作？", "护士", "爱丽丝是护士。 [job]"],
    ["你最喜欢的颜色是什么？", "绿色", "爱丽丝最喜欢的颜色是绿色。 [favourite:颜色]"],
  ])("%s – %s", (question, answer, expected) => {
    expect(findings(bot(question), answer)).toEqual([expected]);
  });
});

describe("says nothing where it is not sure", () => {
  test.each([
    ["Where do you live?", "why do you ask"],
    ["Where do you live? And what's your name?", "Lisbon"],
    ["I live in the cloud.", "Lisbon"],
    ["Any food allergies?", "None"],
    ["Do you want a recipe?", "Yes please"],
    ["你住在哪里？", "不告诉你"],
    ["你还好吗？", "还行"],
  ])("%s – %s", (question, answer) => {
    expect(statementOf(question, answer)).toBeUndefined();
  });
});
