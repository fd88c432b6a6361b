import { en, mixed, of, zh } from "../situation.ts";

// The clock stands on Wednesday, 10 June 2026.
export const plans = of("plan", [
  en("dentist", "Mona", ["I've got a dentist appointment next Tuesday at 3pm"], {
    ask: "when was my dentist appointment?",
    active: ["dentist & due:2026-06-16"],
    model: { 0: ["task_state: Mona has a dentist appointment on 2026-06-16 at 15:00"] },
  }),
  en("passport", "Elias", ["need to renew my passport before july 1 or i'm screwed"], {
    ask: "by when did I have to renew my passport?",
    active: ["passport & due:2026-07-01"],
  }),
  en("lisbon", "Greta", ["We're flying to Lisbon on June 24th for a week!! so excited"], {
    ask: "when was it that we flew to Lisbon?",
    active: ["lisbon & due:2026-06-24"],
    model: { 0: ["task_state: Greta flies to Lisbon on 2026-06-24 for a week"] },
  }),
  en("mum", "Callum", ["remind me to call my mum on sunday, it's her birthday"], {
    ask: "what did I want you to remind me of about my mum?",
    active: ["mum|mother|mom & due:2026-06-14"],
    optional: ["birthday"],
  }),
  en("exam", "Tuan", ["my stats exam is tomorrow morning and I have not started lol"], {
    ask: "when was my stats exam?",
    active: ["exam|stats & due:2026-06-11"],
    optional: ["started"],
  }),
  en("someday", "Bex", ["someday i'd love to see Japan but who has the money"], {
    ask: "where am I flying next?",
    wrong: ["japan & !someday"],
    none: true,
    optional: ["japan"],
  }),
  en("meet", "Lou", ["what are you doing tomorrow haha", { bot: "Answering questions, as always." }], {
    ask: "what plans do I have?",
    none: true,
  }),
  zh("chuchai", "孙倩", ["下周三要去上海出差，大概待两天"], {
    ask: "我去上海出差是哪天来着？",
    active: ["上海 & due:2026-06-17"],
    model: { 0: ["task_state: 孙倩2026-06-17要去上海出差两天"] },
  }),
  zh("lunwen", "小博", ["6月20号之前必须交论文初稿，导师催疯了"], {
    ask: "我的论文初稿是什么时候截止的？",
    active: ["论文|初稿 & due:2026-06-20"],
    optional: ["导师"],
  }),
  zh("mianshi", "阿泽", ["明天下午两点有个字节的面试，好紧张"], {
    ask: "我那个字节的面试是什么时候？",
    active: ["面试 & due:2026-06-11"],
    optional: ["紧张"],
  }),
  zh("tijian", "王姐", ["提醒我周五去拿体检报告"], {
    ask: "我让你提醒我去拿什么来着？",
    active: ["体检 & due:2026-06-12"],
  }),
  zh("jiehun", "大海", ["我们定了10月2号办婚礼，在青岛"], {
    ask: "我们婚礼定在哪天？",
    active: ["婚礼|结婚 & due:2026-10-02"],
    optional: ["青岛"],
  }),
  zh("zaishuo", "阿楠", ["以后有机会想去冰岛看极光吧，再说再说"], {
    ask: "我下次旅行订了去哪里？",
    wrong: ["冰岛|极光 & !以后|有机会"],
    none: true,
    optional: ["冰岛|极光"],
  }),
  mixed("ddl", "Ryan", ["这个project的deadline是6月30号，我得赶在那之前把slides做完"], {
    ask: "我那个project的deadline是哪天？",
    active: ["project|slides|deadline|项目|截止 & due:2026-06-30"],
  }),
]);
