import { en, mixed, of, zh } from "../situation.ts";

export const smalltalk = of("smalltalk", [
  en("hey", "Gil", ["heyyy", { bot: "Hey! What's up?" }, "nm just bored at work lol", "hbu"], { none: true }),
  en(
    "weather",
    "Ros",
    ["it's lovely out today isn't it", { bot: "Sounds nice!" }, "indeed. well, cheers, have a good one"],
    { none: true },
  ),
  en(
    "buried",
    "Bjorn",
    [
      "haha nice one 😂😂 ok but for real now. I'm a goat farmer so mornings are hectic, sorry for the slow replies",
    ],
    {
      active: ["goat|farmer"],
      optional: ["morning"],
    },
  ),
  en("ok", "sal", ["k", "yep", "sure, sounds good", "np!"], { none: true }),
  zh("zaima", "阿城", ["在吗", { bot: "在的，有什么可以帮你？" }, "没事，就是无聊", "嗯嗯"], { none: true }),
  zh("wanan", "小月", ["晚安啦，做个好梦", { bot: "晚安！" }, "明天见~"], { none: true }),
  zh("jiaza", "大宝", ["哈喽哈喽，好久不见，最近忙死了", "我是搞装修的，这阵子活儿特别多"], {
    active: ["装修"],
    optional: ["忙|活儿"],
  }),
]);

export const mood = of("mood", [
  en("happy", "Jen", ["i'm so happy right now!!! best day ever"], { none: true }),
  en(
    "bored",
    "Cal",
    [
      "I'm bored and kinda sad idk",
      { bot: "Want to talk about it?" },
      "nah i'm good. i'm just hungry i think",
    ],
    { none: true },
  ),
  en("hot", "Ina", ["I'm melting, it's 36 degrees and I hate this"], { none: true }),
  zh("fan", "阿涛", ["烦死了，我今天什么都不想干", "我困了"], { none: true }),
  zh("jinzhang", "小白", ["我好紧张，手都在抖", { bot: "深呼吸！" }, "我没事了，谢谢"], { none: true }),
]);

export const question = of("question", [
  en(
    "where",
    "Uwe",
    ["where do I live again?", "do I like sushi, according to you?", "am i older than 40?"],
    { none: true },
  ),
  en("buy", "Trish", ["is an electric car worth it if i drive 20 km a day?"], {
    none: true,
    optional: ["20"],
  }),
  en("general", "Naz", ["why do so many people who work at banks wear blue shirts?"], { none: true }),
  zh("jide", "阿桂", ["我喜欢吃什么你还记得吗？", "我老家是哪里的？"], { none: true }),
  zh("xuanze", "小洛", ["我适合养猫还是养狗？租房能养吗？"], { none: true }),
]);

export const quote = of("quote", [
  en(
    "song",
    "Deb",
    ['that song\'s stuck in my head, the one that goes "I live my life in New York City, I never sleep"'],
    { none: true, optional: ["song"] },
  ),
  en(
    "review",
    "Cole",
    ['one review says: "I am a chef and I always use this pan, I love it". can I trust that?'],
    { none: true },
  ),
  en(
    "friend",
    "Zara",
    ["my coworker told me 'I'm quitting, I'm moving to Peru', in the middle of a meeting!!"],
    { none: true, optional: ["coworker|colleague"] },
  ),
  zh("geci", "听歌的人", ["这句歌词太戳了：“我住在北极圈，你住在赤道边”"], {
    none: true,
    optional: ["歌词|歌曲"],
  }),
  zh("tongxue", "小郭", ["我同学发朋友圈说“我是全世界最幸福的人，我有三套房”，凡尔赛"], {
    none: true,
    optional: ["同学"],
  }),
]);

export const hypothetical = of("hypothetical", [
  en("were", "Tad", ["if i were a billionaire i would own ten dogs and live in Monaco"], { none: true }),
  en("example", "Meg", ["let's say my name is John and I earn 50k, how do I fill in box 4?"], { none: true }),
  en(
    "both",
    "Yael",
    ["what if I had a peanut allergy, could I eat this? I don't, but my nephew Noam is allergic to peanuts"],
    {
      active: ["nephew|noam & allerg|peanut"],
      optional: ["peanut & NO"],
      model: { 0: ["profile: Yael's nephew Noam is allergic to peanuts"] },
    },
  ),
  en("imagine", "Rik", ["imagine I live on Mars and I'm 200 years old. what would my day look like?"], {
    none: true,
  }),
  zh("jiashe", "小欧", ["假如我住在月球上，我每天怎么上班"], { none: true }),
  zh("biru", "阿贝", ["比如说我今年25岁，年薪二十万，贷款能批多少？"], { none: true }),
  zh("wanyi", "小童", ["万一我怀孕了还能坐飞机吗，只是问问"], { none: true }),
]);

