import { describe, expect, it } from "vitest";
import type { SourceEvent } from "../../domain/candidate.ts";
import { subjectOf, withOwnNames } from "./subject.ts";

const say = (name: string | null, actor: string | null, role: SourceEvent["role"] = "user"): SourceEvent => ({
  ...{ role, type: "message", name, actor, text: "", at: 0 },
});
const ann = say("Ann", "u1");
const bob = say("Bob", "u2");
const ming = say("小明", "小明");

describe("whom a fact is about", () => {
  it.each<[told: string | null, text: string, sourceEvents: SourceEvent[], subject: string | null]>([
    ["Ann", "Ann lives in Oslo", [ann], "u1"],
    ["ann", "Ann lives in Oslo", [ann], "u1"],
    ["u1", "Ann lives in Oslo", [ann], "u1"],
    ["the user", "Ann lives in Oslo", [ann], "u1"],
    ["user", "The user lives in Oslo", [say(null, null)], null],
    ["用户", "小明住在北京", [ming], "小明"],
    ["小明的哥哥", "小明的哥哥住在北京", [ming], "小明's 哥哥"],
    ["Ann's brother", "Ann's brother lives in Oslo", [ann], "u1's brother"],
    ["Ann’s brother", "Ann's brother lives in Oslo", [ann], "u1's brother"],
    ["the user's brother", "Ann's brother lives in Oslo", [ann], "u1's brother"],
    ["Tim", "Tim is lactose intolerant", [ann], "Tim"],
    [null, "Ann lives in Oslo", [ann], "u1"],
    [null, "The office closes at five", [ann], null],
    ["none", "The office closes at five", [ann], null],
    ["Ann", "Ann's sister Annie is 3", [ann], "u1"],
    ["x".repeat(100), "Somebody is here", [ann], null],
    // The text has the last word.
    ["Bob", "Ann lives in Moscow", [bob, ann], "u1"],
    ["Bob's friend", "Ann lives in Moscow", [bob, ann], "u1"],
    ["Ann", "Annie lives in Rome", [ann, say("Annie", "u3")], "u3"],
  ])("%j, %j", (told, text, sourceEvents, subject) => {
    expect(subjectOf(told, text, sourceEvents[0]!, { sourceEvents })).toBe(subject);
  });

  it("one whom memories know keeps that spelling, also when not there", () => {
    expect(subjectOf("tim", "Tim is 40", ann, { sourceEvents: [ann], subjects: ["Tim"] })).toBe("Tim");
    expect(subjectOf("Bob", "Alma lives in Moscow", bob, { sourceEvents: [bob], subjects: ["alma"] })).toBe(
      "alma",
    );
  });

  it.each<[told: string, text: string, subject: string]>([
    ["Leah", "Ann's sister Leah lives in Vancouver", "Leah"],
    ["豆包", "小明的狗豆包对鸡肉过敏", "豆包"],
    ["Leah", "Ann lives with Leah", "u1"],
    ["Lee", "Lee moved to Oslo", "Leah"],
    ["Lee", "Ann's sister Lee moved to Oslo", "Leah"],
  ])("%j in %j is somebody whom memories know, under any of their names", (told, text, subject) => {
    const aliases = new Map([["Lee", "Leah"]]);
    expect(
      subjectOf(told, text, ann, { sourceEvents: [ann, ming], subjects: ["Leah", "豆包"], aliases }),
    ).toBe(subject);
  });

  it("an account is meant by any of its names, before somebody who is only called so", () => {
    const aliases = new Map([
      ["wren", "9001"],
      ["inkwell", "9001"],
    ]);
    const known = { sourceEvents: [ann], subjects: ["Wren"], aliases };
    expect(subjectOf("Wren", "Wren keeps bees", ann, known)).toBe("9001");
    expect(subjectOf("Inkwell", "Inkwell keeps bees", ann, known)).toBe("9001");
    expect(subjectOf("Inkwell's brother", "Inkwell's brother keeps bees", ann, known)).toBe("9001's brother");
    expect(subjectOf(null, "The house has a rule", ann, known)).toBe(null);
  });

  it.each([
    ["Anna", "The user's name is Anna, not Ann"],
    ["林筱", "用户的名字其实是林筱，不是林晓"],
    ["林筱", "用户其实叫林筱"],
  ])("a name that is put right is the speaker's: %j, %j", (told, text) => {
    expect(subjectOf(told, text, ann, { sourceEvents: [ann] })).toBe("u1");
  });

  it.each([
    ["Manny", "The user wants to be called Manny", "u1"],
    ["小满", "用户希望被称呼为小满", "u1"],
    ["Manny", "The user's cat is called Manny", "Manny"],
    ["馒头", "用户的猫叫馒头", "馒头"],
    [null, "User research takes two weeks", null],
  ])("a sentence that begins with the user is about the user: %j, %j", (told, text, subject) => {
    expect(subjectOf(told, text, ann, { sourceEvents: [ann] })).toBe(subject);
  });

  it("a name that somebody gives themself or somebody of theirs counts at once, if nobody else has it", () => {
    const given = (subject: string | null, ...names: string[]) => [{ subject, speaker: ann, names }];
    const known = { sourceEvents: [ann, bob], subjects: ["Tim"], aliases: new Map([["wren", "9001"]]) };
    const found = (...all: Parameters<typeof given>) => [...withOwnNames(given(...all), known).keys()];
    expect(found("u1", "小满")).toEqual(["wren", "小满"]);
    expect(found("u1's mother", "Loretta")).toEqual(["wren", "Loretta"]);
    expect(found("u1", "Bob", "Tim", "Wren")).toEqual(["wren"]);
    expect(found("u2", "Robert")).toEqual(["wren"]);
    expect(found(null, "The office")).toEqual(["wren"]);
  });

  it("in an assistant's words the user is whoever is there alone", () => {
    const bot = say("assistant", "assistant", "assistant");
    expect(subjectOf("the user", "The booking was made", bot, { sourceEvents: [ann, bot] })).toBe("u1");
    expect(subjectOf("the user", "The booking was made", bot, { sourceEvents: [ann, bob, bot] })).toBe(
      "the user",
    );
  });
});
