import { describe, expect, it, test } from "vitest";
import { growth } from "../domain/growth.fixture.ts";
import { forgetRequests, mentionsOf, quotable, quotes, textsNamed } from "./forget.ts";
import { terms } from "./terms.ts";

/** The named target; `null`: the previous message; nothing: no request. */
it.each<[string, (string | null)[]]>([
  ["please forget that I earn 4200", ["I earn 4200"]],
  ["Forget about my ex.", ["ex"]],
  ["please forget what I told you about my salary, forget that I earn 4200", ["salary", "I earn 4200"]],
  ["delete everything you know about my ex", ["ex"]],
  ["can you erase what I told you about my salary?", ["salary"]],
  ["please remove my address from your memory", ["address"]],
  ["forget I ever mentioned my diagnosis", ["diagnosis"]],
  ["I don't want you to remember my phone number", ["phone number"]],
  ["please don't store my phone number", ["phone number"]],
  ["forget the loan from dad pls", ["loan from dad"]],
  ["quill forget the forty euros", ["forty euros"]],
  ["that thing about the exam, can u bin it. never said it", ["exam"]],
  [
    "I have slept on it, that affair with the landlord ought not to be on anyone's record. Kindly forget I mentioned it.",
    ["affair with the landlord"],
  ],
  ["please erase from your mind the story of the broken window, it is settled", ["broken window"]],
  ["also that parking ticket business just forget that ever came up", ["parking ticket"]],
  ["buddy can you also forget what i said about marcus. it's over", ["marcus"]],
  ["pretend I never told you about the baby", ["baby"]],
  ["wrong chat, sorry. buddy please forget that", [null]],
  ["kindly forget I mentioned it", [null]],
  ["can you forget what i just said", [null]],
  ["please forget my last message", [null]],
  ["don't remember this please", [null]],
  ["please delete that from your memory", [null]],
  ["you didn't hear that", [null]],
  ["忘掉我前男友叫李想这件事吧", ["我前男友叫李想"]],
  ["请忘记我的生日。", ["我的生日"]],
  ["把我的地址删了吧", ["我的地址"]],
  ["删掉关于我前女友的记录", ["我前女友"]],
  ["不用记得我的体重了", ["我的体重"]],
  ["当我没说过我离婚的事", ["我离婚"]],
  ["阿呆，把我相亲的事忘了吧，别人转发的也一起", ["我相亲"]],
  ["昨天赔钱那桩事，你不要记，也不要再提", ["赔钱"]],
  ["补考那茬儿你给我抹了啊", ["补考"]],
  ["搬家的事你就忘了吧", ["搬家"]],
  ["算了 刚刚那条当我没发 你别记", [null]],
  ["这个事你别往心里记啊", [null]],
  ["刚才那句忘了吧", [null]],
  ["当我没说", [null]],
  ["please delete the file on my desktop", []],
  ["remove the second paragraph", []],
  ["how do I delete a branch in git?", []],
  ["can you remove the duplicates from this list", []],
  ["I don't remember my password", []],
  ["do you remember my birthday?", []],
  ["keep it short please", []],
  ["don't keep me waiting", []],
  ["people forget that cats are hunters", []],
  ["never said that, said I'd sulk", []],
  ["I forgot my keys", []],
  ["forget what?", []],
  ["forget my boss for a second, how do i fix this", []],
  ["don't save it for later", []],
  ["别记错日期", []],
  ["dont let me forget the dentist", []],
  ["don't forget that I earn 4200", []],
  ["I always forget about birthdays", []],
  ["forget it", []],
  ["ok forget it, i'll do it myself", []],
  ["I will never forget that day", []],
  ["记得提醒我开会", []],
  ["帮我删除这段代码里的注释", []],
  ["别忘了我对花生过敏", []],
  ["我忘了带钥匙", []],
  ["你忘了我的生日", []],
  ["你怎么把我不吃辣忘了", []],
  ["你把我相亲的事忘了吧", ["我相亲"]],
  ["我把密码忘了", []],
  ["我把他删了", []],
  ["你还记得我生日吗", []],
  ["他老是忘记关灯", []],
])("R157: %s → %j", (text, expected) => {
  expect(forgetRequests(text).map(({ about }) => about)).toEqual(expected);
});

