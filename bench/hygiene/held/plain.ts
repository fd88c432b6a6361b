import { en, mixed, of, zh } from "../situation.ts";
import { ALLERGIC, HUSBAND, LIVES, MOTHER, NAME, WIFE } from "../words.ts";

export const plain = of("plain", [
  en("kwame", "kwame88", ["Hey, Kwame here. I live in Accra but I'm originally from Kumasi."], {
    ask: "where do I live, and where am I from originally?",
    active: [`accra & ${LIVES}`, "kumasi"],
    optional: [`kwame & ${NAME}`],
    model: { 0: ["profile: Kwame lives in Accra", "profile: Kwame is originally from Kumasi"] },
  }),
  en("physics", "Oskar", ["I'm a high school physics teacher, been at it for 12 years now"], {
    ask: "what do I teach?",
    active: ["physics & teach"],
    optional: ["12|twelve"],
  }),
  en("turned29", "bea", ["i turned 29 last week 🎂 feeling ancient"], {
    ask: "how old am I?",
    active: ["29"],
    optional: ["birthday"],
  }),
  en("rosa", "Lucia", ["my mom's name is Rosa and she moved in with us after her hip surgery"], {
    ask: "what's my mom's name?",
    active: [`rosa & ${MOTHER}`],
    optional: ["live|moved", "hip|surgery"],
  }),
  en("diabetes", "Ken", ["I have type 1 diabetes, so keep that in mind whenever I ask you about recipes"], {
    ask: "what dessert could I make for sunday?",
    active: ["diabet"],
    optional: ["recipe"],
    model: { 0: ["profile: Ken has type 1 diabetes"] },
  }),
  en("tripod", "sofi", ["just adopted a three legged greyhound, his name is Tripod lol"], {
    ask: "what pet do I have, and what's its name?",
    active: ["tripod|greyhound"],
    optional: ["tripod|greyhound|dog"],
  }),
  en("mcgill", "Aidan", ["im in my 2nd yr of law school at McGill and tbh i regret everything"], {
    ask: "what am I studying?",
    active: ["law"],
    optional: ["mcgill", "second|2nd", "regret"],
  }),
  en("tagalog", "Jomar", ["My native language is Tagalog, though my Spanish is decent too"], {
    ask: "what's my native language?",
    active: ["tagalog"],
    optional: ["spanish"],
  }),
  en("corolla", "mike_in_erie", ["I drive a beat up 2006 Corolla. Is it worth getting the rust fixed?"], {
    ask: "what car do I drive?",
    active: ["corolla"],
  }),
  en(
    "tampere",
    "Jari",
    [
      "We're a family of five: me, my wife Hanna and our three boys. We rent a place just outside Tampere, close to the lake.",
    ],
    {
      ask: "where do I live, and what's my wife's name?",
      active: [`hanna & ${WIFE}`, "tampere"],
      optional: ["three|3|five|5 & boys|sons|family|kids|children", "rent", "lake"],
    },
  ),
  en("zoe", "zo", ["I'm Zoë btw. She/her. I do UX research for a fintech startup"], {
    ask: "what's my name, and what kind of work do I do?",
    shown: ["zoë|zoe", "ux"],
    active: [`zoë|zoe & ${NAME}`, "ux"],
    optional: ["she|pronoun", "fintech"],
    model: { 0: ["profile: The user's name is Zoë", "profile: Zoë does UX research for a fintech startup"] },
  }),
  en("penicillin", "Harriet", ["One thing the doctor always asks: I'm allergic to penicillin. and latex."], {
    ask: "which medication am I allergic to?",
    active: [`penicillin & ${ALLERGIC}`],
    optional: [`latex`],
  }),
  en(
    "trucker",
    "BigRon",
    ["I'm 57, drive long haul trucks for a living and my home base is Amarillo, Texas"],
    { ask: "how old am I and what do I do for a living?", active: ["57", "truck"], optional: ["amarillo"] },
  ),
  zh("wangfang", "王芳", ["我叫王芳，是一名小学语文老师，在西安工作"], {
    ask: "我是做什么工作的？",
    active: ["语文|老师|教师"],
    optional: [`王芳 & ${NAME}`, "西安"],
    model: { 0: ["profile: 王芳是一名小学语文老师", "profile: 王芳在西安工作"] },
  }),
  zh("suzhou", "阿亮", ["我家在苏州，老婆是同事，孩子三岁"], {
    ask: "我家在哪里，孩子多大了？",
    active: ["苏州", "孩子|儿子|女儿 & 三岁|3岁"],
    optional: [`同事 & ${WIFE}`],
  }),
  zh("haixian", "Nina酱", ["我海鲜过敏的，虾蟹一口都不能碰"], {
    ask: "晚上去哪家馆子好，有什么我不能点的？",
    active: [`海鲜 & ${ALLERGIC}`],
    optional: ["虾|蟹"],
  }),
  zh("jinmao", "大刘", ["养了条金毛，叫可乐，今年四岁，特别能吃"], {
    ask: "我养的是什么狗，叫什么？",
    active: ["金毛|可乐"],
    optional: ["四岁|4岁", "可乐", "金毛"],
  }),
  zh("sanya", "海风", ["我老家是哈尔滨的，去年搬到三亚定居了"], {
    ask: "我老家是哪里的，现在住哪儿？",
    active: ["三亚", "哈尔滨"],
  }),
  zh("kaoyan", "小周周", ["我大四，学会计的，在准备考研"], {
    ask: "我学的什么专业？",
    active: ["会计"],
    optional: ["大四", "考研"],
    model: { 0: ["profile: 小周周是会计专业大四学生", "task_state: 小周周在准备考研"] },
  }),
  zh("shuangbaotai", "豆豆爸", ["我家是双胞胎，两个男孩，下个月就满五岁了"], {
    ask: "我家有几个孩子？",
    active: ["双胞胎"],
    optional: ["五岁|5岁", "男孩|儿子"],
  }),
  zh("xiangji", "老K", ["我有一台富士X-T5，镜头就一颗35定"], {
    ask: "我用的是什么相机？",
    active: ["富士|x-t5"],
    optional: ["35|镜头"],
  }),
  zh("riyu", "由纪", ["我日语N1，英语也能交流，最近在自学法语"], {
    ask: "我会哪些外语，正在学哪门？",
    active: ["日语", "法语"],
    optional: ["英语"],
  }),
  zh("laogong", "婷婷", ["我老公是跑长途货车的，一个月在家待不了几天"], {
    ask: "我老公是做什么的？",
    active: [`货车|长途|司机 & ${HUSBAND}`],
    optional: ["在家"],
  }),
  zh("xiaochuan", "用户3307", ["我从小就有哮喘，冷空气一来就难受"], {
    ask: "我从小有什么病？",
    active: ["哮喘"],
    optional: ["冷空气"],
  }),
  zh("liushi", "李叔", ["我今年六十二了，退休前在铁路局干了一辈子"], {
    ask: "我多大岁数了，退休前在哪儿上班？",
    active: ["六十二|62", "退休|铁路"],
    optional: ["铁路", "退休"],
  }),
  zh("kaidian", "阿珍", ["我在厦门开了家小咖啡馆，店里就我和我妹两个人"], {
    ask: "我开的是什么店，在哪个城市？",
    active: ["咖啡馆|咖啡店|店 & 厦门|开|经营"],
    optional: ["妹"],
  }),
  mixed("pm", "Jessie", ["我是PM，在一家startup，team一共12个人，office在静安"], {
    ask: "我是做什么的？",
    active: ["pm|产品经理"],
    optional: ["12|十二", "静安", "startup"],
  }),
  mixed("french", "Lulu", ["my husband 是法国人，we live in Lyon，家里说法语比较多"], {
    ask: "我老公是哪国人，我们住在哪儿？",
    active: [`法国|french & ${HUSBAND}`, "lyon|里昂"],
    optional: ["法语|french & 说|speak|家"],
  }),
]);
