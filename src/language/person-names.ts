import { once } from "../domain/once.ts";
import { CHINESE_ORDERS, CHINESE_RANKS } from "./chinese/guards.ts";
import { simple } from "./chinese/script.ts";
import { ENGLISH_ORDERS, ENGLISH_RANKS } from "./english/guards.ts";
import { HAN, wordSet } from "./shared/words.ts";
import { looksLikeInstruction } from "./suspicion.ts";
import { STOP_WORDS } from "./terms.ts";

/** Somebody who speaks in a scope: the name others see, and whether it says only a role ("user", "assistant"). */
export const ROLE_NAMES = wordSet("user assistant system tool bot human ai me you");
/** Beside a Chinese character another word begins: Alice住在罗马. */
const WORD = /(?:(?!\p{sc=Han})[\p{L}\p{M}\p{N}])+|\p{sc=Han}+/gu;
const LETTER = "(?!\\p{sc=Han})[\\p{L}\\p{N}]";
/** A short form is at least this long ("Mel" for Melanie): two letters are too often another word. */
const SHORT_FORM = 3;

/** The parts of a display name by which a text may call its bearer; none for a bare role or an opaque id. */
export const callNames = once((display: string): readonly string[] => {
  const name = display.trim();
  if (name === "" || ROLE_NAMES.has(name.toLowerCase()) || /\d{4,}|[/:@#]/.test(name)) return [];
  if (HAN.test(name)) return name.length >= 2 ? hanNames(name.toLowerCase()) : [];
  return (name.match(WORD) ?? []).filter((part) => part.length >= 2).map((part) => part.toLowerCase());
});

/** 念念不忘 is called 念念, momo不想早八 is called momo. */
function hanNames(name: string): string[] {
  const latin = (name.match(/[\p{sc=Latin}\d]{3,20}/gu) ?? []).slice(0, 1);
  const [han = ""] = name.match(/\p{sc=Han}{4,20}/gu) ?? [];
  const short = han !== "" && name.startsWith(han) ? [han.slice(0, 2)] : [];
  return [...new Set([name, ...latin, ...short])];
}

/** Names that are words too: they count only with a capital. */
const WORDS_TOO = wordSet(
  "may will mark art ray hope joy faith rose sky dawn bill rob jack pat sue max don gene dean drew chase guy iris ivy jade june april august summer autumn ginger olive pearl ruby star storm grace grant frank miles penny sandy rusty sunny buddy angel",
);

/**
 * Which speakers a question names, in the order given. English names must be whole words and may be shortened; a
 * Chinese name may stand anywhere, for there are no spaces around it.
 */
export function namedSpeakers(question: string, speakers: readonly (readonly string[])[]): boolean[] {
  if (speakers.every((names) => names.length === 0)) return speakers.map(() => false);
  const lower = question.toLowerCase();
  const words = new Map((question.match(WORD) ?? []).map((word) => [word.toLowerCase(), word] as const));
  return speakers.map((names) =>
    names.some((name) => {
      if (HAN.test(name)) return lower.includes(name);
      if (words.has(name)) return isCapital(words.get(name)!) || isPlainName(name);
      return shortForm(name, words);
    }),
  );
}

/**
 * The question as it should be embedded: without the names of those who speak. Lines that call somebody by name are
 * mostly said to them ("Wow, Caroline!"), not about them; the person it is about is a separate signal.
 */
export function withoutSpeakerNames(question: string, speakers: readonly (readonly string[])[]): string {
  let rest = question;
  let lower = rest.toLowerCase();
  for (const name of speakers.flat()) {
    if (!lower.includes(name)) continue;
    rest = HAN.test(name)
      ? rest.replaceAll(name, "")
      : rest.replace(new RegExp(`(?<!${LETTER})${name}(?:['’]s)?(?!${LETTER})\\s?`, "giu"), "");
    lower = rest.toLowerCase();
  }
  const words = rest.trim();
  return /[\p{L}\p{N}]/u.test(words) ? words : question;
}

/** "Mel" in the question, Melanie in the chat; only with a capital, so that "car" is not Caroline. */
function shortForm(name: string, words: ReadonlyMap<string, string>): boolean {
  for (const [lower, word] of words) {
    if (lower.length < SHORT_FORM || lower.length >= name.length || STOP_WORDS.has(lower)) continue;
    if (name.startsWith(lower) && (isCapital(word) || (lower.length > SHORT_FORM && isPlainName(lower))))
      return true;
  }
  return false;
}

/** In chat nobody types capitals. */
function isPlainName(lower: string): boolean {
  return lower.length >= SHORT_FORM && !WORDS_TOO.has(lower) && !STOP_WORDS.has(lower);
}

function isCapital(word: string): boolean {
  const first = word[0]!;
  return first !== first.toLowerCase();
}

/** "Alice's dog is called Comet.", "my boss's name is Carla", 爱丽丝的女朋友叫苏苏。, 我女朋友叫苏苏. */
const FORMS: readonly RegExp[] = [
  /['’]s ([a-z][a-z -]{0,30}) (?:is|are) (?:called|named) (\p{L}.{0,40}?)\.?$/u,
  /['’]s ([a-z][a-z -]{0,30})['’]s name is (\p{L}.{0,40}?)\.?$/u,
  /的([\p{sc=Han}]{1,6}?)(?:名字)?叫(\p{L}.{0,20}?)[。.]?$/u,
  /\b[Mm]y ([a-z][a-z -]{0,30}?)(?:['’]?s name is| is called| is named|, called|, named) (\p{L}[\p{L}'’-]{0,20})/u,
  /[我俺](?:的|家)?([\p{sc=Han}]{1,6}?)(?:名字)?叫([\p{sc=Han}]{1,4}|[A-Za-z]{2,20})(?=$|[，。！,.!\s])/u,
];

/** Somebody close to a speaker: what they are to them, and their name. */
export interface Called {
  readonly relation: string;
  readonly name: string;
}

/** "She's called Susu", 她叫苏苏. */
const POINTING =
  /^(?:(?:oh|and|btw)[ ,]{1,2})?(?:s?he(?:['’]?s| is) (?:called|named)|(?:her|his) name(?:['’]?s| is)) (\p{L}[\p{L}'’-]{0,20})|^[她他](?:的?名字)?叫((?![我你他她])[\p{sc=Han}]{1,4}|[A-Za-z]{2,20})(?=$|[，。！,.!\s])/iu;
const MY = /\bmy ([a-z][a-z-]{2,20})\b/i;

const WORDS = new Intl.Segmenter("zh", { granularity: "word" });

/** The name of somebody who is only pointed at; `null`: none. Who they are was said just before. */
export function pointedAt(text: string): string | null {
  const match = POINTING.exec(text);
  return match?.[1] ?? match?.[2] ?? null;
}

/** Whom of theirs a speaker tells of: "my girlfriend", 我女朋友; `null`: nobody. */
export function relationIn(text: string): string | null {
  const match = /[我俺](?:的|家)?(?=[\p{sc=Han}])/u.exec(text);
  if (match === null) return MY.exec(text)?.[1] ?? null;
  const after = text.slice(match.index + match[0].length, match.index + 12);
  return WORDS.segment(after)[Symbol.iterator]().next().value?.segment ?? null;
}

/** Somebody close to a speaker to whom a text gives a name. */
export function calledIn(text: string): Called | null {
  for (const form of FORMS) {
    const match = form.exec(text);
    if (match !== null) return { relation: match[1]!, name: match[2]! };
  }
  return null;
}

const MAX_LENGTH = 40;
const MAX_WORDS = 4;
/** Chinese, Japanese and Korean write no spaces: a run of more than this is a sentence, not a name. */
const MAX_CJK = 16;

/** Characters without a glyph, and Unicode tags: a reader does not see them, a model does. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cs}]/gu;
/** All that a name may not hold: emoji, brackets, colons, line breaks. */
const OTHER = /[^\p{L}\p{M}\p{N}'\-._·・]+/gu;
const CJK = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu;

/** Names of those who run things: nobody takes them by calling themselves so. */
const RANKS: ReadonlySet<string> = new Set([...ENGLISH_RANKS, ...CHINESE_RANKS]);

/**
 * A display name as prompts and memories may hold it; `null` when nothing usable is left. People choose their names
 * freely, so a name is text of an attacker: it is letters, marks and digits with `'`, `-`, `.` and `_`, at most 40
 * characters and four words, and neither a role nor an order.
 */
export function cleanName(writtenName: string): string | null {
  // A display name has a few words; what is longer is cut before any work is done on it.
  const name = writtenName
    .slice(0, 4 * MAX_LENGTH)
    .toWellFormed()
    .normalize("NFKC")
    .replace(UNSEEN, "")
    .replaceAll("’", "'")
    .replace(OTHER, " ")
    .trim();
  const words = name.split(" ");
  if (writtenName.length > 4 * MAX_LENGTH || name.length > MAX_LENGTH || words.length > MAX_WORDS)
    return null;
  if (!/\p{L}/u.test(name) || (name.match(CJK)?.length ?? 0) > MAX_CJK) return null;
  const lower = name.toLowerCase();
  if (ROLE_NAMES.has(lower) || RANKS.has(simple(lower))) return null;
  if (words.length > 1 && ENGLISH_ORDERS.test(name)) return null;
  if (CHINESE_ORDERS.test(simple(name)) || looksLikeInstruction(name) !== null) return null;
  // A full stop belongs to an initial or a title; behind a word it ends a sentence.
  return /[\p{L}\p{N}]{4}\. /u.test(name) ? null : name;
}

/** The name in an account id that is called like a person: `alice` is Alice, `u_8231` is nobody. */
export function nameInAccount(account: string): string | null {
  if (callNames(account).length === 0) return null;
  const name = cleanName(account);
  return name !== null && /^[a-z]+$/.test(name) ? capital(name) : name;
}

/** With a capital at its beginning. */
export function capital(word: string): string {
  const [first = ""] = word;
  return first.toUpperCase() + word.slice(first.length);
}
