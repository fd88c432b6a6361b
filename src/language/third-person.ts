import { chinese } from "./chinese/chinese.ts";
import { simplifyScript } from "./chinese/script.ts";
import { english } from "./english/english.ts";
import { HAN } from "./shared/words.ts";

/** Whoever says something, and when. */
export interface Teller {
  readonly name: string | null;
  /** Epoch milliseconds: "tomorrow" is told from it. */
  readonly at: number;
}

/** A longer statement holds more than one thought. */
const LONGEST = 200;
const OF_SPEAKERS =
  /\b(?:i|i'm|im|i've|i'd|i'll|me|my|mine|myself|we|we're|we've|us|our|ours|you|your|yours)\b|[我俺咱你您]/iu;

/**
 * Somebody's words as a memory tells them. "I prefer tea" is "Dana prefers tea.", 我是左撇子 is 小明是左撇子。, "tomorrow" is the
 * day it was; what names nobody who speaks stands as it is. Where more would have to be guessed, the words are quoted.
 */
export function toldOf(words: string, teller: Teller): string {
  const text = words.replace(/\s+/gu, " ").trim();
  return retold(text, teller) ?? quotation(teller.name, text);
}

/** `undefined` where that takes more than the first word. */
export function retold(words: string, { name, at }: Teller): string | undefined {
  const text = words.replaceAll("’", "'").replace(/\s+/gu, " ").trim();
  if (text.length > LONGEST || /[?？\n]/u.test(text)) return undefined;
  const han = HAN.test(text);
  const said = OF_SPEAKERS.test(text) ? ofSpeaker(text, name, han) : text;
  return said === undefined ? undefined : withEndMark(withAbsoluteDates(said, at, han), han ? "。" : ".");
}

function ofSpeaker(text: string, name: string | null, han: boolean): string | undefined {
  if (!han) return english.retold(text, name);
  const { text: plain, back } = simplifyScript(text);
  const retoldText = chinese.retold(plain, name);
  return retoldText === undefined ? undefined : back(retoldText);
}

/** With absolute dates where they are certain: "on Friday" may lie on either side of the day it is said. */
function withAbsoluteDates(text: string, at: number, han: boolean): string {
  const { dates } = han ? chinese : english;
  const before = dates.absolute(text, at, "past").text;
  return before === dates.absolute(text, at, "future").text ? before : text;
}

function withEndMark(text: string, mark: string): string {
  return /[.!。！]$/u.test(text) ? text : `${text}${mark}`;
}

function quotation(name: string | null, text: string, about?: string): string {
  if (HAN.test(text)) return `${name ?? "用户"}${about === undefined ? "" : `谈到${about}时`}说：“${text}”`;
  return `${name ?? "The user"} said${about === undefined ? "" : ` of ${about}`}: “${text}”`;
}

/** Words about somebody, quoted as those of whoever says them. */
export function saidOf(about: string, words: string, teller: string | null): string {
  const text = words.replace(/\s+/gu, " ").trim();
  return quotation(teller, text, about);
}

/** Whether words speak of whoever says them. */
export function isOfSpeaker(words: string): boolean {
  return OF_SPEAKERS.test(words);
}

const BEGINS_WITH_SPEAKER = /^(?:i|im|my|mine|we|our|ours)\b|^[我俺咱]/iu;

/** Whether words begin with whoever says them: "I owe Bob money" does, "Bob owes me money" is about Bob. */
export function beginsWithSpeaker(words: string): boolean {
  return BEGINS_WITH_SPEAKER.test(words.trim());
}
