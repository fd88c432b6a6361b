import { en, mixed, of, zh } from "../situation.ts";
import { ALLERGIC, FATHER, LIKES, LIVES, MOTHER } from "../words.ts";

/** A later statement looks like a new value of an earlier one, and is not: both stand. */
export const stand = of("stand", [
  en("tea", "Orla", ["I like green tea", { days: 3 }, "I also like black coffee in the morning"], {
    ask: "what do I like to drink?",
    active: ["green tea", "coffee"],
    model: {
      0: ["preference: Orla likes green tea"],
      1: ["preference: Orla likes black coffee in the morning"],
    },
  }),
  en(
    "sister",
    "Theo",
    ["I live in Nantes", "my sister lives in Lyon", { days: 2 }, "my brother lives in Lille with his kids"],
    {
      ask: "where do my brother and sister live, and where do I?",
      active: [`nantes & ${LIVES}`, "sister & lyon", "brother & lille"],
      model: {
        0: ["profile: Theo lives in Nantes"],
        1: ["profile: Theo's sister lives in Lyon"],
        2: ["profile: Theo's brother lives in Lille"],
      },
    },
  ),
  en("languages", "Femke", ["I speak Dutch", { days: 4 }, "I speak German as well"], {
    ask: "which languages do I speak?",
    active: ["dutch", "german"],
    model: { 0: ["profile: Femke speaks Dutch"], 1: ["profile: Femke speaks German"] },
  }),
  en("pets", "Arlo", ["I have a cat called Mango", { days: 5 }, "I have a dog called Plum"], {
    ask: "what pets do I have?",
    active: ["mango", "plum"],
    model: { 0: ["profile: Arlo has a cat called Mango"], 1: ["profile: Arlo has a dog called Plum"] },
  }),
  en(
    "visit",
    "Blanca",
    ["I live in Madrid", { days: 6 }, "I'm in Paris this week for a conference, any food tips?"],
    {
      ask: "which city do I live in?",
      active: [`madrid & ${LIVES}`],
      optional: ["paris"],
      model: {
        0: ["profile: Blanca lives in Madrid"],
        1: ["task_state: Blanca is in Paris this week for a conference"],
      },
    },
  ),
  en("ages", "Cora", ["My daughter is 6", "my son is 9"], {
    ask: "how old are my kids?",
    active: ["daughter & 6|six", "son & 9|nine"],
  }),
  en("laptop", "jay", ["my work laptop is a ThinkPad", { days: 2 }, "my own laptop is a macbook air, M2"], {
    ask: "which laptops do I have?",
    active: ["thinkpad", "macbook"],
  }),
  en(
    "allergies",
    "Petra",
    ["I'm allergic to walnuts", { days: 7 }, "I'm allergic to ibuprofen too, found out the hard way"],
    {
      ask: "what am I allergic to?",
      active: [`walnut & ${ALLERGIC}`, `ibuprofen & ${ALLERGIC}`],
      model: { 0: ["profile: Petra is allergic to walnuts"], 1: ["profile: Petra is allergic to ibuprofen"] },
    },
  ),
  en(
    "decaf",
    "Sven",
    ["I drink two espressos every morning", { days: 3 }, "had a decaf today for once, never again"],
    { ask: "what coffee do I drink in the morning?", active: ["espresso"], optional: ["decaf"] },
  ),
  en("sameday", "Ada", ["I have the dentist on June 16 at 9", "I have the vet on June 16 at 16:00"], {
    ask: "what appointments did I have on June 16?",
    active: ["dentist & due:2026-06-16", "vet & due:2026-06-16"],
    model: {
      0: ["task_state: Ada has the dentist on 2026-06-16 at 09:00"],
      1: ["task_state: Ada has the vet on 2026-06-16 at 16:00"],
    },
  }),
  zh("jiaren", "阿川", ["我在重庆上班", { days: 2 }, "我爸在成都", "我妈在绵阳"], {
    ask: "我和我爸妈分别在哪个城市？",
    active: ["重庆", `成都 & ${FATHER}`, `绵阳 & ${MOTHER}`],
    model: {
      0: ["profile: 阿川在重庆上班"],
      1: ["profile: 阿川的爸爸在成都"],
      2: ["profile: 阿川的妈妈在绵阳"],
    },
  }),
  zh("aihao", "小满", ["我喜欢跑步", { days: 3 }, "我喜欢看推理小说"], {
    ask: "我有什么爱好？",
    active: ["跑步", "推理"],
    model: { 0: ["preference: 小满喜欢跑步"], 1: ["preference: 小满喜欢看推理小说"] },
  }),
  zh("guomin", "圆圆", ["我对虾过敏", { days: 6 }, "我对猫毛也过敏"], {
    ask: "我对什么过敏？",
    active: [`虾 & ${ALLERGIC}`, `猫 & ${ALLERGIC}`],
  }),
  zh("chuchai", "老孟", ["我住在大连", { days: 5 }, "这周我在深圳出差，住在科技园附近的酒店"], {
    ask: "我住在哪个城市？",
    active: ["大连"],
    optional: ["深圳"],
    model: { 0: ["profile: 老孟住在大连"], 1: ["task_state: 老孟这周在深圳出差"] },
  }),
  zh("ernv", "暖暖妈", ["我女儿8岁", "我儿子3岁"], {
    ask: "我两个孩子分别几岁？",
    active: ["女儿 & 8|八", "儿子 & 3|三"],
  }),
  zh("pengyou", "阿珂", ["我在长沙读大学", { days: 4 }, "我女朋友在武汉读大学，异地恋好难"], {
    ask: "我和我女朋友分别在哪里读大学？",
    active: ["长沙", "女朋友|女友 & 武汉"],
    optional: ["异地"],
    model: { 0: ["profile: 阿珂在长沙读大学"], 1: ["profile: 阿珂的女朋友在武汉读大学"] },
  }),
  zh(
    "yaoqiu",
    "Gary",
    ["以后给我写邮件用正式的语气", { days: 2 }, "给我写朋友圈文案要活泼一点，以后都这样"],
    { ask: "帮我写封邮件，再写条朋友圈", active: ["邮件 & 正式", "朋友圈 & 活泼"] },
  ),
  zh("huiyi", "项目小李", ["6月18号上午有评审会", "6月18号下午要去客户那边演示"], {
    ask: "我6月18号有什么安排来着？",
    active: ["评审 & due:2026-06-18", "演示|客户 & due:2026-06-18"],
    model: {
      0: ["task_state: 项目小李2026-06-18上午有评审会"],
      1: ["task_state: 项目小李2026-06-18下午去客户处演示"],
    },
  }),
  zh("likes", "阿狸", ["我喜欢吃火锅", { days: 5 }, "今天中午吃的沙拉，减脂嘛"], {
    ask: "我喜欢吃什么？",
    active: [`火锅 & ${LIKES}`],
    optional: ["沙拉|减脂"],
  }),
  mixed("twojobs", "Bella", ["白天我在bank上班", { days: 2 }, "on weekends I teach yoga"], {
    ask: "我都做哪些工作？",
    active: ["bank|银行", "yoga|瑜伽"],
    model: { 0: ["profile: Bella白天在银行上班"], 1: ["profile: Bella teaches yoga on weekends"] },
  }),
]);
