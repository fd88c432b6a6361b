import { chineseAsking } from "./chinese/asking.ts";
import { chineseSaying, mayBeCoreInChinese, mayUpdateInChinese } from "./chinese/saying.ts";
import { englishAsking } from "./english/asking.ts";
import { englishSaying, mayBeCoreInEnglish, mayUpdateInEnglish } from "./english/saying.ts";
import type { Asking, Saying } from "./language.ts";

const HAN = /\p{sc=Han}/u;

/** Chat is read by its beginning: nobody puts what a question is about behind 2,000 characters. */
const LONGEST = 2_000;

/** The question's own words, in whichever of the languages they are. */
export function readAsking(text: string): Asking {
  const read = text.slice(0, LONGEST);
  const english = englishAsking(read);
  if (!HAN.test(read)) return english;
  const chinese = chineseAsking(read);
  return {
    self: english.self || chinese.self,
    us: english.us || chinese.us,
    anybody: english.anybody || chinese.anybody,
    shared: english.shared || chinese.shared,
    task: english.task || chinese.task,
    overview: english.overview || chinese.overview,
  };
}

/** A piece of a message by the language of its script, or of the sentence it stands in. */
export function readSaying(piece: string, isChinese: boolean = HAN.test(piece)): Saying {
  const read = piece.slice(0, LONGEST);
  return isChinese ? chineseSaying(read) : englishSaying(read);
}

/** A quick look, before a message is read sentence by sentence: most messages change nothing. */
export function mayUpdate(text: string): boolean {
  const read = text.slice(0, LONGEST);
  return HAN.test(read) ? mayUpdateInChinese(read) : mayUpdateInEnglish(read);
}

/** The same for what belongs in every prompt. */
export function mayBeCore(text: string): boolean {
  const read = text.slice(0, LONGEST);
  return HAN.test(read) ? mayBeCoreInChinese(read) : mayBeCoreInEnglish(read);
}
