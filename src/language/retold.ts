import { plainEnglish } from "./english/extract/plain.ts";
import { agreeGroup, isAdverb } from "./english/extract/render.ts";
import { verbForm } from "./english/extract/verbs.ts";
import { HAN } from "./shared/words.ts";

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
export function retold(words: string, name: string | null): string | undefined {
  const text = words.replaceAll("’", "'").replace(/\s+/gu, " ").trim();
  if (text.length > LONGEST || /[?？\n]/u.test(text)) return undefined;
  return HAN.test(text) ? inChinese(text, name) : inEnglish(text, name);
}

function inChinese(text: string, name: string | null): string | undefined {
  const rest = /^我(?!们)(.+)$/u.exec(text)?.[1];
  if (rest === undefined || /[我咱俺你您]/u.test(rest)) return undefined;
  return ended(`${name ?? "用户"}${rest}`, "。");
}

function inEnglish(text: string, name: string | null): string | undefined {
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

const IS_CALLED =
  /^(.+'s [\p{Ll} -]+?) (?:is called|is named|is) (\p{Lu}[\p{L}'-]*(?: \p{Lu}[\p{L}'-]*){0,4})$/u;
const CHINESE_CALLED = /^(.+?的.{1,6}?)(?:名叫|叫|是)([^，,的]{1,10})$/u;

/** "Alice's boyfriend Tom is a chef", 爱丽丝的男朋友小王是厨师: somebody by what they are to somebody. */
const BOUND =
  /^(.+'s (?:(?:ex-)?(?:boyfriend|girlfriend|husband|wife|spouse|partner|fianc[eé]e?)|best friend|friend|roommate)) (\p{Lu}[\p{L}-]*) /u;
const CHINESE_BOUND =
  /^(.+?的(?:男朋友|女朋友|男友|女友|老公|老婆|丈夫|妻子|对象|未婚[夫妻]|闺蜜|室友))((?!在|是|有|很|也|都|住|叫)\p{sc=Han}{2,3}?|[A-Z][A-Za-z]+)(?=在|是|有|很|也|都|住|喜欢|当|做|对|会)/u;

/** That two are no longer together, in the words for who they were to each other; nothing where nobody is named. */
export function noLongerBound(text: string): string | undefined {
  const english = BOUND.exec(text);
  if (english !== null) return `${english[2]!} is no longer ${english[1]!.replace(/^The user/, "the user")}.`;
  const chinese = CHINESE_BOUND.exec(text);
  return chinese === null ? undefined : `${chinese[2]!}不再是${chinese[1]!}。`;
}

/** The negation of a memory: "Alice plays chess." → "Alice no longer plays chess.", 爱丽丝不再下棋。 */
export function noLonger(text: string, name: string): string {
  const claim = text.trim().replace(/(?<![.。!！])[.。!！]+$/u, "");
  return HAN.test(claim) ? `${negatedInChinese(claim, name)}。` : `${negatedInEnglish(claim)}.`;
}

function negatedInEnglish(claim: string): string {
  const called = IS_CALLED.exec(claim);
  if (called !== null) return `${called[2]!} is no longer ${called[1]!}`;
  const words = claim.split(" ");
  const at = words.findIndex((word, i) => i > 0 && isVerb(word));
  if (at < 0) return `It is no longer so that ${claim}`;
  const after = /^(?:is|are|was|were|can|will|must|should|has(?= been))$/.test(words[at]!) ? at + 1 : at;
  const tail = words
    .slice(after)
    .filter((word, i) => i > 0 || !/^(?:not|also|still|now|currently)$/.test(word));
  return [...words.slice(0, after), "no longer", ...tail].join(" ");
}

function isVerb(word: string): boolean {
  const form = verbForm(word)?.form;
  if (/^(?:is|are|can|will|must|should)$/.test(word)) return true;
  return (
    word === word.toLowerCase() &&
    (form === "third" ||
      form === "past" ||
      (form === undefined && /[a-z]{3}s$/.test(word) && !isAdverb(word) && !/'s$/.test(word)))
  );
}

function negatedInChinese(claim: string, name: string): string {
  const called = CHINESE_CALLED.exec(claim);
  if (called !== null) return `${called[2]!}不再是${called[1]!}`;
  // A name that became known later is not in the claim.
  const who = [name, "用户"].find((one) => claim.startsWith(one)) ?? "";
  const rest = claim.slice(who.length).replace(/^(?:现在|目前|一直|已经|正|还){1,4}/u, "");
  return `${who}不再${rest.replace(/^(.{1,2}?)了(?=.)/u, "$1").replace(/了$/u, "")}`;
}
