import { en, mixed, of, zh } from "../situation.ts";

export const instructions = of("instruction", [
  en("short", "Raj", ["From now on please keep your answers under 100 words, I read these on my watch"], {
    ask: "how do heat pumps work?",
    active: ["100|short|brief|concise"],
    optional: ["watch"],
    model: { 0: ["constraint: Raj wants answers under 100 words"] },
  }),
  en("emoji", "Ursula", ["never use emojis when you write to me"], {
    ask: "write me a little birthday greeting for my colleague",
    active: ["emoji"],
    model: { 0: ["constraint: Ursula wants no emojis"] },
  }),
  en("euros", "Fynn", ["always give me prices in euros, I'm tired of converting"], {
    ask: "how much is a decent road bike these days?",
    active: ["euro|eur|€"],
  }),
  en("callme", "maximilian.b", ["pls call me Max, nobody says Maximilian except my grandma"], {
    ask: "good morning! what's on the news?",
    active: ["/\\bmax\\b/"],
    optional: ["grandma"],
  }),
  en("metric", "Solveig", ["Don't give me measurements in cups or ounces. Metric only."], {
    ask: "give me a recipe for pancakes",
    active: ["metric|cups|ounces"],
    optional: ["metric|cups|ounces"],
  }),
  en(
    "once",
    "Ola",
    ["make it shorter", { bot: "Here is a shorter version." }, "now translate this to French pls"],
    { ask: "tell me something about volcanoes", wrong: ["shorter", "french"], none: true },
  ),
  en("thistime", "Quinn", ["use bullet points for this one", { bot: "- one\n- two" }, "perfect"], {
    ask: "explain how a bill becomes law",
    wrong: ["bullet"],
    none: true,
  }),
  zh("zhongwen", "阿May", ["以后跟我聊天都用中文回答，别夹英文"], {
    ask: "什么是区块链？",
    active: ["中文"],
    model: { 0: ["constraint: 阿May希望回答都用中文，不夹英文"] },
  }),
  zh("jiujing", "老徐", ["别再给我推荐带酒精的东西了，我在备孕期间陪老婆一起戒"], {
    ask: "周末聚会喝点什么好？",
    active: ["酒"],
    optional: ["备孕", "老婆|妻"],
  }),
  zh("zhushi", "码农小张", ["给我写代码的时候注释一律用英文，变量名用驼峰"], {
    ask: "帮我写个快速排序",
    active: ["英文|英语 & 注释", "驼峰"],
  }),
  zh("chenghu", "欧阳雪", ["叫我雪姐就行，别叫全名"], { ask: "早上好，今天有什么安排？", active: ["雪姐"] }),
  zh("danci", "小贝", ["这次用英文回答我", { bot: "Sure." }, "再精简一点"], {
    ask: "给我讲讲火山是怎么形成的",
    wrong: ["英文", "精简"],
    none: true,
  }),
  mixed("deploy", "Derek", ["记得，任何时候都不要在周五帮我deploy，no exceptions"], {
    ask: "新版本什么时候上线比较好？",
    active: ["周五|friday & deploy|部署|发布|上线"],
  }),
]);
