import { firstUnits } from "../domain/text.ts";
import { chineseWords } from "./chinese/words.ts";
import { stem } from "./english/stem.ts";
import { englishWords } from "./english/words.ts";
import { regex } from "./shared/words.ts";

export const STOP_WORDS: ReadonlySet<string> = new Set(
  `${englishWords.stopWords} ${chineseWords.stopWords}`.trim().split(/\s+/),
);

/** The longest term, in UTF-16 units; what is longer (a hash, a data URL) is known by its beginning. */
const MAX_TERM = 64;

const NOT_ASCII = /[\u0080-\uffff]/;
const ASCII_WORD = /[a-z0-9]+(?:'[a-z0-9]+)*/g;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:'[\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu;
const ENGLISH = /^[a-z]+$/;

/** Typographic characters in English text; once they are plain ASCII, most texts take the fast path. */
const QUOTES = /[\u2018\u2019]/g;
const DASHES = /[\u2013\u2014\u201c\u201d\u2026]/g;
/** Symbols, before NFKC makes letters of them (™ would give "tm"), and keycaps, which are digits with marks. */
const SYMBOLS = /\p{S}|[0-9#*]\ufe0f?\u20e3/gu;
/** Nobody sees these inside a word: soft hyphens, joiners, the selector after an emoji. U+200B parts words. */
const INVISIBLE = /(?!\u200b)[\p{Default_Ignorable_Code_Point}\p{Me}]/gu;
/** NFKC leaves U+02BC; Ukrainian and others write it for an apostrophe. */
const LETTER_APOSTROPHE = /\u02bc/g;
/** "Alice's" is about Alice, "he'll" about him; "don't" and "O'Brien" are one word. */
const CLITIC = /'(?:s|re|ve|ll|d|m)$/;

// Script extensions, because the long-vowel mark of ラーメン belongs to two scripts.
export const CJK = "\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}";
const SOUTH_EAST = "\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}";
const UNSPACED = regex.u`[${CJK}${SOUTH_EAST}]`;
const PIECES = regex.gu`([${CJK}]+)|([${SOUTH_EAST}]+)|[^${CJK}${SOUTH_EAST}]+`;
const LEADING_MARKS = /^\p{M}+/u;

/**
 * The words by which a text is found: one function for the index and for the query, so that both sides agree.
 * Repeats are kept, they are the term frequency. A term holds letters, digits and marks only.
 */
export function terms(text: string): string[] {
  const out: string[] = [];
  const plain = NOT_ASCII.test(text) ? text.replace(QUOTES, "'").replace(DASHES, " ") : text;
  if (!NOT_ASCII.test(plain)) {
    for (const word of plain.toLowerCase().match(ASCII_WORD) ?? []) addWord(withoutApostrophes(word), out);
    return out;
  }
  const clean = normaliseText(plain);
  const unspaced = UNSPACED.test(clean);
  for (const match of clean.match(WORD) ?? []) {
    const word = withoutApostrophes(match);
    if (unspaced && UNSPACED.test(word)) addPieces(word, out);
    else addWord(word, out);
  }
  return out;
}

function normaliseText(text: string): string {
  const letters = text.replace(SYMBOLS, " ").normalize("NFKC").toLowerCase();
  return letters.replace(INVISIBLE, "").replace(LETTER_APOSTROPHE, "'");
}

function withoutApostrophes(word: string): string {
  return word.includes("'") ? word.replace(CLITIC, "").replaceAll("'", "") : word;
}

function addWord(word: string, out: string[]): void {
  if (STOP_WORDS.has(word)) return;
  const term = firstUnits(word, MAX_TERM);
  out.push(ENGLISH.test(term) ? stem(term) : term);
}

/** A run without spaces may mix scripts: iPhone手机, 2024年. */
function addPieces(word: string, out: string[]): void {
  for (const [piece, cjk, southEast] of word.matchAll(PIECES)) {
    if (cjk !== undefined) addCjk(cjk, out);
    else if (southEast !== undefined) for (const { segment } of segments(southEast)) addWord(segment, out);
    else {
      const rest = piece.replace(LEADING_MARKS, "");
      if (rest !== "") addWord(rest, out);
    }
  }
}

const SURROGATE = /[\ud800-\udfff]/;

/**
 * All pairs of characters, so that 北京 is found inside 我住在北京市 whatever the dictionary thinks, and
 * the dictionary's words of other lengths: 猫 in 养猫, which no pair would find, and 3 or more as a sharper hit.
 */
function addCjk(run: string, out: string[]): void {
  // Nearly always each character is one unit; cutting then is faster than joining.
  const units = !SURROGATE.test(run);
  const characters = units ? run : [...run];
  if (characters.length === 1) {
    addWord(run, out);
    return;
  }
  for (let i = 1; i < characters.length; i += 1) {
    const pair = units ? run.slice(i - 1, i + 1) : characters[i - 1]! + characters[i]!;
    if (!STOP_WORDS.has(pair)) out.push(pair);
  }
  for (const { segment } of segments(run)) {
    const length = units ? segment.length : [...segment].length;
    if (length !== 2) addWord(segment, out);
  }
}

let segmenter: Intl.Segmenter | undefined;

/** The dictionaries depend on the script. The locale is fixed, so that the machine's own makes no difference. */
export function segments(run: string): Iterable<Intl.SegmentData> {
  segmenter ??= new Intl.Segmenter("zh", { granularity: "word" });
  return segmenter.segment(run);
}

/** Words that add nothing to what is said: "now", "really", 现在. */
const FILLERS: ReadonlySet<string> = new Set(
  terms(`${englishWords.marks.drop} ${chineseWords.marks.drop}`.replaceAll(",", " ")),
);

/** A memory calls the speaker by name. */
const SELF = /[我咱俺]们?/gu;

/** The words of a text that tell something, each once. */
export function tellingTerms(text: string): string[] {
  return [...new Set(terms(text.replace(SELF, " ")))].filter((word) => !FILLERS.has(word));
}
