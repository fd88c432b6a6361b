import { en, mixed, of, zh } from "../situation.ts";
import { DISLIKES, LIKES } from "../words.ts";

export const likes = of("likes", [
  en("hiking", "Lena", ["I love hiking, pretty much every weekend I'm up some hill"], {
    ask: "what do I like to do on weekends?",
    active: [`hik & ${LIKES}|every weekend`],
    model: { 0: ["preference: Lena loves hiking and goes nearly every weekend"] },
  }),
  en("cilantro", "greg", ["ugh i can't stand cilantro, tastes like soap to me"], {
    ask: "is there any herb I don't like?",
    active: [`cilantro & ${DISLIKES}`],
    optional: ["soap"],
  }),
  en("tea", "Amir", ["Honestly I prefer tea over coffee, always have."], {
    ask: "do I prefer tea or coffee?",
    active: ["tea & prefer|like|love|over|rather"],
  }),
  en("band", "Sol", ["my favourite band is Khruangbin, seen them live 3 times 🎸"], {
    ask: "what's my favourite band?",
    active: ["khruangbin"],
    optional: ["3|three"],
    model: { 0: ["preference: Sol's favourite band is Khruangbin"] },
  }),
  en("horror", "Dee", ["not really a fan of horror movies tbh. sci-fi though? any day"], {
    ask: "what kind of movies do I like, and which not?",
    active: ["horror & NO", "sci-fi|science fiction"],
  }),
  en(
    "answer",
    "Nils",
    ["I like how you explained that, thanks!", { bot: "Glad it helped!" }, "yeah love it"],
    { ask: "what do you know about what I like?", none: true },
  ),
  en("table", "Petra", ["I'd like a table for two at 7pm please, somewhere quiet"], {
    ask: "which restaurants do I usually like?",
    wrong: ["table & !i'd like"],
    none: true,
    optional: ["table|7"],
  }),
  zh("lanqiu", "阿飞", ["我特别喜欢打篮球，每周三晚上雷打不动"], {
    ask: "我平时喜欢什么运动？",
    active: ["篮球"],
    optional: ["周三"],
    model: { 0: ["preference: 阿飞特别喜欢打篮球，每周三晚上打"] },
  }),
  zh("xiangcai", "小鹿", ["我不吃香菜！！闻到味儿都难受"], {
    ask: "有什么是我不吃的？",
    active: [`香菜 & ${DISLIKES}`],
  }),
  zh("meishi", "Tony", ["比起美式我更喜欢拿铁，甜一点的"], {
    ask: "我更喜欢喝哪种咖啡？",
    active: ["拿铁"],
    optional: ["甜", "美式"],
  }),
  zh("zhoujielun", "糖糖", ["我最喜欢的歌手是周杰伦，从小听到大"], {
    ask: "我最喜欢的歌手是谁？",
    active: ["周杰伦"],
  }),
  zh("naocha", "老吴", ["我受不了别人在饭桌上抽烟，真的很烦"], {
    ask: "吃饭的时候我最受不了别人干什么？",
    active: [`烟 & ${DISLIKES}|烦`],
  }),
  zh("huida", "阿May", ["我喜欢这个回答，解释得很清楚", { bot: "很高兴能帮到你！" }], {
    ask: "你知道我喜欢什么吗？",
    none: true,
  }),
  mixed("jazz", "Momo", ["我最近超爱听jazz，尤其是Chet Baker那种chill的"], {
    ask: "我最近爱听什么音乐？",
    active: ["jazz|爵士"],
    optional: ["chet"],
  }),
]);
