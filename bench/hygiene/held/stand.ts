import { en, mixed, of, zh } from "../situation.ts";
import { ALLERGIC, LIKES, LIVES } from "../words.ts";

/** A later statement looks like a new value of an earlier one, and is not: both stand. */
export const stand = of("stand", [
  en("sports", "Nadia", ["I like tennis", { days: 2 }, "I like swimming too, esp in summer"], {
    ask: "which sports do I like?",
    active: ["tennis", "swim"],
    model: { 0: ["preference: Nadia likes tennis"], 1: ["preference: Nadia likes swimming"] },
  }),
  en(
    "parents",
    "Emil",
    ["I live in Uppsala", "my parents live in Malmö", { days: 3 }, "my best friend lives in Tokyo"],
    {
      ask: "where do I live, and where do my parents and my best friend live?",
      active: [`uppsala & ${LIVES}`, "parents & malmö|malmo", "friend & tokyo"],
      model: {
        0: ["profile: Emil lives in Uppsala"],
        1: ["profile: Emil's parents live in Malmö"],
        2: ["profile: Emil's best friend lives in Tokyo"],
      },
    },
  ),
  en("instruments", "Sasha", ["I play the cello", { days: 5 }, "I play piano too, badly"], {
    ask: "which instruments do I play?",
    active: ["cello", "piano"],
    model: { 0: ["profile: Sasha plays the cello"], 1: ["profile: Sasha plays piano"] },
  }),
  en(
    "cars",
    "Deb",
    [
      "I have a pickup truck, a Ford F-150",
      { days: 4 },
      "I have a motorcycle as well, old Triumph Bonneville",
    ],
    { ask: "which vehicles do I have?", active: ["f-150|ford|pickup", "triumph|bonneville|motorcycle"] },
  ),
  en(
    "holiday",
    "Ottilie",
    ["My home is in Graz", { days: 7 }, "I'm staying in Crete until Sunday, it's boiling"],
    {
      ask: "which city do I live in?",
      active: ["graz"],
      optional: ["crete"],
      model: {
        0: ["profile: Ottilie's home is in Graz"],
        1: ["task_state: Ottilie is staying in Crete until Sunday"],
      },
    },
  ),
  en("siblings", "Ike", ["my older brother is 40", "my younger brother is 33"], {
    ask: "how old are my brothers?",
    active: ["brother & 40", "brother & 33"],
  }),
  en(
    "volunteer",
    "June",
    ["I work at the public library", { days: 3 }, "I volunteer at the animal shelter on saturdays"],
    {
      ask: "where do I work and where do I volunteer?",
      active: ["library", "shelter"],
      model: {
        0: ["profile: June works at the public library"],
        1: ["profile: June volunteers at the animal shelter on Saturdays"],
      },
    },
  ),
  en("intolerant", "Bas", ["I can't eat gluten", { days: 6 }, "I can't eat nuts either"], {
    ask: "what can't I eat?",
    active: ["gluten", "nuts"],
    model: { 0: ["constraint: Bas cannot eat gluten"], 1: ["constraint: Bas cannot eat nuts"] },
  }),
  en("usedto", "Mags", ["I live in Oslo", { days: 4 }, "I used to live in Rome, back in 2015"], {
    ask: "where do I live?",
    active: [`oslo & ${LIVES}`],
    optional: ["rome"],
  }),
  en("flights", "Vera", ["My flight to Athens is on June 20", "my flight home is on June 28"], {
    ask: "when were my flights?",
    active: ["athens|flight & due:2026-06-20", "flight|home|return & due:2026-06-28"],
    model: {
      0: ["task_state: Vera flies to Athens on 2026-06-20"],
      1: ["task_state: Vera flies home on 2026-06-28"],
    },
  }),
  zh("qinqi", "阿庆", ["我住在无锡", { days: 2 }, "我姐住在常州", "我弟住在扬州"], {
    ask: "我和我姐、我弟分别住在哪里？",
    active: ["无锡", "姐 & 常州", "弟 & 扬州"],
    model: {
      0: ["profile: 阿庆住在无锡"],
      1: ["profile: 阿庆的姐姐住在常州"],
      2: ["profile: 阿庆的弟弟住在扬州"],
    },
  }),
  zh("koumei", "小饼", ["我喜欢吃螺蛳粉", { days: 4 }, "我还喜欢吃酸汤鱼"], {
    ask: "我喜欢吃什么？",
    active: ["螺蛳粉", "酸汤鱼"],
    model: { 0: ["preference: 小饼喜欢吃螺蛳粉"], 1: ["preference: 小饼喜欢吃酸汤鱼"] },
  }),
  zh("yaowu", "文文", ["我对青霉素过敏", { days: 8 }, "我对头孢也过敏"], {
    ask: "我对哪些药过敏？",
    active: [`青霉素 & ${ALLERGIC}`, `头孢 & ${ALLERGIC}`],
    model: { 0: ["profile: 文文对青霉素过敏"], 1: ["profile: 文文对头孢过敏"] },
  }),
  zh("lvyou", "背包客", ["我家在兰州", { days: 5 }, "我这几天在云南玩，住在大理古城"], {
    ask: "我家在哪个城市？",
    active: ["兰州"],
    optional: ["云南|大理"],
    model: { 0: ["profile: 背包客家在兰州"], 1: ["task_state: 背包客这几天在云南旅游"] },
  }),
  zh("fumu", "阿茂", ["我爸今年70了", "我妈67"], {
    ask: "我爸妈多大年纪了？",
    active: ["爸|父 & 70|七十", "妈|母 & 67|六十七"],
  }),
  zh("tongshi", "Joy", ["我在字节做运营", { days: 3 }, "我男朋友在华为做硬件"], {
    ask: "我和我男朋友分别在哪里上班？",
    active: ["字节|运营", "男朋友|男友 & 华为|硬件"],
    model: { 0: ["profile: Joy在字节做运营"], 1: ["profile: Joy的男朋友在华为做硬件"] },
  }),
  zh("guize", "管家婆", ["推荐菜谱的时候别放味精", { days: 2 }, "推荐电影的时候别推恐怖片"], {
    ask: "推荐一个菜谱，再推荐一部电影",
    active: ["味精", "恐怖片|恐怖"],
  }),
  zh("richeng", "小严", ["6月25号要交电费", "6月25号还要给车上保险"], {
    ask: "我6月25号要做什么来着？",
    active: ["电费 & due:2026-06-25", "保险 & due:2026-06-25"],
    model: { 0: ["task_state: 小严2026-06-25要交电费"], 1: ["task_state: 小严2026-06-25要给车上保险"] },
  }),
  zh("zaocan", "阿宁", ["我喜欢喝豆浆", { days: 4 }, "今早没买到豆浆，喝的牛奶"], {
    ask: "我早餐喜欢喝什么？",
    active: [`豆浆 & ${LIKES} & YES`],
    optional: ["牛奶"],
  }),
  mixed("sports", "Howard", ["我喜欢打羽毛球", { days: 3 }, "I'm also into bouldering lately"], {
    ask: "我喜欢哪些运动？",
    active: ["羽毛球|badminton", "boulder|攀|抱石"],
    model: { 0: ["preference: Howard喜欢打羽毛球"], 1: ["preference: Howard is into bouldering"] },
  }),
]);
