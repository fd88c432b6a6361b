import type { Sentence } from "../sentences.ts";
import type { Read, Talk } from "../talk.ts";
export function readChinese(_sentence: Sentence, _talk: Talk): Read[] {
  return [];
}
