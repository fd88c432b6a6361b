import { en, mixed, of, zh } from "../situation.ts";
import { ALLERGIC, LIKES, LIVES, WIFE } from "../words.ts";

export const restated = of("restated", [
  en(
    "turku",
    "Aino",
    ["I live in Turku.", { days: 1 }, "i live in turku", { days: 8 }, "I live in Turku :)"],
    {
      ask: "where do I live?",
      active: [`turku & ${LIVES}`],
      model: {
        0: ["profile: Aino lives in Turku"],
        1: ["profile: Aino lives in Turku"],
        2: ["profile: Aino lives in Turku"],
      },
    },
  ),
  en(
    "kosher",
    "Dov",
    ["I keep kosher", { bot: "Thanks for telling me." }, "again: I keep kosher, so that recipe's out"],
    { ask: "what could I cook for dinner on friday?", active: ["kosher"] },
  ),
  en(
    "bees",
    "Tabby",
    ["I'm allergic to bee stings", { days: 2 }, "as i told you, i'm allergic to bee stings..."],
    {
      ask: "what am I allergic to?",
      active: [`bee & ${ALLERGIC}`],
      model: {
        0: ["profile: Tabby is allergic to bee stings"],
        1: ["profile: Tabby is allergic to bee stings"],
      },
    },
  ),
  en("twins", "Kofi", ["I have twin girls", { days: 10 }, "I have twin girls, so 'free time' lol"], {
    ask: "do I have kids?",
    active: ["twin"],
    optional: ["free time & !twin"],
  }),
  zh("qingdao", "小鱼", ["我住青岛", { days: 2 }, "我住青岛！", { days: 5 }, "都说了我住青岛嘛"], {
    ask: "我住在哪个城市？",
    active: ["青岛"],
    model: { 0: ["profile: 小鱼住在青岛"], 1: ["profile: 小鱼住在青岛"], 2: ["profile: 小鱼住在青岛"] },
  }),
  zh("chisu", "静静", ["我吃素", { bot: "明白。" }, "我吃素的，你刚才推荐的是红烧肉……"], {
    ask: "今晚吃什么好？",
    active: ["素"],
    optional: ["红烧肉 & !吃素"],
  }),
  zh("kuaiji", "梁姐", ["我做会计的", { days: 7 }, "我是做会计的，年底最忙"], {
    ask: "我是做什么工作的？",
    active: ["会计"],
    optional: ["年底 & !会计"],
  }),
]);

export const paraphrased = of("paraphrased", [
  en(
    "naples",
    "Enzo",
    ["I'm living in Naples these days", { days: 3 }, "my place is in Naples, so pizza jokes are fair game"],
    {
      ask: "which city do I live in?",
      active: ["naples"],
      optional: ["pizza & !place|live|living|home"],
      model: { 0: ["profile: Enzo lives in Naples"], 1: ["profile: Enzo's place is in Naples"] },
    },
  ),
  en(
    "cat",
    "Willa",
    ["I have a cat named Pixel", { days: 2 }, "my cat Pixel is sitting on the keyboard again ajkshd"],
    {
      ask: "what's my cat's name?",
      active: ["pixel & cat"],
      optional: ["keyboard & !cat"],
      model: { 0: ["profile: Willa has a cat named Pixel"], 1: ["profile: Willa's cat is called Pixel"] },
    },
  ),
  en(
    "pilot",
    "Amelia",
    ["I'm an airline pilot", { days: 5 }, "I fly planes for a living, an airline pilot's schedule is weird"],
    { ask: "what's my job?", active: ["pilot|fl"], optional: ["schedule & !pilot|planes"] },
  ),
  en("meat", "Ravi", ["I don't eat meat", { days: 4 }, "I never eat meat, grew up that way"], {
    ask: "do I eat meat?",
    active: ["meat"],
    model: { 0: ["preference: Ravi does not eat meat"], 1: ["preference: Ravi never eats meat"] },
  }),
  en(
    "wife",
    "Tor",
    ["My wife is called Sunniva", { days: 3 }, "I'm married to Sunniva, ten years in august"],
    { ask: "what's my wife's name?", active: [`sunniva & ${WIFE}`], optional: ["ten|10|august"] },
  ),
  zh("chongqing", "阿渝", ["我人在重庆", { days: 1 }, "我住重庆，天天爬坡上坎"], {
    ask: "我住在哪儿？",
    active: ["重庆"],
    model: { 0: ["profile: 阿渝人在重庆"], 1: ["profile: 阿渝住在重庆"] },
  }),
  zh("sheying", "光影", ["我喜欢摄影", { days: 6 }, "我的爱好就是摄影，周末到处拍"], {
    ask: "我的爱好是什么？",
    active: [`摄影 & ${LIKES}|爱好`],
    model: { 0: ["preference: 光影喜欢摄影"], 1: ["preference: 光影的爱好是摄影"] },
  }),
  zh("laoshi", "方老师", ["我教高中数学", { days: 2 }, "我是高中数学老师嘛，职业病"], {
    ask: "我是教什么的？",
    active: ["数学"],
  }),
  zh("mao", "小圆", ["我养了一只橘猫叫团子", { days: 3 }, "团子就是我那只橘猫，又胖了"], {
    ask: "我的猫叫什么？",
    active: ["团子"],
    optional: ["胖 & !养|叫|橘猫"],
  }),
  zh("huafen", "林林", ["我花粉过敏", { days: 9 }, "一到春天我就打喷嚏，对花粉过敏没办法"], {
    ask: "我对什么过敏？",
    active: [`花粉 & ${ALLERGIC}`],
    optional: ["喷嚏 & !过敏"],
  }),
  mixed("designer", "Yoyo", ["我是designer", { days: 2 }, "I work as a designer, so yes I notice kerning"], {
    ask: "我的职业是什么？",
    active: ["designer|设计"],
    optional: ["kerning & !designer|work"],
    model: { 0: ["profile: Yoyo是设计师"], 1: ["profile: Yoyo works as a designer"] },
  }),
]);
