import { en, of, zh } from "../situation.ts";
import { LIVES } from "../words.ts";

/** Several people in one chat: whose words, about whom. */
export const group = of("group", [
  en(
    "homes",
    null,
    [
      ["Alice", "I live in Bath"],
      ["Bob", "oh nice, I live in Bristol, we're neighbours"],
    ],
    {
      ask: "where do Alice and Bob live?",
      active: [`bath & ${LIVES} & @alice`, `bristol & ${LIVES} & @bob`],
      model: { 0: ["profile: Alice lives in Bath"], 1: ["profile: Bob lives in Bristol"] },
    },
  ),
  en(
    "claim",
    null,
    [
      ["Dora", "I'm vegetarian, just so everyone knows for saturday"],
      ["Evan", "lol Dora isn't vegetarian, I saw her eat a burger"],
    ],
    {
      ask: "is Dora vegetarian?",
      wrong: ["dora & /isn't vegetarian/ & !evan"],
      active: ["vegetarian & @dora & YES"],
      optional: ["evan & say|claim"],
      model: { 0: ["preference: Dora is vegetarian"], 1: ["preference: Dora is not vegetarian"] },
    },
  ),
  en(
    "swap",
    null,
    [
      ["Finn", "my dog is called Ziggy"],
      ["Gus", "mine is called Ziggy too!! no way"],
      ["Finn", "haha what are the odds"],
    ],
    { ask: "what's Finn's dog called?", active: ["ziggy & @finn"], optional: ["ziggy & @gus"] },
  ),
  en(
    "ages",
    null,
    [
      ["hana", "im 24"],
      ["ivo", "wow you're a baby, I'm 51"],
      ["hana", "that's fine grandpa"],
    ],
    { ask: "how old are hana and ivo?", active: ["24 & @hana", "51 & @ivo"] },
  ),
  en(
    "override",
    null,
    [
      ["Kim", "I work at the post office"],
      { days: 2 },
      ["Lars", "Kim works at a casino now, heard it from Tom"],
    ],
    {
      ask: "where does Kim work?",
      wrong: ["casino & !lars"],
      active: ["post office & @kim"],
      optional: ["lars & say|claim|heard"],
      model: { 0: ["profile: Kim works at the post office"], 1: ["profile: Kim works at a casino"] },
    },
  ),
  zh(
    "zhufang",
    null,
    [
      ["小明", "我住在海淀"],
      ["小红", "我住通州，上班要一个半小时"],
    ],
    {
      ask: "小明和小红分别住在哪里？",
      active: ["海淀 & @小明", "通州 & @小红"],
      optional: ["一个半小时"],
      model: { 0: ["profile: 小明住在海淀"], 1: ["profile: 小红住在通州"] },
    },
  ),
  zh(
    "bieren",
    null,
    [
      ["阿强", "我对海鲜过敏，聚餐别点虾"],
      ["阿珍", "阿强骗人的，他根本不过敏，上次吃了一大盘"],
    ],
    {
      ask: "阿强有什么不能吃的吗？",
      wrong: ["不过敏 & !阿珍"],
      active: ["海鲜 & 过敏 & @阿强 & !不过敏"],
      optional: ["聚餐|虾", "阿珍 & 说|称"],
      model: { 0: ["profile: 阿强对海鲜过敏"], 1: ["profile: 阿强对海鲜不过敏"] },
    },
  ),
  zh(
    "gongzuo",
    null,
    [
      ["大鹏", "我在银行上班"],
      ["小玉", "我是幼师"],
      ["大鹏", "幼师好啊，有寒暑假"],
    ],
    { ask: "大鹏和小玉是做什么工作的？", active: ["银行 & @大鹏", "幼师|幼儿 & @小玉"] },
  ),
  zh(
    "gengzheng",
    null,
    [
      ["老马", "我下周一去北京，6月15号"],
      ["老牛", "我也去北京，6月17号走"],
      ["老马", "那酒店一起订？"],
    ],
    {
      ask: "老马和老牛分别哪天去北京？",
      active: ["北京 & @老马 & due:2026-06-15", "北京 & @老牛 & due:2026-06-17"],
      model: { 0: ["task_state: 老马2026-06-15去北京"], 1: ["task_state: 老牛2026-06-17去北京"] },
    },
  ),
]);
