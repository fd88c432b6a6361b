import { describe, expect, test } from "vitest";
import type { Said } from "../domain/candidate.ts";
import { endedBy } from "./ending-named.ts";
import { extractByRules } from "./extract.ts";
import { bot, said } from "./said.fixture.ts";

/** Whether what is said ends what is known. */
function ends(known: string, ...turns: readonly (string | Said)[]): boolean {
  const all = turns.map((turn) => (typeof turn === "string" ? said(turn) : turn));
  const memory = { text: known, slot: null, category: "profile" };
  return extractByRules(all).endings.some((ending) => endedBy(ending, [memory]).length > 0);
}

describe("C10: an end that is told in any words ends the memory that it names", () => {
  test.each([
    ["Alice goes to the gym three times a week.", "quit the gym last month"],
    ["Alice goes to the gym every morning at 6.", "stopped going to the gym btw, shoulder injury"],
    ["Alice is a member of the climbing gym downtown.", "cancelled my climbing gym membership"],
    ["Alice plays the guitar in a band.", "I gave up the guitar, no time"],
    ["Alice is learning Spanish on Duolingo.", "I dropped Spanish"],
    ["Alice is studying law in Leiden.", "I dropped out of law school"],
    ["Alice swims every morning before work.", "I don't swim anymore"],
    ["Alice volunteers at the animal shelter.", "I no longer volunteer at the shelter"],
    [
      "Alice takes the amlodipine in the morning.",
      "she's taken me off the amlodipine altogether and put me on losartan",
    ],
    ["Alice takes warfarin.", "Dr Okonkwo took me off the warfarin last week"],
    ["爱丽丝每天早上吃氨氯地平。", "医生让我停了氨氯地平"],
    ["爱丽丝每天早上吃氨氯地平。", "氨氯地平停了，医生给换了一种"],
    ["爱丽丝每天喝红酒。", "医生不让我喝红酒了"],
    ["Alice runs a podcast about trains.", "ended the podcast after 50 episodes"],
    ["爱丽丝在健身房当教练。", "教练不当了"],
    ["爱丽丝每天遛狗。", "狗狗去世了"],
    ["爱丽丝每周去三次健身房。", "健身房我退卡了，不去了"],
    ["爱丽丝在弹吉他。", "吉他我早就不弹了"],
    ["爱丽丝在学法语。", "法语学不下去，放弃了"],
    ["爱丽丝每天喝奶茶。", "奶茶我戒了"],
    ["爱丽丝每周三打羽毛球。", "羽毛球停了，膝盖受伤"],
    ["爱丽丝每天打王者荣耀。", "王者早卸了"],
    ["爱丽丝在做兼职家教。", "家教我不做了"],
    ["爱丽丝睡前都要喝红酒。", "红酒也不碰了，医生不让"],
  ])("what was done: %s – %s", (known, then) => expect(ends(known, then)).toBe(true));

  test.each([
    ["Alice drives a blue Toyota Corolla.", "I sold the Corolla"],
    ["Alice drives a Honda Civic.", "traded in the Civic for a Mazda 3"],
    ["Alice has an iPhone 12.", "replaced my iPhone 12 with a Pixel 8"],
    ["Alice has a Netflix subscription.", "I cancelled Netflix"],
    ["Alice has a dog called Rex.", "Rex passed away on Sunday :("],
    ["爱丽丝开一辆卡罗拉。", "卡罗拉卖了"],
    ["爱丽丝养了一只狗叫豆豆。", "豆豆上周走了，好难过"],
  ])("what was had: %s – %s", (known, then) => expect(ends(known, then)).toBe(true));

  test.each([
    ["Alice's boyfriend is called Tom.", "Tom and I split up last week"],
    ["Alice's boyfriend is called Tom.", "we broke up"],
    ["Alice is dating a girl called Mia.", "me and Mia aren't together anymore"],
    ["Alice is married to Anna.", "Anna and I got divorced"],
    ["Alice works at Siemens as an engineer.", "I quit my job"],
    ["Alice works at a bakery.", "I got fired from the bakery"],
    ["Alice is a barista at Costa.", "I handed in my notice at Costa"],
    ["Alice runs a small coffee shop.", "we closed the coffee shop for good"],
    ["Alice lives in Berlin.", "I've moved away from Berlin"],
    ["爱丽丝的女朋友叫小雨。", "我跟小雨分手了"],
    ["爱丽丝有个男朋友叫阿杰。", "我和阿杰掰了"],
    ["爱丽丝在字节跳动上班。", "我从字节离职了"],
    ["爱丽丝在字节跳动上班。", "我辞职了"],
    ["爱丽丝开了一家奶茶店。", "店关了，亏了不少"],
    ["爱丽丝住在杭州。", "从杭州搬走了"],
  ])("love, work and home: %s – %s", (known, then) => expect(ends(known, then)).toBe(true));

  test.each([
    ["Alice has a job interview on 19 June 2026.", "the interview got cancelled"],
    ["Alice is flying to Lisbon on 3 July 2026.", "the Lisbon trip fell through"],
    ["爱丽丝周五有个面试。", "面试取消了"],
    ["爱丽丝打算7月去日本。", "日本不去了，签证没下来"],
  ])("what was planned, to be done or ailing: %s – %s", (known, then) =>
    expect(ends(known, then)).toBe(true),
  );

  test.each([
    ["Alice plays badminton every week.", "Do you still play badminton?", "not anymore"],
    ["Alice has a Vespa.", "How is the Vespa running?", "I sold it actually"],
    ["爱丽丝每天早上跑步。", "最近还在跑步吗？", "早就不跑了"],
  ])("what is meant was said by the assistant: %s – %s – %s", (known, asked, then) =>
    expect(ends(known, bot(asked), then)).toBe(true),
  );
});

