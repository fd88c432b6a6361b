import { en, mixed, of, zh } from "../situation.ts";
import { DISLIKES, LIKES } from "../words.ts";

export const likes = of("likes", [
  en("pottery", "Maeve", ["I really enjoy pottery, there's a studio down the street I go to"], {
    ask: "what's my hobby?",
    active: [`pottery & ${LIKES}|go`],
    optional: ["studio"],
    model: { 0: ["preference: Maeve enjoys pottery"] },
  }),
  en("olives", "jonah", ["olives are disgusting, I hate them in any form 🤢"], {
    ask: "what food do I hate?",
    active: [`olives & ${DISLIKES}|disgust`],
  }),
  en("window", "Carla", ["when I fly I always go for a window seat, aisle drives me nuts"], {
    ask: "which seat should I book on the plane?",
    active: ["window"],
    optional: ["aisle"],
  }),
  en("book", "Theo", ["My all-time favorite book is The Dispossessed."], {
    ask: "what's my favorite book?",
    active: ["dispossessed"],
    model: { 0: ["preference: Theo's favorite book is The Dispossessed"] },
  }),
  en("crowds", "wren", ["i dont like crowded places, i'd take a small pub over a club any time"], {
    ask: "what kind of places don't I like?",
    active: [`crowd & ${DISLIKES}|don't like|dont like`],
    optional: ["pub"],
  }),
  en("version", "Stan", ["ok I like the second version better, go with that one"], {
    ask: "what do you know about what I like?",
    none: true,
  }),
  en("likeit", "Bo", ["lol I like it when you're sarcastic. anyway gotta run"], {
    ask: "what do you know about what I like?",
    none: true,
    optional: ["sarcas"],
  }),
  zh("diaoyu", "老郑", ["周末就爱钓鱼，一坐一整天都不腻"], {
    ask: "我周末喜欢干什么？",
    active: ["钓鱼"],
    model: { 0: ["preference: 老郑周末爱钓鱼"] },
  }),
  zh("liulian", "小葵", ["榴莲我真的不行，讨厌那个味道"], {
    ask: "什么水果我不喜欢？",
    active: [`榴莲 & ${DISLIKES}`],
  }),
  zh("dianying", "阿城", ["我喜欢看王家卫的电影，花样年华看了不下五遍"], {
    ask: "我喜欢看谁的电影？",
    active: ["王家卫"],
    optional: ["花样年华"],
  }),
  zh("lvse", "七七", ["我最喜欢的颜色是墨绿色，家里窗帘都是墨绿的"], {
    ask: "我最喜欢什么颜色？",
    active: ["墨绿"],
    optional: ["窗帘"],
  }),
  zh("zaoqi", "夜猫子", ["本人讨厌早起，十点之前别跟我说话哈哈"], {
    ask: "我最讨厌什么？",
    active: [`早起 & ${DISLIKES}`],
    optional: ["十点|10点"],
  }),
  zh("zhege", "Rita", ["这个方案我喜欢，就按这个来吧"], { ask: "你知道我喜欢什么吗？", none: true }),
  mixed("climbing", "Ethan", ["我很喜欢rock climbing，不过最近手腕有点疼"], {
    ask: "我喜欢什么运动？",
    active: ["climbing|攀岩"],
    optional: ["手腕"],
  }),
]);
