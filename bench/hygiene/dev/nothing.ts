import { en, mixed, of, zh } from "../situation.ts";
import { LIVES } from "../words.ts";

export const smalltalk = of("smalltalk", [
  en(
    "morning",
    "Fay",
    [
      "good morning ☀️",
      { bot: "Good morning! How are you?" },
      "fine thanks, you?",
      { bot: "Ready to help." },
      "haha ok. so, is it gonna rain",
    ],
    { ask: "what do you know about me?", none: true },
  ),
  en("thanks", "leo", ["omg thank you so much, you're the best", "ok bye!! ttyl"], {
    ask: "what do you know about me?",
    none: true,
  }),
  en(
    "mixed",
    "Bert",
    [
      "lol yeah. anyway how's it going. oh and I'm a beekeeper, did I mention that? 🐝 crazy weather today huh",
    ],
    { ask: "what do I do for work?", active: ["beekeep"] },
  ),
  en(
    "back",
    "Jude",
    [
      "brb getting coffee",
      "ok back, where were we",
      { bot: "You asked about tax brackets." },
      "right right go on",
    ],
    { ask: "what do I like to drink?", none: true },
  ),
  zh("zao", "小优", ["早呀", { bot: "早上好！" }, "哈哈今天天气真不错", "吃了吗您"], {
    ask: "你都知道我些什么？",
    none: true,
  }),
  zh("zaijian", "阿宏", ["好的好的，辛苦了", "我先去忙了，回聊"], { ask: "我平时都忙些什么？", none: true }),
  zh("jiada", "可可", ["哈哈哈哈笑死我了", "对了我是做烘焙的，刚才那个配方我回去试试"], {
    ask: "我是做什么的？",
    active: ["烘焙"],
    optional: ["配方"],
  }),
]);

export const mood = of("mood", [
  en(
    "tired",
    "Mo",
    ["i'm so tired today, barely slept", { bot: "I'm sorry to hear that." }, "i'm fine, just need coffee"],
    { ask: "do I have any trouble sleeping?", wrong: ["tired|slept & !today"], none: true },
  ),
  en("angry", "Rex", ["I'm furious right now. I hate everything today."], {
    ask: "what are the things I hate?",
    wrong: ["hate & !today"],
    none: true,
  }),
  en("sick", "Ally", ["i feel awful, i have a headache and i'm freezing"], {
    ask: "do I have any illness?",
    none: true,
    optional: ["headache"],
  }),
  zh("lei", "小丁", ["今天好累啊，我快不行了", "我饿了"], { ask: "我身体怎么样？", none: true }),
  zh("kaixin", "阿莲", ["我今天特别开心！！", "我现在心情超好"], { ask: "你都知道我些什么？", none: true }),
]);

export const question = of("question", [
  en(
    "am",
    "Gabe",
    ["am I allergic to anything?", "do i live in a time zone with DST?", "what's my favourite colour?"],
    { ask: "what am I allergic to?", none: true },
  ),
  en(
    "should",
    "Lorna",
    [
      "should I get a dog? is a labrador good with kids?",
      { bot: "They usually are." },
      "do I need a big garden for one?",
    ],
    { ask: "do I have a dog?", none: true },
  ),
  en("if", "Kaya", ["how do people who live in Tokyo afford rent??"], {
    ask: "where do I live?",
    wrong: ["tokyo & !people|how"],
    none: true,
  }),
  zh("wo", "阿琳", ["我是不是对什么过敏来着？", "我住哪儿你知道吗"], { ask: "我对什么过敏？", none: true }),
  zh("gaibugai", "小穆", ["我要不要换工作啊？你说去上海好还是留在老家好？"], {
    ask: "我住在哪个城市？",
    wrong: ["上海 & !要不要|还是"],
    none: true,
    optional: ["换工作|上海"],
  }),
]);

export const quote = of("quote", [
  en(
    "mandela",
    "Tori",
    ['this quote always gets me: "I am the master of my fate, I am the captain of my soul."'],
    { ask: "what's my job?", wrong: ["captain & !quote"], none: true, optional: ["quote"] },
  ),
  en(
    "email",
    "Ansel",
    [
      'My landlord wrote: "I live in Florida now and I prefer to be contacted by mail." what does he even mean, mail like post?',
    ],
    { ask: "where do I live?", wrong: ["florida & !landlord"], none: true, optional: ["landlord"] },
  ),
  en("said", "Ruth", ["so the guy goes 'I have three wives and a boat' and we all just stared at him"], {
    ask: "am I married?",
    wrong: ["wives & !guy"],
    none: true,
  }),
  zh("luxun", "青青", ["鲁迅说过：“我家门前有两棵树，一棵是枣树，另一棵也是枣树。”这句到底好在哪"], {
    ask: "我家门前有什么？",
    wrong: ["枣树 & !鲁迅"],
    none: true,
  }),
  zh("laoban", "社畜一号", ["老板今天开会说“我住在公司，我没有生活”，全场沉默"], {
    ask: "我住在哪里？",
    wrong: ["住在公司 & !老板"],
    none: true,
    optional: ["老板"],
  }),
]);

