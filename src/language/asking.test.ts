import { describe, expect, test } from "vitest";
import type { Asking } from "./language.ts";
import { readAsking } from "./languages.ts";

type Mark = keyof Asking;

/** Each question with all that is said of it; what is not named is false. */
const CASES: readonly (readonly [question: string, ...marks: Mark[]])[] = [
  ["what do i do for work?", "self"],
  ["What am I afraid of?", "self"],
  ["where does my old man live now", "self"],
  ["Remind me what my profession was.", "self"],
  ["when do we normally play and where", "us"],
  ["who do i ask before buying a booth", "self", "anybody"],
  ["does anyone here have a dog", "anybody"],
  ["How old is the youngest of the family?"],
  ["tell me a joke about a duck"],
  ["Spell Albuquerque for me"],
  ["write me a haiku about rain"],
  ["write a birthday card for my mum", "self"],
  ["explain osmosis to me"],
  ["who won the world cup in the US", "anybody"],
  ["whats the capital of peru"],
  ["what do u know about me", "self"],
  ["describe me to a stranger", "self"],
  ["tell me about Gus"],
  ["who am I?", "self", "anybody"],
  ["who am i celebrating with", "self", "anybody"],
  ["remind me who i am again", "self", "anybody"],
  ["what do you remember about my job", "self"],
  ["tell me about my dog", "self"],
  ["tell me about her job"],
  ["tell me about her"],
  ["我家那只叫啥", "self"],
  ["我哪天考雅思", "self"],
  ["我们几点开会", "us"],
  ["家里那位尊姓大名"],
  ["这个宿舍谁不能喝酒", "anybody"],
  ["随便给我讲个冷知识"],
  ["帮我把“祝你一路顺风”翻译成法语"],
  ["写首关于雨的诗"],
  ["画架多少钱?"],
  ["列车几点到"],
  ["画一只猫"],
  ["算一下三加五是多少"],
  ["秘鲁首都是哪"],
  ["你都知道我些啥", "self"],
  ["你记得我什么", "self"],
  ["你记得我老板叫什么", "self"],
  ["你知道我养啥", "self"],
  ["你对念念了解多少"],
  ["你知道念念些什么"],
  ["我是谁 说来听听", "self", "anybody"],
  ["说说念念"],
  ["说说怎么做红烧肉"],
];

describe("what a question asks for", () => {
  test.each(CASES)("%s", (question, ...marks) => {
    const asking = readAsking(question);
    const said = (Object.keys(asking) as Mark[]).filter((mark) => asking[mark]);
    expect(said.sort()).toEqual([...marks].sort());
  });
});
