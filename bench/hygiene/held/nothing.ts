import { en, mixed, of, zh } from "../situation.ts";

export const smalltalk = of("smalltalk", [
  en("hey", "Gil", ["heyyy", { bot: "Hey! What's up?" }, "nm just bored at work lol", "hbu"], {
    ask: "what do you know about me?",
    none: true,
  }),
  en(
    "weather",
    "Ros",
    ["it's lovely out today isn't it", { bot: "Sounds nice!" }, "indeed. well, cheers, have a good one"],
    { ask: "what do you know about me?", none: true },
  ),
  en(
    "buried",
    "Bjorn",
    [
      "haha nice one 😂😂 ok but for real now. I'm a goat farmer so mornings are hectic, sorry for the slow replies",
    ],
    { ask: "what do I do for work?", active: ["goat|farmer"], optional: ["morning"] },
  ),
  en("ok", "sal", ["k", "yep", "sure, sounds good", "np!"], {
    ask: "what do you know about me?",
    none: true,
  }),
  zh("zaima", "阿城", ["在吗", { bot: "在的，有什么可以帮你？" }, "没事，就是无聊", "嗯嗯"], {
    ask: "你都知道我些什么？",
    none: true,
  }),
  zh("wanan", "小月", ["晚安啦，做个好梦", { bot: "晚安！" }, "明天见~"], {
    ask: "你都知道我些什么？",
    none: true,
  }),
  zh("jiaza", "大宝", ["哈喽哈喽，好久不见，最近忙死了", "我是搞装修的，这阵子活儿特别多"], {
    ask: "我是做什么的？",
    active: ["装修"],
    optional: ["忙|活儿"],
  }),
]);

export const mood = of("mood", [
  en("happy", "Jen", ["i'm so happy right now!!! best day ever"], {
    ask: "what do you know about me?",
    none: true,
  }),
  en(
    "bored",
    "Cal",
    [
      "I'm bored and kinda sad idk",
      { bot: "Want to talk about it?" },
      "nah i'm good. i'm just hungry i think",
    ],
    { ask: "what makes me sad?", none: true },
  ),
  en("hot", "Ina", ["I'm melting, it's 36 degrees and I hate this"], {
    ask: "what are the things I hate?",
    wrong: ["hate & !36|melting"],
    none: true,
  }),
  zh("fan", "阿涛", ["烦死了，我今天什么都不想干", "我困了"], { ask: "我平时喜欢干什么？", none: true }),
  zh("jinzhang", "小白", ["我好紧张，手都在抖", { bot: "深呼吸！" }, "我没事了，谢谢"], {
    ask: "我身体怎么样？",
    none: true,
  }),
]);

export const question = of("question", [
  en(
    "where",
    "Uwe",
    ["where do I live again?", "do I like sushi, according to you?", "am i older than 40?"],
    { ask: "how old am I, and where do I live?", none: true },
  ),
  en("buy", "Trish", ["is an electric car worth it if i drive 20 km a day?"], {
    ask: "do I have an electric car?",
    none: true,
    optional: ["20"],
  }),
  en("general", "Naz", ["why do so many people who work at banks wear blue shirts?"], {
    ask: "where do I work?",
    wrong: ["bank & !people|why"],
    none: true,
  }),
  zh("jide", "阿桂", ["我喜欢吃什么你还记得吗？", "我老家是哪里的？"], {
    ask: "我老家是哪里的？",
    none: true,
  }),
  zh("xuanze", "小洛", ["我适合养猫还是养狗？租房能养吗？"], { ask: "我养了什么宠物？", none: true }),
]);

