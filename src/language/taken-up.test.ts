import { expect, test } from "vitest";
import { takesUp, wantsAnswer } from "./taken-up.ts";

test.each<[text: string, wants: boolean]>([
  ["celery beat runs twice sometimes, any idea why", true],
  ["can you help me name a dog", true],
  ["帮我想个英文名，要跟海有关的", true],
  ["the dog ate a sock", false],
  ["我搬到成都了", false],
])("wantsAnswer(%j) is %j", (text, wants) => {
  expect(wantsAnswer(text)).toBe(wants);
});

test.each<[text: string, takes: boolean]>([
  ["yep that was it, two pods. fixed by setting replicas to 1", true],
  ["yeah lets go with comet!!", true],
  ["ok, let's call her Comet", true],
  ["marina不错！就这个", true],
  ["对，就是缓存没清", true],
  ["就叫小满吧", true],
  ["yesterday we went swimming", false],
  ["i think comet ate a sock", false],
  ["对了我妈下个月要来", false],
  ["今天下雨了", false],
])("takesUp(%j) is %j", (text, takes) => {
  expect(takesUp(text)).toBe(takes);
});
