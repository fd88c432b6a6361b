import { expect, test } from "vitest";
import { calledIn } from "./called.ts";

test.each<[text: string, relation: string, name: string]>([
  ["Alice's dog is called Comet.", "dog", "Comet"],
  ["The user's best friend is named Teo", "best friend", "Teo"],
  ["Alice's twins are called Ana and Bo.", "twins", "Ana and Bo"],
  ["Alice's boss's name is Carla.", "boss", "Carla"],
  ["用户的女朋友叫苏苏。", "女朋友", "苏苏"],
  ["用户的室友养了只很大的橘猫叫煤球。", "橘猫", "煤球"],
  ["爱丽丝的室友名字叫老魏。", "室友", "老魏"],
])("%s", (text, relation, name) => {
  expect(calledIn(text)).toEqual({ relation, name });
});

test.each(["Alice is called Ali.", "Alice's dog likes Comet.", "用户叫苏苏。", ""])(
  "%j names nobody",
  (text) => {
    expect(calledIn(text)).toBeNull();
  },
);
