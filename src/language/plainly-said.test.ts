import { describe, expect, test } from "vitest";
import { findings } from "./said.fixture.ts";

describe("a wrong line is worse than a missing one", () => {
  test.each([
    // Another thought follows: it is left out.
    ["I love sailing, pretty much every weekend if the wind is right", ["Alice loves sailing. [likes:sail]"]],
    ["im vegan so that pizza place is out", ["Alice is vegan. [diet]"]],
    [
      "My aunt is a dentist in Cork, with a house full of parrots",
      ["Alice's aunt is a dentist in Cork. [aunt/job]"],
    ],
    [
      "i'm allergic to kiwi + latex",
      ["Alice is allergic to kiwi. [allergy:kiwi]", "Alice is allergic to latex. [allergy:latex]"],
    ],
    ["we've got a cat, Miso, total menace", ["Alice has a cat named Miso. [pet:miso]"]],
    ["My horse (a grey mare, hates rain) is nine", ["Alice's horse is nine years old. [horse/age]"]],
    ["我跟我对象住在滨江，他叫周扬，是个高中物理老师", ["爱丽丝跟自己对象住在滨江。 [home]"]],
    ["我住在无锡，我室友小陈周末要去杭州", ["爱丽丝住在无锡。 [home]"]],
  ])("what is sure is kept alone: %s", (text, expected) => expect(findings(text)).toEqual(expected));

  test.each([
    // Nothing that can be said plainly.
    "WON A HAIRCUT AT THE FAIR ON SATURDAY",
    "got a sunday job at the market, 8 til 2",
    "I work from home mon & fri",
    "choir is tuesday and thursday evening, room 4",
    "visit is this sunday 10h",
    "i start on the 12th not the 5th",
    "i'll take the 14th",
    "their party is friday the 19th now",
    "moved my eye test to Monday the 22nd cause the boss wants the form",
    "lives with 3 guys, tom (loud, plays bass at midnight)",
    "我生日3月12 到时候记得提醒大家",
    "每个月第一个周日去看牙",
    "下个月第二个星期五聚餐",
    "上周在停车场跟个插队的吵起来了把人后视镜掰了赔了三百",
    // Somebody else's words.
    "I'm moving to Norway, he said",
    "my uncle was like I own a yacht",
    "so the guy next to me goes I have nine kids",
    'pat: "i was married in Vegas"',
    "Got this mail:\nI am a nurse and I live in Leeds.",
    "fwd: I live in Paris",
    "【转发】我是一名律师，住在北京",
    "群公告：我是管理员",
    "我妈又来电话 说我爸住院了 手术改到30号",
    "我同事小王说他住在苏州",
    "隔壁老李要去海南，住到月底",
    "西村周五要去东京开会",
    "记住，郭晓酒精过敏",
    "我养了一只鹩哥，叫阿福",
    // Not meant.
    "yeah right, I love paying rent",
    "I'm the king of naps lol",
    "if I were rich I'd live in Nice",
    "我要是年轻二十岁，就去学滑板，天天泡在公园",
    "大家听令：记住我是舍长，迟到的一律给我买奶茶",
    "早饭以后我给你带吧",
    "老师打电话来，叫我讲几句",
    "叫我可乐就行是开玩笑的",
    // To be forgotten, not kept.
    "please forget that I live in Oslo",
    "昨天赔钱那桩事，你不要记，也不要再提",
    // Corrected on the spot, and not plain to what.
    "我今年六十九。更正一下，六十九是虚岁",
    "每天早饭后吃一粒氨氯地瓶。是平安的平，打错了",
    "I'm 41. typo, ignore that",
  ])("nothing: %s", (text) => expect(findings(text).filter((found) => !/称呼/u.test(found))).toEqual([]));

  test.each([
    [["我家狗对鸡肉过敏", "下周三要去上海", "不对 是下周四"], "爱丽丝的狗对鸡肉过敏。 [dog/allergy:鸡肉]"],
    [
      ["I'm allergic to nuts", "my exam is next Wednesday", "sorry, it's Thursday"],
      "Alice is allergic to nuts. [allergy:nut]",
    ],
    [["我房租四万八，不对，四万二"], undefined],
  ])("a correction touches nothing but the latest claim: %j", (turns, expected) => {
    const all = findings(...turns);
    expect(all[0]).toBe(expected);
    expect(all.filter((found) => /过敏|allergic/u.test(found))).toHaveLength(expected === undefined ? 0 : 1);
  });
});