export const quote = of("quote", [
  en(
    "song",
    "Deb",
    ['that song\'s stuck in my head, the one that goes "I live my life in New York City, I never sleep"'],
    { ask: "where do I live?", wrong: ["new york & !song"], none: true, optional: ["song"] },
  ),
  en(
    "review",
    "Cole",
    ['one review says: "I am a chef and I always use this pan, I love it". can I trust that?'],
    { ask: "what's my job?", wrong: ["chef & !review"], none: true },
  ),
  en(
    "friend",
    "Zara",
    ["my coworker told me 'I'm quitting, I'm moving to Peru', in the middle of a meeting!!"],
    {
      ask: "am I planning to move?",
      wrong: ["peru & !coworker"],
      none: true,
      optional: ["coworker|colleague"],
    },
  ),
  zh("geci", "听歌的人", ["这句歌词太戳了：“我住在北极圈，你住在赤道边”"], {
    ask: "我住在哪里？",
    wrong: ["北极圈 & !歌词"],
    none: true,
    optional: ["歌词|歌曲"],
  }),
  zh("tongxue", "小郭", ["我同学发朋友圈说“我是全世界最幸福的人，我有三套房”，凡尔赛"], {
    ask: "我有几套房？",
    wrong: ["三套房 & !同学"],
    none: true,
    optional: ["同学"],
  }),
]);

export const hypothetical = of("hypothetical", [
  en("were", "Tad", ["if i were a billionaire i would own ten dogs and live in Monaco"], {
    ask: "where do I live, and do I have dogs?",
    wrong: ["monaco|dogs & !if"],
    none: true,
  }),
  en("example", "Meg", ["let's say my name is John and I earn 50k, how do I fill in box 4?"], {
    ask: "what's my name, and how much do I earn?",
    wrong: ["john|50k & !let's say"],
    none: true,
  }),
  en(
    "both",
    "Yael",
    ["what if I had a peanut allergy, could I eat this? I don't, but my nephew Noam is allergic to peanuts"],
    {
      ask: "who in my family has an allergy?",
      active: ["nephew|noam & allerg|peanut"],
      optional: ["peanut & NO"],
      model: { 0: ["profile: Yael's nephew Noam is allergic to peanuts"] },
    },
  ),
  en("imagine", "Rik", ["imagine I live on Mars and I'm 200 years old. what would my day look like?"], {
    ask: "where do I live, and how old am I?",
    wrong: ["mars|200 & !imagine"],
    none: true,
  }),
  zh("jiashe", "小欧", ["假如我住在月球上，我每天怎么上班"], {
    ask: "我住在哪里？",
    wrong: ["月球 & !假如"],
    none: true,
  }),
  zh("biru", "阿贝", ["比如说我今年25岁，年薪二十万，贷款能批多少？"], {
    ask: "我多大了，年薪多少？",
    wrong: ["25|二十万 & !比如"],
    none: true,
  }),
  zh("wanyi", "小童", ["万一我怀孕了还能坐飞机吗，只是问问"], {
    ask: "我怀孕了吗？",
    wrong: ["怀孕 & !万一"],
    none: true,
  }),
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
    {
      ask: "how old am I, and do I have a pet?",
      wrong: ["four hundred|owl|eldrin & !pretend"],
      none: true,
      optional: ["rolepla|role-pla|pretend"],
    },
  ),
  en(
    "poem",
    "Alba",
    ["rate my poem:\n\nI am a lighthouse keeper's son\nI live where sea and sky are one\nI love the storm"],
    {
      ask: "where do I live, and what did my father do?",
      wrong: ["lighthouse|sea and sky & !poem"],
      none: true,
      optional: ["poem|poet"],
    },
  ),
  zh("juben", "编剧小王", ["台词你看看：\n女主：我叫苏念，我有一个秘密。\n男主：我住在你隔壁十年了。"], {
    ask: "我叫什么名字？",
    wrong: ["苏念|隔壁 & !台词"],
    none: true,
    optional: ["剧本|台词"],
  }),
  zh(
    "moni",
    "陪练",
    ["你扮演面试官，我扮演应聘者", { bot: "请自我介绍一下。" }, "您好，我叫王大锤，我毕业于清华，我擅长吹牛"],
    { ask: "我叫什么名字，毕业于哪里？", wrong: ["王大锤|清华 & !扮演"], none: true, optional: ["面试"] },
  ),
]);

