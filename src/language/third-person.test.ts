import { describe, expect, it } from "vitest";
import { beginsWithSpeaker, retold } from "./third-person.ts";

const AT = Date.parse("2026-06-10T12:00:00Z");

describe("R91: one's own words in the third person", () => {
  it.each([
    ["I prefer tea", "Dana prefers tea."],
    ["I'm left-handed", "Dana is left-handed."],
    ["I’m left-handed.", "Dana is left-handed."],
    ["I am a nurse", "Dana is a nurse."],
    ["I can't stand cilantro", "Dana cannot stand cilantro."],
    ["I don't eat pork", "Dana does not eat pork."],
    ["I really enjoy hiking", "Dana really enjoys hiking."],
    ["I no longer like tea", "Dana no longer likes tea."],
    ["I really don't like tea", "Dana really doesn't like tea."],
    ["I still haven't been to Rome", "Dana still hasn't been to Rome."],
    ["I mustn't eat nuts", "Dana mustn't eat nuts."],
    ["I study law", "Dana studies law."],
    ["I watch football", "Dana watches football."],
    ["I moved to Oslo", "Dana moved to Oslo."],
    ["I have two cats", "Dana has two cats."],
    ["I need gluten-free food", "Dana needs gluten-free food."],
    ["I rode a bike across Iceland", "Dana rode a bike across Iceland."],
    ["I'd been a nurse before", "Dana had been a nurse before."],
    ["I swore off sugar", "Dana swore off sugar."],
    ["I'd like tea", "Dana would like tea."],
    ["my tea is rooibos", "Dana's tea is rooibos."],
    ["我是左撇子", "Dana是左撇子。"],
    ["我的狗叫豆豆。", "Dana的狗叫豆豆。"],
  ])("%s", (words, expected) => {
    expect(retold(words, { name: "Dana", at: AT })).toBe(expected);
  });

  it("of whoever has no name", () => {
    expect(retold("I prefer tea", { name: null, at: AT })).toBe("The user prefers tea.");
    expect(retold("我是左撇子", { name: null, at: AT })).toBe("用户是左撇子。");
  });

  it("begins with a capital, however somebody writes their name", () => {
    expect(retold("I prefer tea", { name: "wren", at: AT })).toBe("Wren prefers tea.");
    expect(retold("my tea is rooibos", { name: "wren", at: AT })).toBe("Wren's tea is rooibos.");
  });

  it.each([
    "I love my dog",
    "I love tea and hate coffee",
    "I told you so",
    "do I like tea?",
    "the server is mine",
    "我们是朋友",
    "我觉得你对我很好",
    "I",
    "I 100% agree",
  ])("is quoted instead: %s", (words) => {
    expect(retold(words, { name: "Dana", at: AT })).toBeUndefined();
  });

  it.each(["I owe Bob money", "I'm tall", "my dog bites", "we close at six", "我是左撇子"])(
    "is about whoever says it: %s",
    (words) => expect(beginsWithSpeaker(words)).toBe(true),
  );

  it.each(["Bob owes me money", "the dog bit me", "Myra is tall", "小王欠我钱"])(
    "is not about whoever says it: %s",
    (words) => expect(beginsWithSpeaker(words)).toBe(false),
  );
});
