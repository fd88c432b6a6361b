import { expect, test } from "vitest";
import { leansBack, pointsToSomebody, takesUp, wantsAnswer } from "./message.ts";

test.each<[text: string, wants: boolean]>([
  ["celery beat runs twice sometimes, any idea why", true],
  ["can you help me name a dog", true],
  ["帮我想个英文名，要跟海有关的", true],
  ["女朋友下周二生日 送啥好", true],
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
  ["火漆印章！就它了", true],
  ["Shenandoah it is. Peg loved that one.", true],
  ["wild rice, yes", true],
  ["the house it is built on", false],
  ["yesterday we went swimming", false],
  ["i think comet ate a sock", false],
  ["对了我妈下个月要来", false],
  ["今天下雨了", false],
])("takesUp(%j) is %j", (text, takes) => {
  expect(takesUp(text)).toBe(takes);
});

test.each<[text: string, leans: boolean, somebody: boolean]>([
  ["he's moving to Porto, double the money", true, true],
  ["Good thought. Done. It's zipped in the lid of the green suitcase.", true, false],
  ["so i can't go to Callum's 30th, it's the same weekend", true, false],
  ["oh and she hates boats", true, true],
  ["but they moved it to sundays", true, false],
  ["turns out the pump was fine", true, false],
  ["hers is blue", true, false],
  ["the pump is fine", false, false],
  ["sophie painted the shed", false, false],
  ["hearing aids are expensive", false, false],
  ["他说去深圳，工资翻倍", true, true],
  ["她学的是古建筑保护", true, true],
  ["结果把我的耳机线咬断了", true, false],
  ["对了，那个项目延期了", true, false],
  ["我搬到成都了", false, false],
  ["客户是上海的医院", false, false],
])("leansBack(%j) is %j, pointsToSomebody is %j", (text, leans, somebody) => {
  expect([leansBack(text), pointsToSomebody(text)]).toEqual([leans, somebody]);
});