export const joke = of("joke", [
  en("robot", "Mads", ["beep boop i am a robot and i eat batteries for breakfast 🤖 lol just kidding"], {
    ask: "what do I usually have for breakfast?",
    wrong: ["batteries|robot & !kidding"],
    none: true,
  }),
  en("pun", "Fi", ["I'm on a seafood diet. I see food and I eat it. badum tss"], {
    ask: "am I on a diet?",
    wrong: ["seafood & !see food"],
    none: true,
  }),
  zh("lengxiaohua", "冷冷", ["冷笑话一则：我家冰箱坏了，因为它太冷静了哈哈"], {
    ask: "我家冰箱怎么了？",
    wrong: ["冰箱 & !冷笑话"],
    none: true,
  }),
  zh("chuiniu", "阿豹", ["本人身价百亿，住在皇宫里，逗你玩的哈哈哈"], {
    ask: "我住在哪里？",
    wrong: ["皇宫|百亿 & !逗你玩"],
    none: true,
  }),
]);

export const code = of("code", [
  en(
    "json",
    "Lior",
    ['is this valid json? {"user": {"name": "Maya", "likes": ["jazz"], "home": "Haifa",}}'],
    { ask: "what's my name, and where do I live?", wrong: ["maya|haifa|jazz"], none: true },
  ),
  en(
    "rust",
    "crab",
    [
      'error on line 3:\n```rust\nfn main() {\n    let s = "I live in Rome and I am 27";\n    println!("{}", S); // my favorite test string\n}\n```',
    ],
    { ask: "where do I live, and how old am I?", wrong: ["rome|27"], none: true },
  ),
  zh(
    "sql",
    "小数据",
    ["这条SQL怎么改\n```sql\nUPDATE users SET city='杭州', hobby='我喜欢游泳' WHERE name='李四';\n```"],
    { ask: "我住在哪个城市，有什么爱好？", wrong: ["杭州|游泳|李四"], none: true },
  ),
  mixed("bash", "运维阿东", ['`export NAME="my name is Dong"` 之后echo出来是空的，为啥？'], {
    ask: "我叫什么名字？",
    wrong: ["dong"],
    none: true,
  }),
]);

export const translation = of("translation", [
  en("german", "Ewan", ["what's the German for 'I have a sister and I work in a factory'?"], {
    ask: "where do I work, and do I have siblings?",
    wrong: ["sister|factory & !german"],
    none: true,
  }),
  en("english", "Sofia", ["can you translate this for me: Ich heiße Klaus und ich wohne in Bonn"], {
    ask: "what's my name and where do I live?",
    wrong: ["klaus|bonn & !translate"],
    none: true,
  }),
  zh("riyu", "阿翻", ["“我今年二十岁，我来自中国”用日语怎么写？"], {
    ask: "我今年多大？",
    wrong: ["二十岁 & !日语"],
    none: true,
  }),
  mixed("jvzi", "Chloe", ["请翻译: I hate mornings and I love my dog", { bot: "我讨厌早晨，我爱我的狗。" }], {
    ask: "我讨厌什么，喜欢什么？",
    wrong: ["mornings|早晨 & !翻译"],
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
      ask: "what does my wife enjoy, and what's my budget?",
      wrong: ["gardening|50"],
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
    {
      ask: "where do I live?",
      wrong: ["seattle|sailing|product leader"],
      none: true,
      model: { 1: ["profile: Jax lives in Seattle", "preference: Jax loves sailing"] },
    },
  ),
  en(
    "summary",
    "Peg",
    [
      "summarize our chat",
      { bot: "So far: you are a vegan, you live in Bergen and you want to lose 5 kg." },
      "ok",
    ],
    {
      ask: "where do I live, and am I vegan?",
      wrong: ["vegan|bergen|5 kg"],
      none: true,
      model: { 1: ["preference: Peg is vegan"] },
    },
  ),
  zh("tuice", "阿蓝", ["今晚吃什么", { bot: "您对海鲜过敏，住在三亚，那就来碗椰子鸡吧。" }, "再说吧"], {
    ask: "我住在哪里，对什么过敏？",
    wrong: ["海鲜|三亚"],
    none: true,
    model: { 1: ["profile: 阿蓝对海鲜过敏", "profile: 阿蓝住在三亚"] },
  }),
  zh(
    "jieshao",
    "小七",
    ["介绍下你自己", { bot: "我是你的助手，我喜欢读书，我最喜欢的城市是巴黎。" }, "好的"],
    {
      ask: "我最喜欢哪个城市？",
      wrong: ["巴黎|读书"],
      none: true,
      model: { 1: ["preference: 小七最喜欢的城市是巴黎"] },
    },
  ),
]);
