import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { growth } from "../domain/growth.fixture.ts";
import { bot, candidatesIn, findings, NOW, said } from "./said.fixture.ts";

const DAY = 86_400_000;

describe("a candidate", () => {
  test("C4, C10: has its category, slot, subject and the words that say it", () => {
    const text = "Hello there! I'm allergic to peanuts, by the way.";
    const [candidate] = candidatesIn([said(text)]);
    expect(candidate).toEqual({
      text: "Alice is allergic to peanuts.",
      kind: "semantic",
      type: "profile",
      category: "profile",
      subject: "alice",
      slot: "allergy:peanut",
      affirmed: true,
      method: "rule",
      confidence: 0.9,
      importance: 0.95,
      corrects: false,
      validFrom: null,
      expiresAt: null,
      source: 0,
      span: [13, 36],
      matches: [],
      contradicts: [],
      ends: [],
    });
    expect(text.slice(...candidate!.span)).toBe("I'm allergic to peanuts");
  });

  test("the same in Chinese", () => {
    const text = "对了，我对花生过敏。";
    const [candidate] = candidatesIn([said(text)]);
    expect(candidate).toMatchObject({ text: "爱丽丝对花生过敏。", slot: "allergy:花生", subject: "alice" });
    expect(text.slice(...candidate!.span)).toBe("我对花生过敏");
  });

  test.each([
    ["I live in Oslo", "The user lives in Oslo."],
    ["我住在上海", "用户住在上海。"],
    ["My brother lives in Rome", "The user's brother lives in Rome."],
  ])("nobody is named: %s", (text, expected) => {
    expect(candidatesIn([said(text, { name: null })])[0]!.text).toBe(expected);
  });

  test.each([
    ["My brother lives in Rome", "alice's brother", "brother/home"],
    ["我哥住在东京", "alice's brother", "brother/home"],
    ["My wife Anna works at Acme", "alice's wife", "wife/employer"],
  ])("is about somebody of the speaker's: %s", (text, subject, slot) => {
    expect(candidatesIn([said(text)])[0]).toMatchObject({ subject, slot });
  });

  test("R156: a plan ends with its day, a range with its last", () => {
    const [day] = candidatesIn([said("I have a dentist appointment next Tuesday at 3pm")]);
    const [month] = candidatesIn([said("下个月我要去日本旅游")]);
    expect(day).toMatchObject({ type: "task_state", expiresAt: Date.UTC(2026, 5, 17) });
    expect(month).toMatchObject({ type: "task_state", expiresAt: Date.UTC(2026, 7, 1) });
  });

  test("R274: an event tells when it was", () => {
    expect(candidatesIn([said("I ran a marathon last Sunday")])[0]).toMatchObject({
      text: "Alice ran a marathon on 7 June 2026.",
      kind: "episodic",
      type: "episode",
      validFrom: Date.UTC(2026, 5, 7),
      expiresAt: null,
    });
  });

  test.each([
    ["Remember that I'm allergic to cats"],
    ["I'm allergic to cats. Please remember that."],
    ["记住我对猫过敏"],
    ["我对猫过敏。记住哦"],
  ])("R157: what is asked to be remembered is sure: %s", (text) => {
    expect(candidatesIn([said(text)])[0]).toMatchObject({ method: "user_explicit", confidence: 1 });
  });

  test.each(["I think I'm allergic to penicillin", "我可能对青霉素过敏"])("a hedge is unsure: %s", (text) => {
    expect(candidatesIn([said(text)])[0]!.confidence).toBe(0.5);
  });

  test.each([
    ["Actually, I live in Bergen, not Oslo", "Alice lives in Bergen. [home]"],
    ["Sorry, I'm not a doctor but a nurse", "Alice is a nurse. [job]"],
    ["其实我住在苏州，不是上海", "爱丽丝住在苏州。 [home]"],
    ["我不是学生而是老师", "爱丽丝是老师。 [job]"],
  ])("a correction says so and leaves out what is wrong: %s", (text, expected) => {
    expect(findings(text)).toEqual([expected]);
    expect(candidatesIn([said(text)])[0]!.corrects).toBe(true);
  });
});

