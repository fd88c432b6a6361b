import { en, mixed, of, zh } from "../situation.ts";
import { DISLIKES, LIKES, LIVES } from "../words.ts";

export const corrected = of("corrected", [
  en(
    "tulsa",
    "Wyatt",
    ["I'm from Tulsa", { bot: "Nice!" }, "sorry I meant I live in Tulsa, I'm from Wichita"],
    {
      ask: "where do I live, and where am I from?",
      active: [`tulsa & ${LIVES}`, "wichita"],
      gone: ["tulsa & from & !live|wichita"],
      model: {
        0: ["profile: Wyatt is from Tulsa"],
        2: ["profile: Wyatt lives in Tulsa", "profile: Wyatt is from Wichita"],
      },
    },
  ),
  en(
    "violin",
    "Ines",
    [
      "my daughter plays the violin",
      { days: 3 },
      "it's not the violin but the viola that my daughter plays, people always mix that up",
    ],
    {
      ask: "which instrument does my daughter play?",
      active: ["viola"],
      gone: ["violin & daughter & !viola"],
      model: {
        0: ["profile: Ines's daughter plays the violin"],
        1: ["profile: Ines's daughter plays the viola"],
      },
    },
  ),
  en(
    "surname",
    "mrs_d",
    ["My last name is Dorsey", "scratch that, I got married, my last name is Dunn now"],
    { ask: "what's my last name?", active: ["dunn"], gone: ["dorsey & !dunn"], optional: ["married"] },
  ),
  en("imean", "ty", ["my flight's on thursday, i mean friday. friday the 19th"], {
    ask: "on which day was my flight?",
    active: ["flight & due:2026-06-19"],
    gone: ["flight & thursday & !friday"],
  }),
  en(
    "employer",
    "Sunita",
    ["I work at Oracle", { days: 16 }, "new job news! I work at Datadog now, started Monday"],
    {
      ask: "where do I work?",
      active: ["datadog"],
      gone: ["oracle & work & !datadog"],
      optional: ["monday"],
      model: { 0: ["profile: Sunita works at Oracle"], 1: ["profile: Sunita works at Datadog"] },
    },
  ),
  en(
    "recital",
    "Gia",
    ["the recital is on June 20", { days: 2 }, "heads up the recital got pushed, the recital is on June 27"],
    {
      ask: "when was the recital?",
      active: ["recital & due:2026-06-27"],
      gone: ["recital & /june 20|06-20|20 june/ & !27"],
      model: {
        0: ["task_state: Gia's recital is on 2026-06-20"],
        1: ["task_state: Gia's recital is on 2026-06-27"],
      },
    },
  ),
  zh("xihuan", "阿树", ["我女朋友是学医的", "哎写错了，她是学护理的"], {
    ask: "我女朋友是学什么的？",
    active: ["护理"],
    gone: ["学医 & !护理"],
  }),
  zh("tianjin", "小津", ["我在天津读书", { days: 4 }, "你记错了，我不是在天津读书，是在石家庄读书"], {
    ask: "我在哪里读书？",
    active: ["石家庄"],
    gone: ["天津 & 读 & !石家庄"],
    model: { 0: ["profile: 小津在天津读书"], 1: ["profile: 小津在石家庄读书"] },
  }),
  zh("zhiye", "Lisa姐", ["我是做销售的", { days: 18 }, "我转岗了，现在做市场"], {
    ask: "我是做什么工作的？",
    active: ["市场"],
    gone: ["销售 & 做|是 & !市场|转"],
    model: { 0: ["profile: Lisa姐做销售"], 1: ["profile: Lisa姐现在做市场"] },
  }),
  zh("dianhua", "老黄", ["我家在8楼", "不对，是18楼，刚才少打一个字"], {
    ask: "我家在几楼？",
    active: ["18"],
    gone: ["8楼|八楼 & !18"],
    model: { 0: ["profile: 老黄家在8楼"], 1: ["profile: 老黄家在18楼"] },
  }),
  zh("gouming", "布布", ["我家狗叫大福", { bot: "大福真可爱" }, "叫小福，大福是隔壁家的"], {
    ask: "我家狗叫什么？",
    active: ["小福"],
    gone: ["大福 & 狗 & !小福|隔壁"],
    optional: ["隔壁 & 大福"],
  }),
  mixed("manager", "Iris", ["my manager叫David", { days: 6 }, "我换manager了，现在my manager叫Sophie"], {
    ask: "我的manager是谁？",
    active: ["sophie"],
    gone: ["david & manager|经理 & !sophie"],
  }),
]);

