import { chinese } from "./chinese/chinese.ts";
import { simple } from "./chinese/script.ts";
import { english } from "./english/english.ts";
import type { Asking, Saying } from "./language.ts";
import { HAN } from "./shared/words.ts";

/** Chat is read by its beginning: nobody puts what a question is about behind 2,000 characters. */
const LONGEST = 2_000;

/** The aspects of a person for an overview, in the language of the question. */
export function aspectsFor(question: string): readonly string[] {
  return HAN.test(question) ? chinese.aspects : english.aspects;
}

/** Example sentences of the core, in all languages. */
export const CORE_LIKENESS: readonly string[] = [...english.coreLikeness, ...chinese.coreLikeness];

/** The question's own words, in whichever of the languages they are: people mix them. */
export function readAsking(text: string): Asking {
  const read = text.slice(0, LONGEST);
  const asked = english.asking(read);
  if (!HAN.test(read)) return asked;
  const other = chinese.asking(simple(read));
  return {
    self: asked.self || other.self,
    us: asked.us || other.us,
    anybody: asked.anybody || other.anybody,
    shared: asked.shared || other.shared,
    task: asked.task || other.task,
    overview: asked.overview || other.overview,
  };
}

/** A piece of a message by the language of its script, or of the sentence it stands in. */
export function readSaying(piece: string, isChinese: boolean = HAN.test(piece)): Saying {
  const read = piece.slice(0, LONGEST);
  return isChinese ? chinese.saying(simple(read)) : english.saying(read);
}

export function mayUpdate(text: string): boolean {
  const read = text.slice(0, LONGEST);
  return HAN.test(read) ? chinese.mayUpdate(simple(read)) : english.mayUpdate(read);
}

export function mayBeCore(text: string): boolean {
  const read = text.slice(0, LONGEST);
  return HAN.test(read) ? chinese.mayBeCore(simple(read)) : english.mayBeCore(read);
}