describe("several messages", () => {
  test.each([
    [["I live in Bergen", "sorry, I meant Oslo"], "Alice lives in Oslo. [home]"],
    [["my cat Miso is 12", "my cat is 13, not 12"], "Alice's cat Miso is 13 years old. [cat miso/age]"],
    [["my cat is 12", "my cat is 13 not 12"], "Alice's cat is 13 years old. [cat/age]"],
    [["I live in Bergen", "it's Oslo, not Bergen"], "Alice lives in Oslo. [home]"],
    [["I'm 34", "oops, 35"], "Alice is 35 years old. [age]"],
    [["我住在上海", "说错了，是昆山"], "爱丽丝住在昆山。 [home]"],
    [["我儿子叫浩浩", "是昊昊，不是浩"], "爱丽丝的儿子叫昊昊。 [son/name]"],
    [
      ["My sister's name is Cathy", "sorry, typo. her name is Kathy"],
      "Alice's sister's name is Kathy. [sister/name]",
    ],
  ])("the last one corrects what was said before: %s", (turns, expected) => {
    expect(findings(...turns).at(-1)).toBe(expected);
  });

  test("events before `from` explain, and give nothing themselves", () => {
    const turns = [said("I live in Bergen"), said("no wait, I meant Oslo")];
    expect(candidatesIn(turns, 1)).toMatchObject([{ text: "Alice lives in Oslo.", source: 1 }]);
  });

  test("each speaks for themselves", () => {
    const turns = [said("My sister lives in Rome"), said("She is a vet", { name: "Bob", actor: "bob" })];
    expect(findings(...turns)).toEqual(["Alice's sister lives in Rome. [sister/home]"]);
  });

  test("a scene that is played goes on until it ends", () => {
    const turns = [
      "Let's role-play, I'm a knight",
      "I live in a castle",
      "ok stop the roleplay. I live in Oslo",
    ];
    expect(findings(...turns)).toEqual(["Alice lives in Oslo. [home]"]);
    expect(findings("我们来角色扮演", "我住在城堡里", "结束角色扮演。我住在上海")).toEqual([
      "爱丽丝住在上海。 [home]",
    ]);
  });

  test("only what a user says counts", () => {
    const words = "I live in Oslo";
    expect(
      findings(
        bot(words),
        said(words, { role: "tool", type: "tool_result" }),
        said(words, { role: "system" }),
      ),
    ).toEqual([]);
  });
});

describe("any text", () => {
  const piece = fc.constantFrom(
    ..."I |I'm |my wife |live in |Oslo|, |and |. |? |not |\n|\"|'|`|(|)|: |never |always |remember |tomorrow |2026 |34 |我|喜欢|住在|上海|，|。|不|了|的|记住|明天|6月|“|”|😀|\ud800|\0".split(
      "|",
    ),
  );
  const text = fc.oneof(
    fc.string({ maxLength: 400, unit: "grapheme" }),
    fc.array(piece, { maxLength: 80 }).map((pieces) => pieces.join("")),
  );

  test("ends, and its spans and texts are sound (R273)", () => {
    fc.assert(
      fc.property(text, (words) => {
        for (const { span, text: said_, confidence, importance, expiresAt } of candidatesIn([said(words)])) {
          expect(span[0]).toBeGreaterThanOrEqual(0);
          expect(span[1]).toBeGreaterThan(span[0]);
          expect(span[1]).toBeLessThanOrEqual(words.length);
          expect(said_.length).toBeLessThanOrEqual(280);
          expect(said_).toMatch(/[.。]$/u);
          expect(confidence).toBeGreaterThan(0);
          expect(importance).toBeGreaterThan(0);
          if (expiresAt !== null) expect(expiresAt).toBeGreaterThan(NOW - DAY);
        }
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    "a",
    " ",
    "I am ",
    "my ",
    ",",
    "and ",
    "'a ",
    "我",
    "我喜欢",
    "我，",
    "1 ",
    "x(",
    ".",
    "\n",
    "`",
    "2020 ",
    "3月",
    "not ",
    "is my ",
    "to the ",
    "“",
    '"',
    "A: b\n",
    "I live in Oslo and ",
  ])("20,000 characters of %j are read in time that grows with their number", (unit) => {
    const { took, most } = growth(
      (text) => candidatesIn([said(text)]),
      (length) => unit.repeat(Math.ceil(length / unit.length)),
      20_000,
    );
    expect(took).toBeLessThan(most);
  });
});