export const hypothetical = of("hypothetical", [
  en("lottery", "Val", ["if I won the lottery I'd move to Hawaii and buy a boat"], {
    ask: "where do I live?",
    wrong: ["hawaii & !if|won"],
    none: true,
  }),
  en("suppose", "Stu", ["suppose I'm a 30 year old smoker with two kids, what would life insurance cost?"], {
    ask: "how old am I, and do I smoke?",
    wrong: ["smoker|30 & !suppose"],
    none: true,
  }),
  en("real", "Ming", ["say I lived in Canada, would I pay less tax? (I live in Ohio)"], {
    ask: "which country do I live in?",
    shown: ["ohio"],
    wrong: ["canada & !say"],
    active: [`ohio & ${LIVES}|in`],
    model: { 0: ["profile: Ming lives in Ohio"] },
  }),
  en("wish", "Pam", ["i wish i had a garden. imagine i had chickens lol"], {
    ask: "do I have a garden or any animals?",
    wrong: ["garden|chickens & !wish|imagine"],
    none: true,
  }),
  zh("ruguo", "阿滨", ["如果我有一百万，我就辞职去大理开民宿"], {
    ask: "我的工作是什么？",
    wrong: ["民宿|辞职 & !如果"],
    none: true,
  }),
  zh("jiaru", "小裴", ["假设我是一个有三个孩子的单亲妈妈，能申请哪些补助？"], {
    ask: "我有几个孩子？",
    wrong: ["三个孩子|单亲 & !假设"],
    none: true,
  }),
  zh("yaoshi", "球球", ["要是我会弹钢琴就好了"], {
    ask: "我会什么乐器？",
    wrong: ["钢琴 & !要是|就好了"],
    none: true,
    optional: ["钢琴 & NO"],
  }),
]);

export const fiction = of("fiction", [
  en(
    "pirate",
    "Kit",
    [
      "let's roleplay. you're a tavern keeper and I'm Captain Morrow, a one-eyed pirate from Tortuga",
      { bot: "*wipes a mug* What'll it be, Captain?" },
      "I want rum. I have killed twelve men and I live on the sea",
    ],
    {
      ask: "where do I live?",
      wrong: ["sea|tortuga|twelve & !rolepla"],
      none: true,
      optional: ["rolepla|role-pla|role pla"],
    },
  ),
  en(
    "novel",
    "Esme",
    [
      'here\'s the opening of my story: "My name is Theodora Vane. I am ninety-one years old and I am allergic to sunlight." too much?',
    ],
    {
      ask: "what am I allergic to?",
      wrong: ["sunlight|theodora|ninety & !story"],
      none: true,
      optional: ["story|writ|novel"],
    },
  ),
  zh(
    "xianxia",
    "墨白",
    [
      "我们来玩角色扮演，我是青云门大弟子，你是魔教圣女",
      { bot: "哼，又见面了。" },
      "我今年三百岁，我的剑叫霜寒",
    ],
    { ask: "我多大年纪了？", wrong: ["三百岁|青云门|霜寒 & !角色扮演"], none: true, optional: ["角色扮演"] },
  ),
  zh(
    "xiaoshuo",
    "写文的猫",
    ["帮我润色小说开头：“我叫沈默，住在一座没有门的房子里，我养了一只不会死的猫。”"],
    { ask: "我住在什么样的房子里？", wrong: ["沈默|没有门|不会死 & !小说"], none: true, optional: ["小说"] },
  ),
]);

export const joke = of("joke", [
  en("vampire", "Ziv", ["i'm actually a vampire, garlic bread is my kryptonite 🧛 jk jk"], {
    ask: "is there any food I can't have?",
    wrong: ["vampire|garlic & !jk"],
    none: true,
  }),
  en("walks", "Otto", ["My wife told me to stop impersonating a flamingo. I had to put my foot down. 🥁"], {
    ask: "what did my wife tell me?",
    wrong: ["flamingo & !foot"],
    none: true,
  }),
  zh("duanzi", "乐乐", ["讲个笑话：我有一个朋友，他穷得只剩下钱了哈哈哈"], {
    ask: "我有哪些朋友？",
    wrong: ["朋友 & !笑话"],
    none: true,
  }),
  zh("kaiwanxiao", "阿Sa", ["我其实是外星人派来的，开玩笑的啦哈哈"], {
    ask: "我是哪里人？",
    wrong: ["外星人 & !开玩笑"],
    none: true,
  }),
]);

