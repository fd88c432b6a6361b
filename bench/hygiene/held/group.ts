import { en, of, zh } from "../situation.ts";
import { ALLERGIC, LIVES } from "../words.ts";

/** Several people in one chat: whose words, about whom. */
export const group = of("group", [
  en(
    "homes",
    null,
    [
      ["Nell", "I live in Cork"],
      ["Owen", "I live in Galway so we could meet halfway"],
    ],
    {
      ask: "where do Nell and Owen live?",
      active: [`cork & ${LIVES} & @nell`, `galway & ${LIVES} & @owen`],
      model: { 0: ["profile: Nell lives in Cork"], 1: ["profile: Owen lives in Galway"] },
    },
  ),
  en(
    "teasing",
    null,
    [
      ["Pia", "I don't drink alcohol btw"],
      ["Rolf", "Pia drinks like a fish, don't listen to her 😂"],
    ],
    {
      ask: "does Pia drink alcohol?",
      wrong: ["fish & !rolf"],
      active: ["alcohol|drink & @pia & NO"],
      optional: ["rolf & say|claim|joke"],
      model: { 0: ["preference: Pia does not drink alcohol"], 1: ["preference: Pia drinks a lot"] },
    },
  ),
  en(
    "jobs",
    null,
    [
      ["Stef", "I'm a welder"],
      ["Tia", "cool! I'm a florist, so basically the opposite"],
      ["Stef", "lol true"],
    ],
    { ask: "what do Stef and Tia do for a living?", active: ["welder & @stef", "florist & @tia"] },
  ),
  en(
    "same",
    null,
    [
      ["Uri", "I'm allergic to cats"],
      ["Val", "same here, I'm allergic to cats as well. brutal"],
    ],
    {
      ask: "who is allergic to cats?",
      active: [`cats & ${ALLERGIC} & @uri`, `cats & ${ALLERGIC} & @val`],
      model: { 0: ["profile: Uri is allergic to cats"], 1: ["profile: Val is allergic to cats"] },
    },
  ),
  en(
    "rumour",
    null,
    [
      ["Wim", "I live in Delft"],
      { days: 3 },
      ["Xan", "Wim moved to Utrecht last month, didn't he tell you?"],
    ],
    {
      ask: "where does Wim live?",
      wrong: ["utrecht & !xan"],
      active: [`delft & ${LIVES} & @wim`],
      optional: ["xan & say|claim"],
      model: { 0: ["profile: Wim lives in Delft"], 1: ["profile: Wim moved to Utrecht"] },
    },
  ),
  zh(
    "jiaxiang",
    null,
    [
      ["阿龙", "我是山东人"],
      ["阿凤", "我是福建人，咱俩口味差太多"],
    ],
    {
      ask: "阿龙和阿凤是哪里人？",
      active: ["山东 & @阿龙", "福建 & @阿凤"],
      model: { 0: ["profile: 阿龙是山东人"], 1: ["profile: 阿凤是福建人"] },
    },
  ),
  zh(
    "yaoyan",
    null,
    [
      ["小梅", "我在准备考公务员"],
      ["小竹", "小梅早就放弃考公了，你们不知道吗"],
    ],
    {
      ask: "小梅在准备什么考试？",
      wrong: ["放弃 & !小竹"],
      active: ["公务员|考公 & @小梅 & !放弃"],
      optional: ["小竹 & 说|称"],
      model: { 0: ["task_state: 小梅在准备考公务员"], 1: ["task_state: 小梅放弃了考公务员"] },
    },
  ),
  zh(
    "chongwu",
    null,
    [
      ["阿吉", "我养了只柯基"],
      ["阿祥", "我养了只布偶"],
      ["阿吉", "改天带出来一起玩"],
    ],
    { ask: "阿吉和阿祥养了什么宠物？", active: ["柯基 & @阿吉", "布偶 & @阿祥"] },
  ),
  zh(
    "kouwei",
    null,
    [
      ["老甲", "我不吃羊肉"],
      ["老乙", "羊肉多好吃啊，我最爱羊肉串"],
    ],
    {
      ask: "老甲和老乙吃羊肉吗？",
      active: ["羊肉 & @老甲 & NO", "羊肉 & @老乙 & YES"],
      model: { 0: ["preference: 老甲不吃羊肉"], 1: ["preference: 老乙最爱羊肉串"] },
    },
  ),
]);