export const fiction = of("fiction", [
  en(
    "wizard",
    "Nox",
    [
      "Pretend I'm Eldrin, an elven wizard who hates dwarves. You are my apprentice.",
      { bot: "Master Eldrin, the tower is ready." },
      "Good. I am four hundred years old and my familiar is an owl named Wisp.",
    ],
    { none: true, optional: ["rolepla|role-pla|pretend"] },
  ),
  en(
    "poem",
    "Alba",
    ["rate my poem:\n\nI am a lighthouse keeper's son\nI live where sea and sky are one\nI love the storm"],
    {
      none: true,
      optional: ["poem|poet"],
    },
  ),
  zh("juben", "编剧小王", ["台词你看看：\n女主：我叫苏念，我有一个秘密。\n男主：我住在你隔壁十年了。"], {
    none: true,
    optional: ["剧本|台词"],
  }),
  zh(
    "moni",
    "陪练",
    ["你扮演面试官，我扮演应聘者", { bot: "请自我介绍一下。" }, "您好，我叫王大锤，我毕业于清华，我擅长吹牛"],
    {
      none: true,
      optional: ["面试"],
    },
  ),
]);

export const joke = of("joke", [
  en("robot", "Mads", ["beep boop i am a robot and i eat batteries for breakfast 🤖 lol just kidding"], {
    none: true,
  }),
  en("pun", "Fi", ["I'm on a seafood diet. I see food and I eat it. badum tss"], { none: true }),
  zh("lengxiaohua", "冷冷", ["冷笑话一则：我家冰箱坏了，因为它太冷静了哈哈"], { none: true }),
  zh("chuiniu", "阿豹", ["本人身价百亿，住在皇宫里，逗你玩的哈哈哈"], { none: true }),
]);

export const code = of("code", [
  en(
    "json",
    "Lior",
    ['is this valid json? {"user": {"name": "Maya", "likes": ["jazz"], "home": "Haifa",}}'],
    { none: true },
  ),
  en(
    "rust",
    "crab",
    [
      'error on line 3:\n```rust\nfn main() {\n    let s = "I live in Rome and I am 27";\n    println!("{}", S); // my favorite test string\n}\n```',
    ],
    { none: true },
  ),
  zh(
    "sql",
    "小数据",
    ["这条SQL怎么改\n```sql\nUPDATE users SET city='杭州', hobby='我喜欢游泳' WHERE name='李四';\n```"],
    { none: true },
  ),
  mixed("bash", "运维阿东", ['`export NAME="my name is Dong"` 之后echo出来是空的，为啥？'], { none: true }),
]);

export const translation = of("translation", [
  en("german", "Ewan", ["what's the German for 'I have a sister and I work in a factory'?"], { none: true }),
  en("english", "Sofia", ["can you translate this for me: Ich heiße Klaus und ich wohne in Bonn"], {
    none: true,
  }),
  zh("riyu", "阿翻", ["“我今年二十岁，我来自中国”用日语怎么写？"], { none: true }),
  mixed("jvzi", "Chloe", ["请翻译: I hate mornings and I love my dog", { bot: "我讨厌早晨，我爱我的狗。" }], {
    none: true,
  }),
]);

export const assistant = of("assistant", [
  en(
    "assume",
    "Hal",
    [
      "any gift ideas?",
      {
        bot: "Your wife enjoys gardening, so maybe a good pair of shears. You mentioned your budget is $50.",
      },
      "eh, I'll think about it",
    ],
    {
      none: true,
      model: { 1: ["preference: Hal's wife enjoys gardening", "constraint: Hal's gift budget is $50"] },
    },
  ),
  en(
    "bio",
    "Jax",
    [
      "write me a linkedin bio",
      {
        bot: '"I\'m Jax, a product leader with 10 years of experience. I live in Seattle and love sailing."',
      },
      "too cheesy",
    ],
    { none: true, model: { 1: ["profile: Jax lives in Seattle", "preference: Jax loves sailing"] } },
  ),
  en(
    "summary",
    "Peg",
    [
      "summarize our chat",
      { bot: "So far: you are a vegan, you live in Bergen and you want to lose 5 kg." },
      "ok",
    ],
    { none: true, model: { 1: ["preference: Peg is vegan"] } },
  ),
  zh("tuice", "阿蓝", ["今晚吃什么", { bot: "您对海鲜过敏，住在三亚，那就来碗椰子鸡吧。" }, "再说吧"], {
    none: true,
    model: { 1: ["profile: 阿蓝对海鲜过敏", "profile: 阿蓝住在三亚"] },
  }),
  zh(
    "jieshao",
    "小七",
    ["介绍下你自己", { bot: "我是你的助手，我喜欢读书，我最喜欢的城市是巴黎。" }, "好的"],
    {
      none: true,
      model: { 1: ["preference: 小七最喜欢的城市是巴黎"] },
    },
  ),
]);
