import { describe, expect, it } from "vitest";
import type { ChatCommand } from "../../domain/chat-commands/command.ts";
import type { KnownPerson } from "../../domain/chat-commands/person.ts";
import { claimSubject } from "./claim-subject.ts";
import { findPerson } from "./person-named.ts";
import { readCommand } from "./read-command.ts";

const NAMES = ["bot", "机器人", "1234"];
const read = (text: string, addressed = false): ChatCommand | undefined =>
  readCommand(text, { names: NAMES, addressed })?.command;

describe("R114: commands", () => {
  it.each<[string, ChatCommand]>([
    ["Bot remember that gruzilkin is Sergey", { kind: "remember", claim: "gruzilkin is Sergey" }],
    ["Bot, please remember that I'm vegetarian.", { kind: "remember", claim: "I'm vegetarian." }],
    [
      "hey bot can you remember Dana's birthday is May 4",
      { kind: "remember", claim: "Dana's birthday is May 4" },
    ],
    ["<@1234> remember that <@77> lives in Berlin", { kind: "remember", claim: "<@77> lives in Berlin" }],
    ["Bot don't forget that Dana hates mushrooms", { kind: "remember", claim: "Dana hates mushrooms" }],
    ["Bot, remember this about Florent", { kind: "remember_this", about: "Florent", words: null }],
    [
      "Bot, remember this about Florent [he moved to Lyon]",
      { kind: "remember_this", about: "Florent", words: "he moved to Lyon" },
    ],
    ["Bot remember this about @Flo: he moved", { kind: "remember_this", about: "@Flo", words: "he moved" }],
    ["Bot remember this", { kind: "remember_this", about: null, words: null }],
    [
      "Bot remember this: the door code is 12",
      { kind: "remember_this", about: null, words: "the door code is 12" },
    ],
    ["Bot forget that gruzilkin likes pizza", { kind: "forget", what: "gruzilkin likes pizza" }],
    ["Bot forget that", { kind: "forget", what: null }],
    ["Bot what do you know about @user?", { kind: "ask", about: "@user" }],
    ["bot, what do you remember about me", { kind: "ask", about: "me" }],
    ["机器人，记住小明住在北京", { kind: "remember", claim: "小明住在北京" }],
    ["机器人 请记住：小明对花生过敏", { kind: "remember", claim: "小明对花生过敏" }],
    ["机器人记住这个", { kind: "remember_this", about: null, words: null }],
    ["机器人，记住关于小明的这些", { kind: "remember_this", about: "小明", words: null }],
    ["机器人，记住这个，关于小明", { kind: "remember_this", about: "小明", words: null }],
    ["机器人忘掉那个", { kind: "forget", what: null }],
    ["机器人，忘掉小明喜欢披萨", { kind: "forget", what: "小明喜欢披萨" }],
    ["机器人，你知道@小明什么？", { kind: "ask", about: "@小明" }],
    ["机器人 关于小明你知道些什么", { kind: "ask", about: "小明" }],
    ["机器人 你对小明了解多少？", { kind: "ask", about: "小明" }],
    ["bot could you please remember I am left-handed?", { kind: "remember", claim: "I am left-handed" }],
    ["bot, can you remember that my dog is Rex?", { kind: "remember", claim: "my dog is Rex" }],
    ["机器人，可以记住我不吃辣吗？", { kind: "remember", claim: "我不吃辣" }],
    ["机器人，你能记住我对花生过敏吗", { kind: "remember", claim: "我对花生过敏" }],
    ["bot forget everything you know about me", { kind: "forget", what: "me" }],
    ["机器人，忘掉关于我的一切", { kind: "forget", what: "我" }],
    ["机器人，把我的事都忘了吧", { kind: "forget", what: "我" }],
    ["机器人，清除关于我的记忆", { kind: "forget", what: "我" }],
  ])("%s", (text, command) => {
    expect(read(text)).toEqual(command);
  });

  it.each([
    "remember that gruzilkin is Sergey",
    "I remember that trip, bot",
    "Bot, remember when we met?",
    "Bot do you remember my birthday?",
    "Bot remember me",
    "botany is fun, remember that plants are green",
    "<@99> remember that I like tea",
    "机器人，你还记得吗？",
    "机器人，你还记得我叫什么吗？",
    "机器人，你知道小明喜欢什么？",
    "机器人，你记得我不吃辣吗？",
    "bot can you remember my birthday?",
    "bot do you remember that I like tea?",
    "Bot, how do I delete a branch in git?",
    "",
  ])("is none in a group: %s", (text) => {
    expect(read(text)).toBeUndefined();
  });

  it("in one's own scope nobody has to call the bot", () => {
    expect(read("remember that I like tea", true)).toEqual({ kind: "remember", claim: "I like tea" });
    expect(read("记住我喜欢喝茶", true)).toEqual({ kind: "remember", claim: "我喜欢喝茶" });
  });
});

const PEOPLE: readonly KnownPerson[] = [
  { id: "77", names: ["Sergey", "gruzilkin"] },
  { id: "78", names: ["Ann Lee"] },
  { id: "79", names: ["Ann"] },
  { id: "80", names: ["小明"] },
  { id: "81", names: ["Max", "Old Max"] },
  { id: "82", names: ["Max"] },
  { id: "83", names: ["gruzilkin2", "Ann"] },
];