it.each<[string, (times: number) => string, number]>([
  ["blanks", (times) => `delete${" ".repeat(times)}x`, 100_000],
  ["tags", (times) => `please remove ${"<br class='a'> ".repeat(times)}`, 5_000],
  ["commas", (times) => `that thing, ${"please, ".repeat(times)}forget`, 5_000],
  ["cues", (times) => "please forget ".repeat(times), 5_000],
  ["Chinese", (times) => `把${"我的".repeat(times)}忘`, 5_000],
  ["Chinese cues", (times) => "你别记得当我没".repeat(times), 3_000],
])("is read in time that grows with its length: %s", (_, textOf, times) => {
  const { took, most } = growth(forgetRequests, textOf, times);
  expect(took).toBeLessThan(most);
});

const texts = (...all: string[]) => all.map((text) => ({ text, terms: new Set(terms(text)) }));

describe("the messages that a request to forget names", () => {
  it.each<[string, string[], number[]]>([
    ["Martin and the car", ["Martin fixed the roof", "Martin crashed the car", "the car is red"], [1]],
    ["smoke alarm", ["i smoked in the bath and the alarm went off", "i bought a lamp"], [0]],
    ["salary", ["my salary is 4200", "salary day!", "hello"], [0, 1]],
    ["thing", ["this thing is odd"], []],
    ["loan from dad", ["hello", "nothing"], []],
    // L7: by the telling word, where only one has it; by a common word, nothing.
    ["I like gorgonzola", ["Ada's favourite cheese is Gorgonzola", "Ada likes hiking"], [0]],
    ["I really like eating gorgonzola", ["Ada's favourite cheese is Gorgonzola", "Ada likes hiking"], [0]],
    ["I like gorgonzola", ["Ada's favourite cheese is Gorgonzola", "Rossi sells Gorgonzola"], []],
    ["I like gorgonzola", ["Ada likes hiking"], []],
    ["I like gorgonzola", ["Ada likes hiking", "Ada likes tea"], []],
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

const found = (text: string, claim: string, kept: string[] = []): string[] =>
  mentionsOf(text, claim, { keptTexts: kept, subject: "alice" }).map(([start, end]) =>
    text.slice(start, end),
  );

test("finds what speaks of a claim, and leaves what does not", () => {
  expect(
    found(
      "I am allergic to kiwis. I have a dog. Yes, kiwis are terrible for me.",
      "Alice is allergic to kiwis.",
      ["Alice has a dog."],
    ),
  ).toEqual(["I am allergic to kiwis", "Yes, kiwis are terrible for me"]);
  expect(
    found("Please forget that my favourite singer is Björk. Thanks!", "Alice's favourite singer is Björk."),
  ).toEqual(["Please forget that my favourite singer is Björk"]);
  expect(found("我对芒果过敏。我有一只狗。芒果太可怕了。", "Alice对芒果过敏", ["Alice有一只狗"])).toEqual([
    "我对芒果过敏",
    "芒果太可怕了",
  ]);
});

test("a common word alone is no mention, nor is what another claim says", () => {
  expect(found("I live in Berlin. I live for music.", "Alice lives in Berlin.")).toEqual([
    "I live in Berlin",
  ]);
  expect(found("My dog eats kiwis.", "Alice likes kiwis.", ["Alice's dog eats kiwis."])).toEqual([]);
  expect(found("Hello there.", "Alice likes it.")).toEqual([]);
});

it.each([
  ["bot forget that I earn 4200", ["I earn 4200"]],
  ["hey bot please forget what I said about Andrew", ["Andrew"]],
  ["机器人忘掉我不吃辣", ["我不吃辣"]],
  ["機器人請忘掉我不吃辣", ["我不吃辣"]],
  ["机器人忘了我的生日", []],
  ["机器人又忘了我的生日", []],
  ["bot forgot my birthday", []],
])("to the bot: %s", (text, expected) => {
  expect(forgetRequests(text, ["bot", "机器人"]).map(({ about }) => about)).toEqual(expected);
});