describe("what is no end of it leaves it alone", () => {
  test.each([
    ["Alice plays chess every Sunday.", "I'm thinking of quitting chess"],
    ["Alice goes running every morning.", "I might stop running in the winter"],
    ["Alice plays the violin.", "I'd never give up the violin"],
    ["Alice has a VW Golf.", "should I sell the Golf?"],
    ["Alice lives in Rome.", "if I moved out of Rome I'd miss the food"],
    ["Alice uses Notion for everything.", "do you think I should ditch Notion?"],
    ["Alice has a VW Golf.", "I'm not selling the Golf anymore"],
    ["爱丽丝有一辆宝马。", "宝马不卖了"],
    ["爱丽丝住在成都。", "我在想要不要搬走"],
    ["爱丽丝在学吉他。", "要不我吉他别学了吧？"],
    ["爱丽丝在华为工作。", "如果我辞职了怎么办"],
    ["爱丽丝的男朋友叫阿泽。", "我没跟阿泽分手啊"],
  ])("a plan, a doubt, a question, a denial: %s – %s", (known, then) =>
    expect(ends(known, then)).toBe(false),
  );

  test.each([
    ["Alice works at IBM.", "my brother quit IBM"],
    ["Alice loves sushi.", "my friend said she's done with sushi"],
    ["Alice has two dogs.", "my neighbour's dog died"],
    ["Alice's wife is called Ines.", "Ines lost her keys again"],
    ["Alice has a meeting with Priya on 15 June 2026.", "the meeting with Sam was cancelled"],
    ["爱丽丝有一辆特斯拉。", "我朋友把特斯拉卖了"],
    ["爱丽丝在阿里上班。", "同事从阿里离职了"],
  ])("somebody else's, or another one: %s – %s", (known, then) => expect(ends(known, then)).toBe(false));

  test.each([
    ["Alice has blocked 2 hours every Monday.", "I lost 6 hours"],
    ["Alice gives $50 to the shelter.", "I donated $50 on Sept 1"],
    ["Alice wants to open a bakery.", "I opened on Aug 25"],
    ["Alice has a goal of saving for an emergency fund.", "I've got an emergency fund goal"],
    ["Alice plays drums.", "I used to play drums when I was younger"],
    ["Alice likes turtles.", "I took my turtles to the beach in Tampa yesterday"],
    ["Alice loves hiking.", "I'm done hiking for today, my feet hurt"],
    ["Alice lives in Oslo.", "I left Oslo at 6 this morning, back on Sunday"],
    ["Alice works at Bosch.", "finished work at Bosch late today"],
    ["Alice drinks coffee every day.", "I stopped drinking coffee after 3pm"],
    ["Alice takes warfarin.", "they took me off the plane because of the warfarin"],
    ["爱丽丝每天吃钙片。", "医生让我吃钙片"],
    ["爱丽丝每天吃钙片。", "医生让我吃了钙片再睡"],
    ["Alice plays tennis.", "I stopped by the tennis club to say hi"],
    ["Alice lives in Ghent.", "lost my wallet in Ghent"],
    ["Alice plays the piano.", "I sold my old keyboard"],
    ["爱丽丝喜欢喝咖啡。", "今天不喝咖啡了，晚上睡不着"],
    ["爱丽丝喜欢打篮球。", "今天下雨，篮球打不了了"],
    ["爱丽丝有只猫叫团子。", "团子不吃饭了，担心"],
    ["爱丽丝在学日语。", "今天的日语课取消了"],
    ["爱丽丝养了一只猫。", "猫把花瓶打碎了，花瓶没了"],
  ])("for today, or of something near it: %s – %s", (known, then) => expect(ends(known, then)).toBe(false));
});