describe("R104: who is meant", () => {
  it.each<[string, string]>([
    ["<@77>", "77"],
    ["<@!77>", "77"],
    ["77", "77"],
    ["@sergey", "77"],
    ["gruzilkin", "77"],
    ["ANN LEE", "78"],
    // The name that somebody has now goes before one that another had.
    ["Ann", "79"],
    ["小明", "80"],
    ["Old Max?", "81"],
  ])("%s is %s", (words, id) => {
    expect(findPerson(words, PEOPLE)).toEqual({ person: PEOPLE.find((one) => one.id === id) });
  });

  it("says when nobody or more than one goes by a name", () => {
    expect(findPerson("Zoe", PEOPLE)).toEqual({ unknown: "Zoe" });
    expect(findPerson("<@999>", PEOPLE)).toEqual({ unknown: "<@999>" });
    expect(findPerson("Max", PEOPLE)).toMatchObject({ name: "Max", among: [{ id: "81" }, { id: "82" }] });
  });

  it.each<[string, unknown]>([
    ["gruzilkin is Sergey", { meant: { person: { id: "77" } }, end: 9 }],
    ["Ann Lee lives in Oslo", { meant: { person: { id: "78" } }, end: 7 }],
    ["Sergey's dog is Rex", { meant: { person: { id: "77" } }, end: 6 }],
    ["<@80> likes tea", { meant: { person: { id: "80" } }, end: 5 }],
    ["小明住在北京", { meant: { person: { id: "80" } }, end: 2 }],
    ["Zoe lives in Rome", { meant: { unknown: "Zoe" }, end: 3 }],
    ["小红喜欢猫", { meant: { unknown: "小红" }, end: 2 }],
    ["Annabel is here", { meant: { unknown: "Annabel" }, end: 7 }],
    ["Chimpion likes climbing", { meant: { unknown: "Chimpion" }, end: 8 }],
    ["chimpion likes climbing", { meant: { unknown: "chimpion" }, end: 8 }],
    ["Chimpion climbs every day", { meant: { unknown: "Chimpion" }, end: 8 }],
    ["Chimpion's dog is Rex", { meant: { unknown: "Chimpion" }, end: 8 }],
    ["Chimpion starts a new job", { meant: { unknown: "Chimpion" }, end: 8 }],
    ["Mary  Jane is tall", { meant: { unknown: "Mary  Jane" }, end: 10 }],
    ["@chimpion climbs", { meant: { unknown: "chimpion" }, end: 9 }],
    ["he likes tea", { meant: { unknown: "he" }, end: 2 }],
    ["chimpion is an admin", { meant: { unknown: "chimpion" }, end: 8 }],
    ["Chimpion喜欢攀岩", { meant: { unknown: "Chimpion" }, end: 8 }],
    ["Chimpion 喜欢攀岩", { meant: { unknown: "Chimpion" }, end: 8 }],
    ["chimpion_77是程序员", { meant: { unknown: "chimpion_77" }, end: 11 }],
    ["小红对花生过敏", { meant: { unknown: "小红" }, end: 2 }],
    ["王小明周五不在", { meant: { unknown: "王小明" }, end: 3 }],
    ["小机也会攀岩", { meant: { unknown: "小机" }, end: 2 }],
    ["她喜欢茶", { meant: { unknown: "她" }, end: 1 }],
    ["I'm vegetarian", { self: true }],
    ["my sister Zoe lives in Rome", { self: true }],
    ["the server is in Paris", { nobody: true }],
    ["server is in Paris", { nobody: true }],
    ["movie night is on Friday", { nobody: true }],
    ["movie nights start at 8", { nobody: true }],
    ["Movie Night is on Friday", { nobody: true }],
    ["lunch starts at noon", { nobody: true }],
    ["door code is 1234", { nobody: true }],
    ["cats are great", { nobody: true }],
    ["you are a pirate", { nobody: true }],
    ["Friday is game night", { nobody: true }],
    ["deployment is frozen", { nobody: true }],
    ["it's forbidden to spam", { nobody: true }],
    ["服务器在巴黎", { nobody: true }],
    ["会议在周五", { nobody: true }],
    ["周会在周五", { nobody: true }],
    ["王大锤会在周五来", { meant: { unknown: "王大锤" }, end: 3 }],
    ["WiFi密码是12345", { nobody: true }],
    ["API在8080端口", { nobody: true }],
    ["服务器的地址是1.2.3.4", { nobody: true }],
    ["这里的Minecraft服务器在巴黎", { nobody: true }],
    ["你是海盗", { nobody: true }],
    ["周五是游戏之夜", { nobody: true }],
    ["我喜欢喝茶", { self: true }],
    ["the meeting is on Friday", { nobody: true }],
    ["我们周五开会", { nobody: true }],
  ])("a claim: %s", (claim, subject) => {
    expect(claimSubject(claim, PEOPLE)).toMatchObject(subject as object);
  });
});
