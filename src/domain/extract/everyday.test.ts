import { expect, test } from "vitest";
import { findings } from "./said.fixture.ts";

test.each([
  ["I ride a Trek mountain bike", "Alice rides a Trek mountain bike. [has:bike]"],
  ["I have a Netflix subscription", "Alice has a Netflix subscription. [has:netflix subscript]"],
  ["I have a Peugeot", "Alice has a Peugeot. [has:peugeot]"],
  ["we've got twins", "Alice has got twins. [children]"],
  ["I keep bees", "Alice keeps bees. [hobby:bee]"],
  ["I keep kosher", "Alice keeps kosher. [diet]"],
  ["I bike to work", "Alice bikes to work. [commute]"],
  ["I commute from Reading to London", "Alice commutes from Reading to London. [commute]"],
  ["I share a flat with two students", "Alice shares a flat with two students. [lives_with]"],
  ["I owe my brother 200 euros", "Alice owes Alice's brother 200 euros. [owes:brother]"],
  ["I go to a climbing gym", "Alice goes to a climbing gym. [habit:go climb gym]"],
  ["I play in a chess club", "Alice plays in a chess club. [habit:plai chess club]"],
  ["I drink oat milk", "Alice drinks oat milk. [habit:drink oat milk]"],
  ["my comfort food is ramen", "Alice's comfort food is ramen. [favourite:comfort food]"],
  ["penicillin gives me hives", "Alice is allergic to penicillin. [allergy:penicillin]"],
  ["I live near the harbour in Hamburg", "Alice lives near the harbour in Hamburg. [home]"],
  ["我在弹吉他", "爱丽丝在弹吉他。 [plays:吉他]"],
  ["我报了个瑜伽班", "爱丽丝报了个瑜伽班。 [hobby:瑜伽班]"],
  ["我家有台钢琴", "爱丽丝家有台钢琴。 [has:钢琴]"],
  ["我有驾照", "爱丽丝有驾照。 [has:驾照]"],
  ["我种了很多多肉", "爱丽丝种了很多多肉。 [hobby:种多肉]"],
  ["我硕士在读", "爱丽丝硕士在读。 [study]"],
  ["我租房住", "爱丽丝租房住。 [lives_with]"],
])("R273: what people tell of their days: %s", (text, expected) =>
  expect(findings(text)).toEqual([expected]),
);
