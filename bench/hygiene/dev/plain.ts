import { en, mixed, of, zh } from "../situation.ts";
import { ALLERGIC, FATHER, HUSBAND, LIVES, MOTHER, NAME, WIFE } from "../words.ts";

export const plain = of("plain", [
  en("priya", "priya_s", ["hi! I'm Priya, just moved to Leeds for a job at the hospital"], {
    ask: "what's my name and which city did I move to?",
    shown: ["priya", "leeds"],
    active: [`priya & ${NAME}`, `leeds & ${LIVES}`],
    optional: ["hospital"],
    model: { 0: ["profile: The user's name is Priya", "profile: Priya lives in Leeds"] },
  }),
  en("portland", "tomk", ["32, dad of two, living in Portland Oregon. thats me in a nutshell lol"], {
    ask: "which city do I live in again?",
    active: ["portland"],
    optional: ["32", "two|2|dad|father|kids|children"],
  }),
  en("nurse", "Gwen", ["I work as a nurse at St. Mary's, night shifts mostly. so my sleep is a mess"], {
    ask: "what do I do for a living?",
    active: ["nurse"],
    optional: ["mary", "night", "sleep"],
    model: { 0: ["profile: Gwen works as a nurse at St. Mary's"] },
  }),
  en("daughter", "Dan", ["My daughter Emma just turned 6, and yes, she already beats me at chess"], {
    ask: "what's my daughter's name and how old is she?",
    active: ["daughter & emma", "emma|daughter & 6|six"],
    optional: ["chess"],
  }),
  en("shellfish", "marta", ["fyi i'm allergic to shellfish, like carry-an-epipen allergic 😬"], {
    ask: "can you suggest a starter for tonight's dinner?",
    active: [`shellfish & ${ALLERGIC}`],
    optional: ["epipen"],
    model: { 0: ["profile: Marta is severely allergic to shellfish and carries an EpiPen"] },
  }),
  en("biscuit", "Joel", ["We've got a golden retriever called Biscuit and a very grumpy cat named Olive"], {
    ask: "what are my pets called?",
    active: ["biscuit", "olive & cat"],
    model: {
      0: ["profile: Joel has a golden retriever called Biscuit", "profile: Joel has a cat named Olive"],
    },
  }),
  en("marine", "Tess", ["I'm doing a master's in marine biology at UBC rn, second year"], {
    ask: "what was I studying again?",
    active: ["marine biology"],
    optional: ["ubc", "second"],
  }),
  en("korean", "Rui", ["I speak Portuguese at home and English at work. I'm also learning Korean, slowly"], {
    ask: "which languages do I speak, and which one am I learning?",
    active: ["portuguese", "korean & learn|study"],
    optional: ["english"],
  }),
  en("civic", "hollis", ["Finally bought a car!! it's a used 2019 Honda Civic, nothing fancy"], {
    ask: "what car did I buy?",
    active: ["civic|honda"],
  }),
  en("marcus", "Ivy", ["my husband's name is Marcus, he's a firefighter"], {
    ask: "what's my husband's name and what does he do?",
    active: [`marcus & ${HUSBAND}`, "firefighter"],
  }),
  en(
    "ghent",
    "Pieter",
    [
      "ok so some context before I ask: I'm 41, I run a small bakery in Ghent with my brother, and we're drowning in spreadsheets. Which tool would you use to keep track of orders?",
    ],
    {
      ask: "how old am I, and what business do I run?",
      active: ["41", "bakery"],
      optional: [`ghent & ${LIVES}`, "brother", "spreadsheet"],
    },
  ),
  en("celiac", "Noor", ["quick thing, i have celiac disease so no gluten for me at all"], {
    ask: "any ideas what I could bake this weekend?",
    active: ["celiac|gluten"],
    optional: ["gluten", "celiac"],
  }),
  en(
    "retired",
    "Walt",
    ["I retired in 2021 after 30 years as an electrician. My wife Jean still teaches part time."],
    {
      ask: "what's my wife called, and when did I stop working?",
      active: ["retired", `jean & ${WIFE}`],
      optional: ["electrician", "teach"],
    },
  ),
  zh("linxiaoyu", "小雨", ["你好呀，我叫林晓雨，在杭州做前端开发"], {
    ask: "我叫什么名字，是做什么工作的？",
    active: [`林晓雨 & ${NAME}`, "前端"],
    optional: ["杭州"],
    model: { 0: ["profile: 用户的名字是林晓雨", "profile: 林晓雨在杭州做前端开发"] },
  }),
  zh("hushi", "阿杰", ["我今年35了，老婆在市一医院当护士，我们结婚八年"], {
    ask: "我多大了？我老婆是做什么的？",
    active: ["35|三十五", `护士 & ${WIFE}`],
    optional: ["八年|8年"],
  }),
  zh("huasheng", "Mia", ["对了我对花生过敏，很严重的那种，点外卖都得问清楚"], {
    ask: "今晚点什么外卖好呢？",
    active: [`花生 & ${ALLERGIC}`],
    optional: ["外卖"],
    model: { 0: ["profile: Mia对花生严重过敏"] },
  }),
  zh("niangao", "阿布", ["家里养了两只猫，一只叫年糕，一只叫豆包😹"], {
    ask: "我家两只猫分别叫什么来着？",
    active: ["年糕", "豆包"],
    optional: ["两只|2只|二只|猫"],
  }),
  zh("guangdong", "陈伟", ["我是广东人，不过现在住在北京朝阳区"], {
    ask: "我是哪里人，现在住哪儿？",
    active: ["广东", "北京|朝阳 & 住|居|家|生活"],
  }),
  zh("yaner", "子涵", ["我在华科读研二，方向是计算机视觉，最近被论文折磨得不轻"], {
    ask: "我在哪个学校读研，什么方向？",
    active: ["华科 & 读|研|学生|就读", "视觉"],
    optional: ["论文", "研二|研究生"],
  }),
  zh("duoduo", "朵朵妈", ["我女儿叫朵朵，今年刚上小学一年级"], {
    ask: "我女儿叫什么，上几年级了？",
    active: ["朵朵 & 女儿", "一年级|小学"],
  }),
  zh("tesila", "老周", ["上个月刚提了辆特斯拉Model 3，白色的，开着还行"], {
    ask: "我开的是什么车？",
    active: ["特斯拉|model 3"],
    optional: ["白色"],
  }),
  zh("yueyu", "嘉欣", ["我会说粤语和普通话，英语马马虎虎吧"], {
    ask: "我会说哪些话？",
    active: ["粤语"],
    optional: ["英语", "普通话"],
  }),
  zh("yueyang", "刘洋", ["我爸妈都退休了，现在住在老家湖南岳阳"], {
    ask: "我爸妈现在住在哪里？",
    active: [`${FATHER}|${MOTHER} & 岳阳|湖南|退休`],
    optional: ["湖南|岳阳|老家"],
  }),
  zh("gaoxueya", "用户8812", ["我有高血压，一直在吃药控制"], {
    ask: "我身体有什么老毛病来着？",
    active: ["高血压"],
    optional: ["药"],
  }),
  zh("sheji", "Coco", ["自我介绍一下：Coco，28岁，UI设计师，坐标成都"], {
    ask: "我的职业是什么？",
    active: ["设计师"],
    optional: ["28", "成都", `coco & ${NAME}`],
  }),
  zh("zufang", "小魏", ["我在浦东租房子住，房租一个月六千五，公司在张江，通勤半小时"], {
    ask: "我租的房子在哪个区？",
    active: ["浦东 & 租|住"],
    optional: ["六千五|6500|房租", "张江", "通勤|半小时"],
  }),
  mixed("zurich", "Vivian", ["我在Google做SRE，base在苏黎世，来了三年了"], {
    ask: "我在哪家公司上班，做什么的？",
    active: ["google|sre"],
    optional: ["苏黎世|zurich", "三年|3年|three", "sre"],
  }),
  mixed("shenzhen", "Kevin", ["I live in 深圳 and my girlfriend is from 哈尔滨 so winters are a topic lol"], {
    ask: "which city do I live in?",
    active: [`深圳|shenzhen & ${LIVES}`],
    optional: ["girlfriend|女朋友 & 哈尔滨|harbin"],
  }),
]);