export const code = of("code", [
  en(
    "python",
    "devon",
    [
      'why does this fail?\n```python\nuser = {"name": "Alice", "city": "Paris"}\n# I like turtles\nprint(user.age)\n```',
    ],
    { ask: "what's my name and where do I live?", wrong: ["alice|paris|turtles"], none: true },
  ),
  en(
    "sql",
    "Shreya",
    [
      "INSERT INTO users (name, age, city) VALUES ('Bob', 42, 'Oslo');\n-- my name is Bob\nthis gives me a constraint violation, any idea?",
    ],
    { ask: "what's my name?", wrong: ["oslo", "/\\bbob\\b/"], none: true },
  ),
  zh(
    "js",
    "前端仔",
    [
      "帮我看看这段代码\n```js\nconst me = { name: '张三', city: '上海' } // 我叫张三，我住上海\nconsole.log(me.nmae)\n```\n打印出来是undefined",
    ],
    { ask: "我叫什么，住在哪里？", wrong: ["张三|上海"], none: true },
  ),
  mixed(
    "yaml",
    "ops小哥",
    ["这个yaml报错了：\n```yaml\nowner: my name is Jack\nlikes: [pizza, 羽毛球]\n```\n缩进问题吗"],
    { ask: "我叫什么名字，喜欢什么？", wrong: ["jack|pizza|羽毛球"], none: true },
  ),
]);

export const translation = of("translation", [
  en("spanish", "Holly", ['how do you say "I am a doctor and I live in Seville" in Spanish?'], {
    ask: "what do I do for a living, and where do I live?",
    wrong: ["doctor|seville & !how do you say"],
    none: true,
  }),
  en("tochinese", "Brent", ["translate to Chinese: my name is Sarah and I have two brothers"], {
    ask: "what's my name, and do I have siblings?",
    wrong: ["sarah|brothers & !translate"],
    none: true,
  }),
  zh("yingwen", "小语", ["帮我翻译成英文：我是一名律师，我喜欢打高尔夫"], {
    ask: "我是做什么工作的，喜欢什么运动？",
    wrong: ["律师|高尔夫 & !翻译"],
    none: true,
  }),
  mixed("zenme", "Lin", ["“I'm allergic to nuts” 用中文怎么说", { bot: "“我对坚果过敏。”" }, "thx"], {
    ask: "我对什么过敏？",
    wrong: ["allergic|过敏 & !怎么说"],
    none: true,
  }),
]);

export const assistant = of("assistant", [
  en(
    "guess",
    "Dana",
    [
      "what should I cook?",
      { bot: "Since you love spicy food and live in Austin, how about Tex-Mex chili?" },
      "hmm maybe",
    ],
    {
      ask: "where do I live, and do I like spicy food?",
      wrong: ["austin|spicy"],
      none: true,
      model: { 1: ["preference: Dana loves spicy food", "profile: Dana lives in Austin"] },
    },
  ),
  en(
    "persona",
    "Ike",
    [
      "tell me about yourself",
      { bot: "I'm Nova! I live in the cloud, I love puzzles and my favourite colour is blue." },
      "cool",
    ],
    {
      ask: "what's my favourite colour?",
      wrong: ["blue"],
      none: true,
      model: { 1: ["preference: Ike's favourite colour is blue"] },
    },
  ),
  en(
    "plan",
    "Marge",
    [
      "plan my week",
      {
        bot: "Monday: you have a yoga class at 7. Tuesday: you will call the bank. I'll remember that you prefer mornings.",
      },
    ],
    {
      ask: "do I prefer mornings or evenings?",
      wrong: ["morning|yoga"],
      none: true,
      model: { 1: ["preference: Marge prefers mornings"] },
    },
  ),
  zh(
    "caice",
    "小满满",
    ["推荐个周末活动", { bot: "你住在成都，又喜欢吃辣，不如去吃火锅？记住：你喜欢火锅。" }, "我想想吧"],
    {
      ask: "我住在哪里，喜欢吃什么？",
      wrong: ["成都|火锅|辣"],
      none: true,
      model: { 1: ["profile: 小满满住在成都", "preference: 小满满喜欢火锅"] },
    },
  ),
  zh("ziwo", "阿力", ["你是谁", { bot: "我叫小忆，我今年两岁，我喜欢和你聊天。" }, "哦"], {
    ask: "我多大了？",
    wrong: ["两岁|小忆"],
    none: true,
    model: { 1: ["profile: 阿力今年两岁"] },
  }),
]);
