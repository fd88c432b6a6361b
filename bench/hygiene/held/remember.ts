import { en, mixed, of, zh } from "../situation.ts";

export const remember = of("remember", [
  en("plumber", "Edith", ["Can you remember for me that the plumber is called Mr. Okafor?"], {
    ask: "what's the plumber's name?",
    active: ["okafor"],
    model: { 0: ["profile: Edith's plumber is called Mr. Okafor"] },
  }),
  en("ring", "Cass", ["keep in mind: Lily's ring size is 6.5. this is a secret from her obviously 💍"], {
    ask: "what's Lily's ring size?",
    active: ["lily & 6.5"],
  }),
  en("bins", "Rob", ["make a note that the recycling gets picked up every second thursday"], {
    ask: "when does the recycling get picked up?",
    active: ["recycl & thursday"],
  }),
  en(
    "doyou",
    "Nia",
    ["do you remember my dog's name?", { bot: "I don't think you told me yet." }, "oh right haha"],
    { ask: "what's my dog's name?", none: true, optional: ["dog"] },
  ),
  en("toremember", "Al", ["that concert was something to remember, wow"], {
    ask: "what did I ask you to remember?",
    none: true,
    optional: ["concert"],
  }),
  zh("xinghao", "老石", ["请记住我家净水器滤芯的型号是PP-10"], {
    ask: "我家净水器的滤芯是什么型号？",
    active: ["pp-10"],
    model: { 0: ["profile: 老石家净水器滤芯型号是PP-10"] },
  }),
  zh("nannan", "小米妈", ["别忘了，我家楠楠对芒果过敏"], {
    ask: "楠楠有什么不能吃的？",
    active: ["楠楠 & 芒果"],
  }),
  zh("jibude", "阿宽", ["唉我又记不得密码本放哪儿了"], { ask: "我的密码本放在哪儿了？", none: true }),
  zh("haojixing", "Kiki", ["你记性真好", { bot: "谢谢夸奖！" }], { ask: "我让你记住过什么？", none: true }),
  mixed("locker", "Nate", ["remember一下，我gym的locker是42号"], {
    ask: "我gym的locker是几号？",
    active: ["locker|柜 & 42"],
  }),
]);
