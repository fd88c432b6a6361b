import { en, mixed, of, zh } from "../situation.ts";
import { DISLIKES, LIKES, LIVES } from "../words.ts";

export const corrected = of("corrected", [
  en(
    "porto",
    "Rita",
    [
      "I live in Lisbon",
      { bot: "Lovely city!" },
      "actually, I live in Porto, sorry, was thinking of my parents",
    ],
    {
      ask: "where do I live?",
      active: [`porto & ${LIVES}`],
      gone: [`lisbon & live|home & !porto|parents`],
      optional: ["parents & lisbon"],
      model: { 0: ["profile: Rita lives in Lisbon"], 2: ["profile: Rita lives in Porto"] },
    },
  ),
  en(
    "notx",
    "Wes",
    ["my birthday's in May", { days: 2 }, "hm you got that wrong, my birthday is not in May but in March"],
    {
      ask: "in which month is my birthday?",
      active: ["birthday & march"],
      gone: ["birthday & may & !march"],
      model: { 0: ["profile: Wes's birthday is in May"], 1: ["profile: Wes's birthday is in March"] },
    },
  ),
  en("namesp", "Katherine", ["My sister's name is Cathy", "sorry, typo. her name is Kathy with a K"], {
    ask: "how do I spell my sister's name?",
    shown: ["kathy"],
    active: ["kathy & sister"],
    gone: ["cathy & sister & !kathy"],
  }),
  en("nowait", "dex", ["i've been at Spotify for two yrs no wait, three years. time flies"], {
    ask: "how long have I been at Spotify?",
    active: ["spotify"],
    optional: ["three|3"],
    gone: ["spotify & two|2 & !three|3"],
  }),
  en(
    "job",
    "Imran",
    [
      "I'm a data analyst at Ikea",
      { days: 14 },
      "quick update, I switched jobs! I'm a data engineer at Klarna now",
    ],
    {
      ask: "what's my job, and where do I work?",
      active: ["klarna|data engineer"],
      optional: ["data engineer", "klarna"],
      gone: ["ikea|data analyst & !klarna"],
      model: {
        0: ["profile: Imran is a data analyst at Ikea"],
        1: ["profile: Imran is a data engineer at Klarna"],
      },
    },
  ),
  en(
    "meeting",
    "Jo",
    ["my thesis defense is on June 22", { days: 1 }, "they moved it: the thesis defense is on June 26 now"],
    {
      ask: "when was my thesis defense?",
      active: ["defense|defence|thesis & due:2026-06-26"],
      gone: ["defense|defence|thesis & /june 22|06-22|22 june/ & !26"],
      model: {
        0: ["task_state: Jo's thesis defense is on 2026-06-22"],
        1: ["task_state: Jo's thesis defense is on 2026-06-26"],
      },
    },
  ),
  zh("zhuanye", "小北", ["我学的是物理", "说错了，我学的是应用物理里的光学工程，不是纯物理"], {
    ask: "我学的是什么专业？",
    active: ["光学"],
    optional: ["应用物理"],
  }),
  zh("shanghai", "阿诺", ["我住在上海", { days: 3 }, "不对不对，我不是住在上海，而是住在昆山"], {
    ask: "我住在哪个城市？",
    active: ["昆山"],
    gone: ["上海 & 住 & !昆山"],
    model: { 0: ["profile: 阿诺住在上海"], 1: ["profile: 阿诺住在昆山"] },
  }),
  zh("gongsi", "Simon", ["我在美团上班", { days: 20 }, "跟你更新下，我跳槽了，现在在小红书上班"], {
    ask: "我在哪家公司上班？",
    active: ["小红书"],
    gone: ["美团 & 上班|工作 & !小红书"],
    model: { 0: ["profile: Simon在美团上班"], 1: ["profile: Simon现在在小红书上班"] },
  }),
  zh("shengri", "丫丫", ["我生日是3月8号", "打错了，是3月18号"], {
    ask: "我的生日是哪天？",
    shown: ["3月18"],
    active: ["生日 & due:2026-03-18"],
    gone: ["生日 & 3月8|03-08 & !18"],
    model: { 0: ["profile: 丫丫的生日是3月8日"], 1: ["profile: 丫丫的生日是3月18日"] },
  }),
  zh("mingzi", "Amber", ["我儿子叫浩浩", { bot: "浩浩，好名字！" }, "是昊昊，日天昊，不是浩"], {
    ask: "我儿子的名字怎么写？",
    active: ["昊昊"],
    gone: ["浩浩 & 儿子|叫 & !昊"],
  }),
  mixed("team", "Ricky", ["我在infra team", { days: 7 }, "更正一下，actually我现在在data platform team了"], {
    ask: "我在哪个team？",
    active: ["data platform"],
    gone: ["infra & team|组 & !data platform"],
  }),
]);

