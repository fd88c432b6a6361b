import { en, mixed, of, zh } from "../situation.ts";

// The clock stands on Wednesday, 10 June 2026.
export const plans = of("plan", [
  en("surgery", "Bruno", ["I'm having knee surgery on June 18, so I'll be off my feet for a bit"], {
    ask: "when was my knee surgery?",
    active: ["knee|surgery & due:2026-06-18"],
    model: { 0: ["task_state: Bruno has knee surgery on 2026-06-18"] },
  }),
  en("rent", "kit", ["gotta pay rent by friday, don't let me forget"], {
    ask: "by when did I have to pay the rent?",
    active: ["rent & due:2026-06-12"],
  }),
  en("interview", "Yusuf", ["Got an interview at the city council tomorrow at 10!"], {
    ask: "when was my interview at the city council?",
    active: ["interview & due:2026-06-11"],
    model: { 0: ["task_state: Yusuf has an interview at the city council on 2026-06-11 at 10:00"] },
  }),
  en("marathon", "Astrid", ["signed up for the Chicago marathon, it's on October 11"], {
    ask: "when is my marathon?",
    active: ["marathon & due:2026-10-11"],
  }),
  en("parents", "dom", ["my parents are visiting in two weeks so i have to clean this dump before then"], {
    ask: "who was coming to visit me?",
    active: ["parents & visit|coming|stay"],
    optional: ["clean"],
  }),
  en("maybe", "Sky", ["might go for a run later, might not, we'll see"], {
    ask: "how often do I go running?",
    wrong: ["run & !might"],
    none: true,
  }),
  en("past", "Gil", ["went to the dentist yesterday, it was fine"], {
    ask: "when is my next dentist appointment?",
    wrong: ["dentist & !yesterday"],
    none: true,
    optional: ["dentist"],
  }),
  zh("banjia", "小冉", ["这个月28号搬家，得提前找搬家公司"], {
    ask: "我是哪天搬家的？",
    active: ["搬家 & due:2026-06-28"],
    optional: ["搬家公司"],
  }),
  zh("qianzheng", "Leo哥", ["下周一去办日本签证，别忘了提醒我带照片"], {
    ask: "我是哪天去办签证的？",
    active: ["签证 & due:2026-06-15"],
    optional: ["照片"],
    model: { 0: ["task_state: Leo哥2026-06-15要去办日本签证"] },
  }),
  zh("jiazhang", "果果妈", ["后天晚上七点开家长会"], {
    ask: "家长会是什么时候开的？",
    active: ["家长会 & due:2026-06-12"],
  }),
  zh("huankuan", "阿昌", ["7月5日之前要把信用卡还清，不然又要交利息"], {
    ask: "我的信用卡什么时候之前要还清？",
    active: ["信用卡|还清|还款 & due:2026-07-05"],
  }),
  zh("kaoshi", "橙子", ["我报了12月6号的雅思考试"], {
    ask: "我雅思考试是哪天？",
    active: ["雅思 & due:2026-12-06"],
  }),
  zh("zuotian", "嘟嘟", ["昨天去看了场电影，一般般"], {
    ask: "我接下来有什么安排？",
    wrong: ["电影 & !昨天"],
    none: true,
    optional: ["电影"],
  }),
  mixed("flight", "Annie", ["我flight是6月22号早上的，飞东京，要出差一周"], {
    ask: "我去东京的flight是哪天？",
    active: ["flight|航班|飞|东京|tokyo & due:2026-06-22"],
    optional: ["一周"],
  }),
]);
