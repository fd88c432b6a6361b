import { type ClaimBy, type RuleBy, rule } from "../../shared/claim.ts";
import type { Who } from "./person.ts";

/** How long, where it may be left out: 三年了, 一个多月. */
export const LONG = "(?:[一二两三四五六七八九十几半好多\\d]+(?:多)?(?:年|个月|个多月|天|周)(?:多)?(?:了)?)?";

export type Claim = ClaimBy<string>;

export type Rule = RuleBy<[core: string, who: Who], Claim>;

export function on(
  id: string,
  pattern: RegExp,
  make: (match: RegExpExecArray, who: Who) => ReturnType<Rule>,
): Rule {
  return rule(id, (core: string, who: Who) => {
    const match = pattern.exec(core);
    return match === null ? undefined : make(match, who);
  });
}

/** The things of a list: 花生、牛奶和海鲜. A list with anything long in it is left whole. */
export function items(list: string): string[] {
  const parts = list
    .split(/、|以及|还有|(?<=[\p{L}])和(?!平|尚|服|谐|田|颐)|跟(?!着|风|我)|与|,|，/u)
    .map((part) => part.trim());
  return parts.every((part) => part !== "" && part.length <= 10) && parts.length <= 6 ? parts : [list];
}

/** Words that point at something said or shown: 这个, 你的, 那首歌. */
const POINTS =
  /^(?:你|您|这|那|它|他|她|此|咱|我|自己|其|啥|什么|谁|的|了|过|着|上$|死|得|一个人$|看到你|听你|跟你|和你|有(?:人|你)|被你)|你(?:的|们|说|写|给|推荐|这)|这(?:个|种|样|首|部|本|些|篇)|那(?:个|种|样|首|部|本|些)|(?:时候|回答|答案|建议|说法|方案|回复)$/u;

export function isTaste(words: string): boolean {
  return words !== "" && words.length <= 30 && !POINTS.test(words);
}

/** The longest text that R273 lets a memory have. */
const LONGEST = 280;

/** A sentence: one full stop, a space where a Latin name meets a Latin word or a number. */
export function sentence(subject: string, words: string): string {
  const gap = /[A-Za-z\d]$/.test(subject) && /^[A-Za-z\d]/.test(words) ? " " : "";
  const text = `${subject}${gap}${words}`.replace(/(?<![\s，,。.!！~～、])[\s，,。.!！~～、]+$/u, "");
  return `${text.slice(0, LONGEST - 1)}。`;
}

/** 我的 → 自己的, or 爱丽丝的 where somebody else is the subject; 你 → 助手. */
export function thirdPerson(words: string, who: Pick<Who, "key">, name: string): string {
  const me = who.key === null ? "自己" : name;
  return words
    .replace(/我们俩?|咱们?|俺们?|我自己|我/gu, me)
    .replace(/(?:自己){2,}/gu, "自己")
    .replace(/你们?|您/gu, "助手");
}
