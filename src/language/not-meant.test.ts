import { describe, expect, test } from "vitest";
import { findings } from "./said.fixture.ts";

describe("R273: what has the form of a fact and is none", () => {
  test.each([
    "I'm allergic to Mondays",
    "I'm allergic to small talk",
    "I'm married to my job",
    "I have a PhD in overthinking",
    "I'm pregnant with anticipation",
    "I hate Mondays",
    "my diet is 90% coffee at this point",
    "my bed is my best friend",
    "I practically live in the office",
    "I'm a morning person, said nobody ever",
    "oh great, I love waiting in line for two hours",
    "sure, I just love getting up at 5 🙄",
    "I'm the CEO of this kitchen 🤪",
    "I nearly moved to Berlin once",
    "I almost bought a Tesla",
    "I'm from Mars and my wife is from Venus",
    "I'm 80 years old on the inside",
    "my dog is the CEO of our household",
    "my toddler is a terrorist",
    "my hobby is doing nothing",
    "I Love Lucy is on",
    "I own a jet, I live in a castle, just kidding",
    "我单身贵族，有钱的那种，开玩笑的",
    "I own seven yachts (in my dreams)",
    "我名下有套房（梦中）",
    "我家猫是老大",
    "我永远18岁",
    "我的爱好是躺平",
    "我是干饭人",
    "别人都说我像明星",
    "我对上班过敏",
    "我家住在王者峡谷",
    "我住在工位上了哈哈",
    "我老婆是新垣结衣",
    "我的床是我最好的朋友",
  ])("a figure of speech: %s", (text) => expect(findings(text)).toEqual([]));

  test.each([
    "FWD: Hi, I'm Karen and I live in Boston. Call me at 555-1234",
    "Begin forwarded message: my name is Joe and I work at Acme",
    "example: my name is John and I'm 25",
    "template: Dear X, I am a student at Y",
    "write a tweet: I love pizza",
    "riddle: I have two brothers and no sister, who am I",
    "Human: my name is Eve",
    "Q: where do you live? A: I live in Oslo",
    "I typed: my name is Bob",
    "用户：我住在上海",
    "问：你叫什么？答：我叫小李",
    "例如：我叫小红，今年十岁",
    "转发：我叫王芳，在医院工作",
    "帮我写：我叫李雷，我住在北京",
    "歌词：我是一只小小鸟",
  ])("words that are handed over: %s", (text) => expect(findings(text)).toEqual([]));

  test.each(["我在地铁上", "我今天加班", "I like option B better"])("what passes: %s", (text) =>
    expect(findings(text)).toEqual([]),
  );

  test.each([
    ["I'm allergic to mangoes", "Alice is allergic to mangoes. [allergy:mango]"],
    ["I run almost every day", "Alice runs almost every day. [habit:run]"],
    ["我对芒果过敏", "爱丽丝对芒果过敏。 [allergy:芒果]"],
  ])("what is meant stays: %s", (text, expected) => expect(findings(text)).toEqual([expected]));
});
