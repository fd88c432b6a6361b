import { en, mixed, of, zh } from "../situation.ts";

export const instructions = of("instruction", [
  en("short", "Raj", ["From now on please keep your answers under 100 words, I read these on my watch"], {
    active: ["100|short|brief|concise"],
    optional: ["watch"],
    model: { 0: ["constraint: Raj wants answers under 100 words"] },
  }),
  en("emoji", "Ursula", ["never use emojis when you write to me"], {
    active: ["emoji"],
    model: { 0: ["constraint: Ursula wants no emojis"] },
  }),
  en("euros", "Fynn", ["always give me prices in euros, I'm tired of converting"], {
    active: ["euro|eur|€"],
  }),
  en("callme", "maximilian.b", ["pls call me Max, nobody says Maximilian except my grandma"], {
    active: ["/\\bmax\\b/"],
    optional: ["grandma"],
  }),
  en("metric", "Solveig", ["Don't give me measurements in cups or ounces. Metric only."], {
    active: ["metric|cups|ounces"],
    optional: ["metric|cups|ounces"],
  }),
  en(
    "once",
    "Ola",
    ["make it shorter", { bot: "Here is a shorter version." }, "now translate this to French pls"],
    {
      none: true,
    },
  ),
  en("thistime", "Quinn", ["use bullet points for this one", { bot: "- one\n- two" }, "perfect"], {
    none: true,
  }),
  zh("zhongwen", "阿May", ["以后跟我聊天都用中文回答，别夹英文"], {
    active: ["中文"],
    model: { 0: ["constraint: 阿May希望回答都用中文，不夹英文"] },
  }),
  zh("jiujing", "老徐", ["别再给我推荐带酒精的东西了，我在备孕期间陪老婆一起戒"], {
    active: ["酒"],
    optional: ["备孕", "老婆|妻"],
  }),
  zh("zhushi", "码农小张", ["给我写代码的时候注释一律用英文，变量名用驼峰"], {
    active: ["英文|英语 & 注释", "驼峰"],
  }),
  zh("chenghu", "欧阳雪", ["叫我雪姐就行，别叫全名"], {
    active: ["雪姐"],
  }),
  zh("danci", "小贝", ["这次用英文回答我", { bot: "Sure." }, "再精简一点"], {
    none: true,
  }),
  mixed("deploy", "Derek", ["记得，任何时候都不要在周五帮我deploy，no exceptions"], {
    active: ["周五|friday & deploy|部署|发布|上线"],
  }),
]);
