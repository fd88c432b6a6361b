import { plainEnglish } from "./english/extract/plain.ts";
import { agreeGroup } from "./english/extract/render.ts";
import { HAN } from "./shared/words.ts";

/** Of whom a claim is told: their name, or the user. */
type Name = string | null;

const OTHERS = /\b(?:i|i'm|i've|i'd|i'll|me|my|mine|myself|we|us|our|you|your)\b/i;
/** "… and hate coffee": a second verb would have to be changed as well, and only a reader knows which word it is. */
const ANOTHER_VERB =
  / (?:and|but) (?:[a-z]{1,20}ly )?(?:love|like|hate|want|need|have|am|do|don't|can't|prefer|live|work|go|play|eat|drink)\b/i;
/** "I'd been", "I'd moved": had, not would. */
const HAD = /^i'd(?= (?:been|had|gone|done|[a-z]{2,20}(?:ed|en))\b)/i;
const LONGEST = 200;

/**
 * A claim that somebody makes about themselves, told of them: "I prefer tea" is "Dana prefers tea.", 我是左撇子 is 小明是左撇子。
 * `undefined` where that takes more than the first word: then their words are quoted.
 */
export function retold(words: string, name: Name): string | undefined {
  const text = words.replaceAll("’", "'").replace(/\s+/gu, " ").trim();
  if (text.length > LONGEST || /[?？\n]/u.test(text)) return undefined;
  return HAN.test(text) ? inChinese(text, name) : inEnglish(text, name);
}

function inChinese(text: string, name: Name): string | undefined {
  const rest = /^我(?!们)(.+)$/u.exec(text)?.[1];
  if (rest === undefined || /[我咱俺你您]/u.test(rest)) return undefined;
  return ended(`${name ?? "用户"}${rest}`, "。");
}

function inEnglish(text: string, name: Name): string | undefined {
  const subject = name ?? "The user";
  const own = /^my (.+)$/i.exec(text)?.[1];
  if (own !== undefined) return OTHERS.test(own) ? undefined : ended(`${subject}'s ${own}`, ".");
  const said = /^I (.+)$/.exec(plainEnglish(text.replace(HAD, "I had")))?.[1];
  if (said === undefined || !/^[a-z]{2}/i.test(said) || OTHERS.test(said) || ANOTHER_VERB.test(said))
    return undefined;
  return ended(`${subject} ${agreeGroup(said.split(" "))}`.replace("can not", "cannot"), ".");
}

function ended(text: string, mark: string): string {
  return /[.!。！]$/u.test(text) ? text : `${text}${mark}`;
}
