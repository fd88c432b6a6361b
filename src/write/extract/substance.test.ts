import { describe, expect, it } from "vitest";
import type { SourceEvent } from "../../domain/candidate.ts";
import { localEmbedder } from "../../models/local/embedder.ts";
import { encodeVector, type NewVector } from "../../store/tables/vectors.ts";
import { saysNothing } from "./substance.ts";

const say = (text: string, more: Partial<SourceEvent> = {}): SourceEvent => ({
  ...{ role: "user", type: "message", name: "Ann", actor: "u1", text, at: 0 },
  ...more,
});
const bot = (text: string): SourceEvent => say(text, { role: "assistant", name: null, actor: "bot" });
const none = async (): Promise<NewVector[]> => [];

describe("messages without substance, by their words", () => {
  it.each<[sourceEvents: SourceEvent[], nothing: boolean]>([
    [[say("lol")], true],
    [[say("哈哈")], true],
    [[say("ok thanks")], true],
    [[say("好的谢谢"), say("晚安")], true],
    [[say("👍")], true],
    [[bot("It is a tree."), say("haha nice")], true],
    [[say("I moved to Oslo")], false],
    [[say("lol"), say("I moved to Oslo")], false],
    [[say("我搬到奥斯陆了")], false],
    // An answer means what was asked.
    [[bot("Are you allergic to peanuts?"), say("yes")], false],
    [[bot("你对花生过敏吗"), say("是的")], false],
    [[say("Bob, do you eat meat?"), say("no", { actor: "u2", name: "Bob" })], false],
    [[say("any name for my boat?"), bot("Marina."), say("perfect!")], false],
    // One's own question is not answered by oneself.
    [[say("hello?"), say("ok")], true],
    [[say("ok", { role: "tool", type: "tool_result" })], false],
    [[bot("hello")], false],
    [[say(" ")], false],
    [[say("good morning, forget what I said")], false],
    [[say("I take that back")], false],
  ])("%#: %j", async (sourceEvents, nothing) => {
    expect(await saysNothing(sourceEvents, 0, none)).toBe(nothing);
  });

  it("only new messages count, and earlier ones tell what is answered", async () => {
    expect(await saysNothing([say("I moved to Oslo"), say("lol")], 1, none)).toBe(true);
    expect(await saysNothing([bot("Do you like it?"), say("yes")], 1, none)).toBe(false);
  });
});

describe("messages without substance, by the head", () => {
  const embedder = localEmbedder();
  const embed = async (text: string): Promise<NewVector[]> =>
    (await embedder.embedDocuments([text])).map(({ model, vector }) => ({
      ...{ model, part: 0, data: encodeVector(vector) },
    }));

  it.each<[text: string, nothing: boolean]>([
    ["ok off to bed", true],
    ["lmao same", true],
    ["睡了 晚安", true],
    ["嗯嗯", true],
    // Said shortly, and it matters.
    ["vegan btw", false],
    ["I'm 34", false],
    ["left-handed", false],
    ["call me Annie", false],
    ["don't tell him", false],
    ["I take that back", false],
    ["that was wrong", false],
    ["never mind, forget it", false],
    ["算了 忘了吧", false],
    ["啊不对 是下周四，我看错日历了", false],
    ["我妈昨天打电话又催婚了 烦死", false],
    ["我不吃辣", false],
  ])("%j → %s", async (text, nothing) => {
    await embedder.ready();
    expect(await saysNothing([say(text)], 0, embed)).toBe(nothing);
  });
});