export const negated = of("negated", [
  en(
    "guitar",
    "Ash",
    ["I play guitar in a band", { days: 25 }, "I don't play in the band anymore, we split up"],
    {
      ask: "do I play in a band?",
      shown: ["band & NO"],
      active: [],
      optional: ["band|guitar & NO", "split"],
      gone: ["band"],
      model: { 0: ["profile: Ash plays guitar in a band"], 1: ["profile: Ash no longer plays in a band"] },
    },
  ),
  en(
    "soda",
    "Mitch",
    [
      "I drink like two liters of coke a day",
      { days: 13 },
      "no longer drinking coke btw, quit it cold turkey",
    ],
    {
      ask: "how much coke do I drink?",
      shown: ["coke & NO"],
      active: [],
      optional: ["coke & NO"],
      gone: ["coke"],
      model: {
        0: ["preference: Mitch drinks two liters of coke a day"],
        1: ["preference: Mitch no longer drinks coke"],
      },
    },
  ),
  en(
    "apartment",
    "Uma",
    ["I own an apartment in Pune", { days: 8 }, "we sold the Pune apartment, I don't own it anymore"],
    {
      ask: "do I own an apartment?",
      shown: ["pune & NO"],
      active: [],
      optional: ["pune & NO"],
      gone: ["pune & own|apartment"],
    },
  ),
  en(
    "trip",
    "Fred",
    ["I'm going to Oslo on June 25", { days: 2 }, "the Oslo trip is cancelled, I'm not going to Oslo"],
    {
      ask: "did I have a trip to Oslo planned?",
      shown: ["oslo & NO"],
      active: [],
      optional: ["oslo & NO"],
      gone: ["oslo"],
      model: {
        0: ["task_state: Fred goes to Oslo on 2026-06-25"],
        1: ["task_state: Fred is not going to Oslo"],
      },
    },
  ),
  en(
    "student",
    "Elle",
    ["I'm studying architecture", { days: 35 }, "I dropped out, so I'm not studying architecture any more"],
    {
      ask: "what am I studying?",
      shown: ["architecture & NO"],
      active: [],
      optional: ["architecture & NO", "dropped"],
      gone: ["architecture & stud"],
    },
  ),
  zh("chouyan", "大壮", ["我抽烟，一天半包", { days: 16 }, "我不抽烟了，戒了半个月了"], {
    ask: "我抽烟吗？",
    shown: ["烟 & NO"],
    active: [],
    optional: ["烟 & NO"],
    gone: ["烟 & 抽"],
    model: { 0: ["profile: 大壮抽烟，一天半包"], 1: ["profile: 大壮不再抽烟"] },
  }),
  zh("chezi", "Fiona", ["我有一辆本田飞度", { days: 11 }, "飞度卖掉了，现在没车"], {
    ask: "我开什么车？",
    shown: ["车|飞度 & NO"],
    active: [],
    optional: ["车|飞度 & NO"],
    gone: ["飞度"],
  }),
  zh("xuexiao", "浩然", ["我在新东方教英语", { days: 9 }, "我已经不在新东方教书了"], {
    ask: "我在哪里教书？",
    shown: ["新东方 & NO"],
    active: [],
    optional: ["新东方 & NO"],
    gone: ["新东方"],
    model: { 0: ["profile: 浩然在新东方教英语"], 1: ["profile: 浩然已不在新东方教书"] },
  }),
  zh("youxi", "阿祖", ["我喜欢玩王者荣耀", { days: 14 }, "我现在不喜欢玩王者荣耀了，太上头，卸载了"], {
    ask: "我喜欢玩什么游戏？",
    shown: ["王者 & 不"],
    active: [],
    optional: [`王者 & ${DISLIKES}|不|卸`],
    gone: [`王者 & ${LIKES} & !不`],
    model: { 0: ["preference: 阿祖喜欢玩王者荣耀"], 1: ["preference: 阿祖不再喜欢玩王者荣耀"] },
  }),
]);

