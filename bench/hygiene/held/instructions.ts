import { en, mixed, of, zh } from "../situation.ts";

export const instructions = of("instruction", [
  en("sources", "Agnes", ["Please always cite your sources when you tell me medical stuff."], {
    ask: "is ibuprofen safe with a fever?",
    active: ["source|cite"],
    model: { 0: ["constraint: Agnes wants sources cited for medical information"] },
  }),
  en("british", "Nigel", ["going forward use british spelling with me, colour not color etc"], {
    ask: "write a short note to my neighbour about the party",
    active: ["british"],
  }),
  en("spoilers", "tam", ["no spoilers please, ever. i'm always 2 seasons behind on everything"], {
    ask: "what's that new detective series about?",
    active: ["spoiler"],
    optional: ["season"],
  }),
  en("vegan", "Fleur", ["Whenever I ask for recipes make sure they're vegan"], {
    ask: "what could I cook for four people?",
    active: ["vegan"],
    model: { 0: ["constraint: Fleur wants only vegan recipes"] },
  }),
  en("wakeup", "Ines", ["dont message me before 9am, i'm not a morning person"], {
    ask: "at what time can you write to me tomorrow?",
    active: ["9|nine"],
    optional: ["morning"],
  }),
  en(
    "redo",
    "Pat",
    ["do it again but funnier", { bot: "Here you go!" }, "add a title", { bot: "Done." }, "ty"],
    { ask: "write a short thank-you note", wrong: ["funnier", "title"], none: true },
  ),
  en("onlynow", "Cleo", ["answer in one word: is Pluto a planet", { bot: "No." }, "lol ok"], {
    ask: "why is the sky blue?",
    wrong: ["one word"],
    none: true,
  }),
  zh("jianjie", "何律师", ["以后回答尽量简洁，先给结论再说理由"], {
    ask: "试用期被辞退有赔偿吗？",
    active: ["简洁|结论"],
    optional: ["结论|理由"],
    model: { 0: ["constraint: 何律师希望回答简洁，先给结论再说理由"] },
  }),
  zh("biaoqing", "冷面", ["不要用表情符号，看着闹心"], { ask: "帮我写一条群通知", active: ["表情"] }),
  zh("renminbi", "跨境小赵", ["报价的时候永远用人民币，别用美元"], {
    ask: "这款耳机大概卖多少钱？",
    active: ["人民币"],
  }),
  zh("suji", "慧心", ["给我推荐餐厅只推素食的，我吃素很多年了"], {
    ask: "附近有什么餐厅推荐？",
    active: ["素"],
    optional: ["吃素|素食"],
  }),
  zh("chongxie", "阿蒙", ["帮我重写一遍，语气正式点", { bot: "好的，改好了。" }, "嗯这版可以"], {
    ask: "帮我写一份请假条",
    wrong: ["正式", "重写"],
    none: true,
  }),
  mixed("english", "小Q", ["please以后都用English跟我聊，我要练口语"], {
    ask: "今天聊点什么好？",
    active: ["english|英语|英文"],
    optional: ["口语|练"],
  }),
]);
