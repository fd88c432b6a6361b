import { en, mixed, of, zh } from "../situation.ts";
import { ALLERGIC, DISLIKES, HUSBAND, LIKES, LIVES } from "../words.ts";

export const restated = of("restated", [
  en(
    "lyon",
    "Claire",
    ["I live in Lyon", { days: 2 }, "hi again! i live in lyon.", { days: 9 }, "I live in Lyon, remember?"],
    {
      ask: "where do I live?",
      active: [`lyon & ${LIVES}`],
      model: {
        0: ["profile: Claire lives in Lyon"],
        1: ["profile: Claire lives in Lyon"],
        2: ["profile: Claire lives in Lyon."],
      },
    },
  ),
  en(
    "vegetarian",
    "Sam",
    ["I'm vegetarian", { bot: "Noted!" }, "like I said, I'm vegetarian. so no, not the chicken one"],
    { ask: "any dinner ideas for tonight?", active: ["vegetarian"], optional: ["chicken & !vegetarian"] },
  ),
  en(
    "peanuts",
    "Oli",
    ["im allergic to peanuts", { days: 1 }, "IM ALLERGIC TO PEANUTS!!! why did you suggest satay"],
    {
      ask: "what could I cook for dinner?",
      active: [`peanut & ${ALLERGIC}`],
      model: { 0: ["profile: Oli is allergic to peanuts"], 1: ["profile: Oli is allergic to peanuts"] },
    },
  ),
  en(
    "rust",
    "Ferris",
    ["I code mostly in Rust", { days: 12 }, "btw I code mostly in Rust so examples in that pls"],
    { ask: "which programming language do I mostly use?", active: ["rust"], optional: ["example & !mostly"] },
  ),
  zh("nanjing", "小汤", ["我住在南京", { days: 3 }, "我住在南京啊，你忘啦？", { days: 6 }, "我住在南京。"], {
    ask: "我住在哪个城市？",
    active: ["南京"],
    model: { 0: ["profile: 小汤住在南京"], 1: ["profile: 小汤住在南京"], 2: ["profile: 小汤住在南京"] },
  }),
  zh("lajiao", "芳芳", ["我不能吃辣", { bot: "好的，记住了。" }, "再说一遍，我不能吃辣！"], {
    ask: "今晚吃什么好？",
    active: ["辣"],
  }),
  zh("chengxuyuan", "阿豪", ["我是程序员", { days: 5 }, "我是程序员，颈椎不好也正常😂"], {
    ask: "我是做什么工作的？",
    active: ["程序员"],
    optional: ["颈椎 & !程序员"],
  }),
]);

export const paraphrased = of("paraphrased", [
  en(
    "berlin",
    "Jonas",
    ["I live in Berlin", { days: 4 }, "my home is Berlin after all, so the ring train is my life"],
    {
      ask: "which city do I live in?",
      active: [`berlin & ${LIVES}`],
      optional: ["train & !home|live"],
      model: { 0: ["profile: Jonas lives in Berlin"], 1: ["profile: Jonas's home is in Berlin"] },
    },
  ),
  en(
    "rex",
    "Bianca",
    ["My dog's called Rex", { days: 2 }, "Rex, that's our dog, ate a whole baguette today"],
    {
      ask: "what's my dog's name?",
      active: ["rex & dog"],
      optional: ["baguette & !called|name|our dog"],
      model: { 0: ["profile: Bianca has a dog called Rex"], 1: ["profile: Bianca's dog is named Rex"] },
    },
  ),
  en(
    "teacher",
    "Mr_H",
    [
      "I teach chemistry at a secondary school",
      { days: 1 },
      "well I'm a chemistry teacher, so trust me on this one",
    ],
    { ask: "what's my job?", active: ["chemistry & teach"], optional: ["secondary"] },
  ),
  en("coffee", "Zed", ["I don't drink coffee", { days: 3 }, "no coffee for me, I never drink the stuff"], {
    ask: "do I drink coffee?",
    active: ["coffee"],
    model: { 0: ["preference: Zed does not drink coffee"], 1: ["preference: Zed never drinks coffee"] },
  }),
  en("spouse", "Ana", ["I'm married to Luis", { days: 6 }, "my husband Luis is picking me up later"], {
    ask: "what's my husband's name?",
    active: [`luis & ${HUSBAND}`],
    optional: ["pick & !husband|married"],
  }),
  zh("wuhan", "小谷", ["我家在武汉", { days: 2 }, "我现在就住武汉呀，热死了"], {
    ask: "我住在哪儿？",
    active: ["武汉"],
    model: { 0: ["profile: 小谷家在武汉"], 1: ["profile: 小谷住在武汉"] },
  }),
  zh("yisheng", "老柯", ["我是个医生，在儿科", { days: 4 }, "我在儿科当医生，作息你懂的"], {
    ask: "我的职业是什么？",
    active: ["儿科|医生"],
    optional: ["儿科", "作息 & !医生|儿科"],
    model: { 0: ["profile: 老柯是儿科医生"], 1: ["profile: 老柯在儿科当医生"] },
  }),
  zh("pashan", "阿岩", ["我喜欢爬山", { days: 5 }, "爬山是我最大的爱好，没有之一"], {
    ask: "我最大的爱好是什么？",
    active: [`爬山 & ${LIKES}|爱好`],
    model: { 0: ["preference: 阿岩喜欢爬山"], 1: ["preference: 阿岩最大的爱好是爬山"] },
  }),
  zh("gou", "琪琪", ["我家狗叫旺财", { days: 1 }, "旺财是我养的狗，你别跟猫搞混了"], {
    ask: "我家的狗叫什么？",
    active: ["旺财"],
  }),
  zh("niunai", "小乔", ["我乳糖不耐受", { days: 3 }, "牛奶我喝不了的，乳糖不耐，一喝就拉肚子"], {
    ask: "早餐给我推荐点喝的吧",
    active: ["乳糖"],
    optional: [`牛奶 & ${DISLIKES}|不|拉 & !乳糖`],
  }),
  mixed("beijing", "Grace", ["I live in Beijing", { days: 3 }, "我住北京，所以时差不用换算"], {
    ask: "我住在哪个城市？",
    active: [`beijing|北京 & ${LIVES}`],
    model: { 0: ["profile: Grace lives in Beijing"], 1: ["profile: Grace住在北京"] },
  }),
]);