export const numbers = of("numbers", [
  en("kids", "Beth", ["I have 2 kids", { days: 28 }, "baby arrived!! I have 3 kids now 👶"], {
    ask: "how many kids do I have?",
    active: ["kids|children & three|3"],
    gone: ["kids|children & two|2 & !three|3"],
    optional: ["baby"],
    model: { 0: ["profile: Beth has 2 kids"], 1: ["profile: Beth has 3 kids"] },
  }),
  en("mile", "Roo", ["My 5k time is 27 minutes", { days: 22 }, "My 5k time is 25 minutes now!!"], {
    ask: "what's my 5k time?",
    active: ["25"],
    gone: ["27"],
    model: { 0: ["profile: Roo's 5k time is 27 minutes"], 1: ["profile: Roo's 5k time is 25 minutes"] },
  }),
  en(
    "age",
    "Wilf",
    ["I am 68 years old", { days: 15 }, "I am 69 years old as of today, would you believe it"],
    { ask: "how old am I?", active: ["69"], gone: ["68"], optional: ["birthday"] },
  ),
  en("rent", "Cy", ["my rent is 1450 a month", { days: 12 }, "landlord raised it, my rent is 1600 a month"], {
    ask: "how much is my rent?",
    active: ["1600|1,600"],
    gone: ["1450|1,450 & !1600"],
    optional: ["landlord"],
  }),
  zh("haizi", "小荷", ["我有一个孩子", { days: 26 }, "二宝出生了，我有两个孩子了"], {
    ask: "我有几个孩子？",
    active: ["两个|2个|二 & 孩|宝|娃"],
    gone: ["一个|1个 & 孩子 & !两|二|2"],
    optional: ["出生"],
    model: { 0: ["profile: 小荷有一个孩子"], 1: ["profile: 小荷有两个孩子"] },
  }),
  zh("gongzi", "打工人", ["我月薪一万二", { days: 10 }, "涨工资了！我月薪一万五"], {
    ask: "我月薪多少？",
    active: ["一万五|15000|1.5万"],
    gone: ["一万二|12000|1.2万"],
    optional: ["涨"],
  }),
  zh("nianling", "阿姨", ["我今年49岁", { days: 19 }, "前天刚过的生日，我50岁了"], {
    ask: "我多大了？",
    active: ["50|五十"],
    gone: ["49|四十九"],
    optional: ["生日"],
    model: { 0: ["profile: 阿姨今年49岁"], 1: ["profile: 阿姨50岁"] },
  }),
]);

export const back = of("back", [
  en(
    "denver",
    "Skyler",
    [
      "I live in Denver",
      { days: 14 },
      "I live in Austin now, moved last week",
      { days: 16 },
      "moved back home, I live in Denver again",
    ],
    {
      ask: "where do I live?",
      active: [`denver & ${LIVES}|back`],
      gone: [`austin & ${LIVES} & !denver`],
      model: {
        0: ["profile: Skyler lives in Denver"],
        1: ["profile: Skyler lives in Austin"],
        2: ["profile: Skyler lives in Denver"],
      },
    },
  ),
  en(
    "color",
    "Pip",
    [
      "my favorite color is teal",
      { days: 9 },
      "my favorite color is orange now",
      { days: 12 },
      "nah, my favorite color is teal after all",
    ],
    {
      ask: "what's my favorite color?",
      active: ["teal"],
      gone: ["orange & !teal"],
      model: {
        0: ["preference: Pip's favorite color is teal"],
        1: ["preference: Pip's favorite color is orange"],
        2: ["preference: Pip's favorite color is teal"],
      },
    },
  ),
  en(
    "editor",
    "nvm",
    [
      "I use vim",
      { days: 6 },
      "I don't use vim anymore, I use Zed",
      { days: 11 },
      "gave up on Zed. I use vim again",
    ],
    {
      ask: "which editor do I use?",
      active: ["vim & use & !no longer"],
      gone: ["zed & use & !vim"],
      optional: ["zed & NO"],
    },
  ),
  zh(
    "hefei",
    "小何",
    [
      "我在合肥上班",
      { days: 12 },
      "公司调我去了南昌，我在南昌上班",
      { days: 18 },
      "又调回来了，我在合肥上班",
    ],
    {
      ask: "我在哪个城市上班？",
      active: ["合肥"],
      gone: ["南昌 & 上班|工作 & !合肥"],
      model: {
        0: ["profile: 小何在合肥上班"],
        1: ["profile: 小何在南昌上班"],
        2: ["profile: 小何在合肥上班"],
      },
    },
  ),
  zh(
    "shouji",
    "果粉",
    [
      "我用的是华为手机",
      { days: 7 },
      "我换手机了，现在用的是小米手机",
      { days: 13 },
      "小米坏了，又换回来，现在用的是华为手机",
    ],
    { ask: "我现在用什么手机？", active: ["华为"], gone: ["小米 & 用 & !华为"], optional: ["小米 & 坏"] },
  ),
  zh(
    "chisu",
    "若水",
    ["我吃素", { days: 15 }, "我现在不吃素了，开始吃肉了", { days: 17 }, "还是吃素舒服，我又吃素了"],
    {
      ask: "我吃素吗？",
      active: ["素 & !不吃素|不再吃素"],
      gone: ["不吃素|不再吃素|吃肉 & ANY & !又"],
      model: {
        0: ["preference: 若水吃素"],
        1: ["preference: 若水不再吃素"],
        2: ["preference: 若水又吃素了"],
      },
    },
  ),
]);

export const forget = of("forget", [
  en(
    "crush",
    "Mel",
    ["I have a crush on my coworker Dana", { days: 1 }, "forget that I have a crush on Dana, omg"],
    { ask: "who do I have a crush on?", wrong: ["dana & ANY"], none: true, gone: ["dana"] },
  ),
  zh("gongzi", "大勇", ["我一个月工资九千", { days: 3 }, "请忘记我的工资，别记这个"], {
    ask: "我工资多少？",
    wrong: ["九千|9000 & ANY"],
    none: true,
    gone: ["九千|9000 & ANY"],
  }),
]);
