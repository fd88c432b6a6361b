import { expect, test } from "vitest";
import { growth } from "../domain/growth.fixture.ts";
import { type IgnoredMessage, whyIgnored } from "./salience.ts";

const why = (text: string, more: Partial<IgnoredMessage> = {}): string =>
  whyIgnored({ role: "user", text, ownText: text, hasAuthor: true, model: null, ...more });

test.each([
  ["Hi!", "small talk"],
  ["good morning everyone", "small talk"],
  ["hi everybody", "small talk"],
  ["lol hahaha", "small talk"],
  ["Thank you so much!", "small talk"],
  ["👍", "small talk"],
  ["你好！", "small talk"],
  ["好的，谢谢！", "small talk"],
  ["哈哈哈哈", "small talk"],
  ["What time is it in Oslo?", "a question"],
  ["where do I live", "a question"],
  ["Hi! Can you help me? Thanks", "a question"],
  ["你记得我住在哪里吗？", "a question"],
  ["为什么天是蓝色的", "a question"],
  ["The weather was strange in that film.", "nobody asked to remember it"],
  ["那部电影里的天气很奇怪。", "nobody asked to remember it"],
  ["", "no words"],
])("R4: nothing was kept of %j: %s", (text, reason) => expect(why(text)).toBe(reason));

test.each<[Partial<IgnoredMessage>, string]>([
  [{ role: "assistant" }, "an assistant's words"],
  [{ role: "tool" }, "a tool's words"],
  [{ role: "system" }, "a system message"],
  [{ ownText: "  " }, "nothing but words that Memoir put there itself, or the bot's own"],
  [{ hasAuthor: false }, "nobody is known to have said it"],
  [{ model: "openai/gpt-5-mini" }, "nothing that the model found worth keeping"],
])("R4: of a message with %j: %s", (more, reason) =>
  expect(why("The weather was strange in that film.", more)).toBe(reason),
);

test.each(["ok ", "哈", "hi! ", "so very much ", "好的谢谢"])(
  "a long text is read in linear time: %j",
  (piece) => {
    const { took, most } = growth(why, (times) => piece.repeat(times), 200_000);
    expect(took).toBeLessThan(most);
  },
);
