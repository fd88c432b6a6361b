import { en, mixed, of, zh } from "../situation.ts";

export const remember = of("remember", [
  en("anniversary", "Hugo", ["Remember that our anniversary is September 14"], {
    ask: "when is our wedding anniversary?",
    active: ["anniversary & due:2026-09-14"],
    model: { 0: ["profile: Hugo's anniversary is September 14"] },
  }),
  en(
    "lactose",
    "June",
    ["please don't forget that Tim is lactose intolerant, he's coming to dinner a lot these days"],
    {
      ask: "what do I have to watch out for when Tim comes to dinner?",
      active: ["tim & lactose"],
      optional: ["dinner"],
    },
  ),
  en("size", "abe", ["note to self via you: my shoe size is 44 wide. keep that somewhere"], {
    ask: "what's my shoe size?",
    active: ["44 & shoe|size"],
  }),
  en(
    "when",
    "Viv",
    ["remember when phones had buttons? good times", { bot: "They did have a satisfying click." }],
    { ask: "what did I ask you to remember?", none: true },
  ),
  en("cant", "Ozzy", ["I can't remember where I put my keys ffs"], {
    ask: "where did I put my keys?",
    none: true,
  }),
  zh("shengri", "晓东", ["记住，我爸的生日是11月23号"], {
    ask: "我爸生日是哪天？",
    active: ["生日 & due:2026-11-23"],
    model: { 0: ["profile: 晓东爸爸的生日是11月23日"] },
  }),
  zh("tingche", "阿兰", ["帮我记一下：我的停车位是B2-117"], {
    ask: "我的停车位是哪个？",
    active: ["b2-117|117"],
  }),
  zh("jideme", "Zoey", ["你还记得上次说的那部电影叫什么吗"], { ask: "我喜欢看什么电影？", none: true }),
  zh("jizhule", "阿鑫", ["记住了吗？", { bot: "记住了！" }, "行，那就好"], {
    ask: "我让你记住过什么？",
    none: true,
  }),
  mixed("standup", "Felix", ["记一下，我们team的standup改到每天早上9:45了"], {
    ask: "我们standup现在是几点？",
    active: ["standup|站会 & 9:45|9点45"],
  }),
]);