export const negated = of("negated", [
  en("meat", "Selma", ["I'm vegan", { days: 30 }, "I'm not vegan anymore, doctor's orders"], {
    ask: "do I still eat vegan?",
    shown: ["vegan & NO"],
    active: [],
    optional: ["vegan & NO", "doctor"],
    gone: ["vegan"],
    model: { 0: ["preference: Selma is vegan"], 1: ["preference: Selma is no longer vegan"] },
  }),
  en(
    "smoke",
    "Duke",
    ["yeah I smoke, about a pack a day", { days: 21 }, "guess what, I no longer smoke. three weeks clean 💪"],
    {
      ask: "do I smoke?",
      shown: ["smok & NO"],
      active: [],
      optional: ["smok & NO", "three|3"],
      gone: ["smok"],
      model: { 0: ["profile: Duke smokes about a pack a day"], 1: ["profile: Duke no longer smokes"] },
    },
  ),
  en(
    "car",
    "Lotte",
    ["I have a VW Golf", { days: 5 }, "sold the Golf today, so I don't have a car anymore"],
    {
      ask: "do I have a car?",
      shown: ["car|golf & NO"],
      active: [],
      optional: ["car|golf & NO"],
      gone: ["golf"],
    },
  ),
  en(
    "gym",
    "Perry",
    ["I go to the gym every morning at 6", { days: 12 }, "stopped going to the gym btw, shoulder injury"],
    {
      ask: "how often do I go to the gym?",
      shown: ["gym & NO"],
      active: [],
      optional: ["gym & NO", "shoulder"],
      gone: ["gym"],
      model: {
        0: ["preference: Perry goes to the gym every morning at 6"],
        1: ["preference: Perry stopped going to the gym"],
      },
    },
  ),
  en(
    "engaged",
    "Noelle",
    ["My fiancé is called Ben", { days: 40 }, "Ben and I broke up, he's not my fiancé anymore"],
    {
      ask: "am I engaged?",
      shown: ["broke up|not my fianc"],
      active: [],
      optional: ["ben & NO", "broke up|split"],
      gone: ["ben & fianc & !broke"],
    },
  ),
  zh("hejiu", "老胡", ["我每天晚上喝点白酒", { days: 15 }, "我戒酒了，现在不喝白酒了"], {
    ask: "我平时喝酒吗？",
    shown: ["酒 & NO"],
    active: [],
    optional: ["酒 & NO"],
    gone: ["酒 & 喝"],
    model: { 0: ["preference: 老胡每天晚上喝白酒"], 1: ["preference: 老胡戒酒了"] },
  }),
  zh("yangji", "小棉", ["我养了只仓鼠", { days: 25 }, "仓鼠没了，昨天走的……现在家里没有宠物了"], {
    ask: "我家里有什么宠物？",
    shown: ["仓鼠|宠物 & NO"],
    active: [],
    optional: ["仓鼠|宠物 & NO", "走|去世"],
    gone: ["仓鼠"],
  }),
  zh("tengxun", "阿力", ["我在腾讯工作", { days: 10 }, "我已经不在腾讯了，上周离的职"], {
    ask: "我在哪里工作？",
    shown: ["腾讯 & NO"],
    active: [],
    optional: ["腾讯 & NO", "离职|离的职"],
    gone: ["腾讯"],
    model: { 0: ["profile: 阿力在腾讯工作"], 1: ["profile: 阿力已从腾讯离职"] },
  }),
  zh("yujia", "Yuki", ["我喜欢瑜伽", { days: 18 }, "其实我不再喜欢瑜伽了，练伤了腰"], {
    ask: "我喜欢瑜伽吗？",
    shown: ["瑜伽 & 不"],
    active: [],
    optional: [`瑜伽 & ${DISLIKES}|不`, "腰"],
    gone: [`瑜伽 & ${LIKES}`],
    model: { 0: ["preference: Yuki喜欢瑜伽"], 1: ["preference: Yuki不再喜欢瑜伽"] },
  }),
]);

