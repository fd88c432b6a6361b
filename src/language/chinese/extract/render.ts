import type { Who } from "./person.ts";

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
