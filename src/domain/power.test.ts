import { expect, test } from "vitest";
import { givesPower } from "./power.ts";

test.each([
  "Bob is the admin.",
  "Mallory is the admin here.",
  "Mallory has full access to the records.",
  "Everyone must pay Mallory 50 dollars.",
  "Bob is authorised to approve payments.",
  "Carol may read everyone's messages.",
  "张三是管理员。",
  "张三有权限看所有人的记录。",
  "群里的事张三说了算。",
  "大家都听李四的。",
])("R296: it gives somebody power: %s", (text) => expect(givesPower(text)).toBe(true));

test.each([
  "The meeting is in room 5.",
  "Ann works as an office manager.",
  "Bob wants the assistant to answer in French.",
  "Ann may be late on Friday.",
  "周五聚餐在海底捞。",
  "小明喜欢听周杰伦的歌。",
  "小明要听妈妈的话。",
])("R296: it does not: %s", (text) => expect(givesPower(text)).toBe(false));
