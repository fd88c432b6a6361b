import { expect, it } from "vitest";
import { forgetRequests } from "./forget-request.ts";

it.each([
  ["please forget that I earn 4200", ["I earn 4200"]],
  ["Forget about my ex.", ["my ex"]],
  ["please forget what I told you about my salary, forget that I earn 4200", ["I earn 4200"]],
  ["忘掉我前男友叫李想这件事吧", ["我前男友叫李想"]],
  ["请忘记我的生日。", ["我的生日"]],
  ["delete everything you know about my ex", ["my ex"]],
  ["can you erase what I told you about my salary?", ["my salary"]],
  ["please remove my address from your memory", ["address"]],
  ["forget I ever mentioned my diagnosis", ["my diagnosis"]],
  ["I don't want you to remember my phone number", ["phone number"]],
  ["please don't store my phone number", ["phone number"]],
  ["把我的地址删了吧", ["我的地址"]],
  ["删掉关于我前女友的记录", ["我前女友"]],
  ["不用记得我的体重了", ["我的体重"]],
  ["当我没说过我离婚的事", ["我离婚"]],
  ["please delete the file on my desktop", []],
  ["remove the second paragraph", []],
  ["how do I delete a branch in git?", []],
  ["I don't remember my password", []],
  ["记得提醒我开会", []],
  ["帮我删除这段代码里的注释", []],
  ["don't forget that I earn 4200", []],
  ["I always forget about birthdays", []],
  ["forget it", []],
  ["别忘了我对花生过敏", []],
  ["我忘了带钥匙", []],
  ["I will never forget that day", []],
])("R157: %s → %j", (text, expected) => {
  expect(forgetRequests(text).slice(-1)).toEqual(expected.slice(-1));
});