export const numbers = of("numbers", [
  en("cats", "Tilda", ["I have two cats", { days: 6 }, "I have three cats now, don't judge"], {
    ask: "how many cats do I have?",
    active: ["cats & three|3"],
    gone: ["cats & two|2 & !three|3"],
    model: { 0: ["profile: Tilda has two cats"], 1: ["profile: Tilda has three cats"] },
  }),
  en("age", "Ned", ["I'm 34", { days: 20 }, "it was my birthday on Monday! I'm 35 now"], {
    ask: "how old am I?",
    active: ["35"],
    gone: ["34"],
    optional: ["birthday"],
    model: { 0: ["profile: Ned is 34 years old"], 1: ["profile: Ned is 35 years old"] },
  }),
  en("weight", "hank", ["current weight 92kg", { days: 14 }, "I weigh 88 kg now 🎉"], {
    ask: "how much do I weigh?",
    active: ["88"],
    gone: ["92"],
  }),
  en("team", "Silke", ["My team has 5 people", { days: 9 }, "we hired someone, my team has 6 people"], {
    ask: "how many people are on my team?",
    active: ["6|six & team|people"],
    gone: ["5|five & team|people & !6|six"],
    optional: ["hired"],
  }),
  zh("maomi", "阿喵", ["我有两只猫", { days: 8 }, "我现在有三只猫了，又捡了一只"], {
    ask: "我有几只猫？",
    active: ["三|3 & 猫"],
    gone: ["两只|2只|二只 & 猫 & !三|3"],
    model: { 0: ["profile: 阿喵有两只猫"], 1: ["profile: 阿喵现在有三只猫"] },
  }),
  zh("tizhong", "胖虎", ["我体重85公斤", { days: 20 }, "我体重80公斤了！！减了十斤"], {
    ask: "我体重多少？",
    active: ["80"],
    gone: ["85"],
    optional: ["十斤|10斤"],
  }),
  zh("suishu", "奇奇妈", ["我儿子今年4岁", { days: 30 }, "昨天刚给儿子过完生日，我儿子5岁了"], {
    ask: "我儿子几岁了？",
    active: ["5|五 & 儿子"],
    gone: ["4|四 & 儿子 & !5|五"],
    optional: ["生日"],
    model: { 0: ["profile: 奇奇妈的儿子4岁"], 1: ["profile: 奇奇妈的儿子5岁"] },
  }),
]);

export const back = of("back", [
  en(
    "hamburg",
    "Malte",
    [
      "I live in Hamburg",
      { days: 10 },
      "I moved to Cologne, I live in Cologne now",
      { days: 20 },
      "aaand I'm back, I live in Hamburg again",
    ],
    {
      ask: "where do I live?",
      active: [`hamburg & ${LIVES}|back`],
      gone: [`cologne & ${LIVES} & !hamburg`],
      model: {
        0: ["profile: Malte lives in Hamburg"],
        1: ["profile: Malte lives in Cologne"],
        2: ["profile: Malte lives in Hamburg"],
      },
    },
  ),
  en(
    "iphone",
    "Bri",
    [
      "my phone is an iPhone 14",
      { days: 7 },
      "my phone is a Pixel 9 now",
      { days: 9 },
      "returned the pixel, my phone is an iPhone 14 again",
    ],
    {
      ask: "which phone do I have?",
      active: ["iphone"],
      gone: ["pixel & !iphone|return"],
      optional: ["return"],
    },
  ),
  en(
    "boss",
    "Hal",
    [
      "My boss is Nadia",
      { days: 12 },
      "My boss is Greg now",
      { days: 15 },
      "Greg left, so my boss is Nadia again",
    ],
    {
      ask: "who's my boss?",
      active: ["nadia & boss"],
      gone: ["greg & boss & !nadia"],
      optional: ["greg & left"],
      model: {
        0: ["profile: Hal's boss is Nadia"],
        1: ["profile: Hal's boss is Greg"],
        2: ["profile: Hal's boss is Nadia"],
      },
    },
  ),
  zh(
    "guangzhou",
    "阿凯",
    ["我住在广州", { days: 10 }, "我搬到佛山了，现在住在佛山", { days: 14 }, "又搬回来了，现在住在广州"],
    {
      ask: "我现在住在哪里？",
      active: ["广州"],
      gone: ["佛山 & 住|搬 & !广州"],
      model: { 0: ["profile: 阿凯住在广州"], 1: ["profile: 阿凯住在佛山"], 2: ["profile: 阿凯住在广州"] },
    },
  ),
  zh(
    "hecha",
    "茶茶",
    ["我最喜欢喝龙井", { days: 12 }, "我现在最喜欢喝普洱", { days: 16 }, "转了一圈，我最喜欢喝的还是龙井"],
    {
      ask: "我最喜欢喝什么茶？",
      active: ["龙井"],
      gone: ["普洱 & 最 & !龙井"],
      model: {
        0: ["preference: 茶茶最喜欢喝龙井"],
        1: ["preference: 茶茶最喜欢喝普洱"],
        2: ["preference: 茶茶最喜欢喝龙井"],
      },
    },
  ),
  zh(
    "danshen",
    "Luna",
    ["我单身", { days: 18 }, "我有男朋友啦，叫阿哲", { days: 20 }, "分手了，我又单身了"],
    { ask: "我现在有对象吗？", active: ["单身"], gone: ["男朋友|男友 & !分手|前"], optional: ["分手"] },
  ),
]);

export const forget = of("forget", [
  en(
    "salary",
    "Vic",
    [
      "I earn 4200 a month",
      { days: 1 },
      "please forget what I told you about my salary, forget that I earn 4200",
    ],
    { ask: "how much do I earn?", wrong: ["4200 & ANY"], none: true, gone: ["4200"] },
  ),
  zh("qianren", "小顾", ["我前男友叫李想", { days: 2 }, "忘掉我前男友叫李想这件事吧"], {
    ask: "我前男友叫什么名字？",
    wrong: ["李想 & ANY"],
    none: true,
    gone: ["李想 & ANY"],
  }),
]);
