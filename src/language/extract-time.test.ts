import { expect, test } from "vitest";
import { findings } from "./said.fixture.ts";

/** As long as a sentence may be. */
const LENGTH = 650;

test.each([
  ["I ", "have been ", "x"],
  ["I live in Berlin ", "right now ", "x"],
  ["I like tea ", "really ", "x"],
  ["I have ", "have got ", "x"],
  ["我", "早就", "不养猫了"],
  ["我住在北京", "哈哈啊", "去"],
  ["我", "经常每", "x"],
  ["我对猫", "一点都", "x"],
  ["大家", "刚刚", "x"],
  ["我", "还是", "x"],
  ["我", "1月1日", "了"],
])("takes no time to speak of, however often it is repeated: %s%s…%s", (head, pump, tail) => {
  findings(head + pump + tail);
  const text = head + pump.repeat(Math.ceil(LENGTH / pump.length)) + tail;
  const start = process.threadCpuUsage();
  findings(text);
  const { user, system } = process.threadCpuUsage(start);
  expect((user + system) / 1_000).toBeLessThan(1_000);
});
