import { expect, it } from "vitest";
import { forgetRequests } from "./forget-request.ts";

it.each([
  ["please forget that I earn 4200", ["I earn 4200"]],
  ["Forget about my ex.", ["my ex"]],
  ["please forget what I told you about my salary, forget that I earn 4200", ["I earn 4200"]],
  ["忘掉我前男友叫李想这件事吧", ["我前男友叫李想"]],
  ["请忘记我的生日。", ["我的生日"]],
  ["don't forget that I earn 4200", []],
  ["I always forget about birthdays", []],
  ["forget it", []],
  ["别忘了我对花生过敏", []],
  ["我忘了带钥匙", []],
  ["I will never forget that day", []],
])("R157: %s → %j", (text, expected) => {
  expect(forgetRequests(text).slice(-1)).toEqual(expected.slice(-1));
});
