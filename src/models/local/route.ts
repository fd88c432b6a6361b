import { CHINESE, ENGLISH, type LocalModel } from "./catalogue.ts";

/** How much of a text is looked at: a long one shows its language early. */
const SAMPLE = 2_000;
/**
 * One Han character says about as much as three letters of an alphabet do, so that 我在用 TypeScript 写代码 is
 * Chinese and "the word 茶 means tea" is not.
 */
const LETTERS_PER_HAN = 3;

const HAN = /\p{Script=Han}/gu;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const LETTER = /\p{L}/gu;

/**
 * The local model that fits a text: the Chinese one where most of the writing is Han, the English one otherwise.
 * Japanese writes Han too; a text with more than a tenth of kana is not Chinese.
 */
export function modelFor(text: string): LocalModel {
  const sample = text.slice(0, SAMPLE);
  const han = count(sample, HAN);
  if (han === 0) return ENGLISH;
  const kana = count(sample, KANA);
  if (kana * 10 > han + kana) return ENGLISH;
  const letters = count(sample, LETTER) - han;
  return han * LETTERS_PER_HAN > letters ? CHINESE : ENGLISH;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
