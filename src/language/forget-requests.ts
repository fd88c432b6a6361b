import { LONGEST_READ } from "../domain/longest-read.ts";
import { chinese } from "./chinese/chinese.ts";
import { english } from "./english/english.ts";
import type { ForgetRequest } from "./shared/talk.ts";

/** A longer sentence is no request. */
const LONGEST_SENTENCE = 300;
const CUE =
  /forget|delete|erase|remove|wipe|scrub|discard|\bbin\b|remember|stor(?:e|ing)\b|sav(?:e|ing)\b|keep|record|never (?:said|mentioned|told)|didn'?t (?:say|hear|tell|see)|last (?:message|msg)|忘|删|抹|清[除掉]|划掉|记|当.{0,6}没/iu;
const END = /[.!?。！？\n]+/u;
const HAN = /\p{sc=Han}/u;

/** The requests to forget in a message, in order. Empty for nearly all messages. */
export function forgetRequests(message: string): ForgetRequest[] {
  const text = message.slice(0, LONGEST_READ);
  if (!CUE.test(text)) return [];
  const found: ForgetRequest[] = [];
  for (const piece of text.replace(/[^\S\n]+/gu, " ").split(END)) {
    const sentence = piece.trim();
    if (sentence === "" || sentence.length > LONGEST_SENTENCE || !CUE.test(sentence)) continue;
    const request = (HAN.test(sentence) ? chinese : english).forgetRequest(sentence);
    if (request !== undefined) found.push(request);
  }
  // "That business with Andrew … Kindly forget I mentioned it": what was named is what is meant.
  const named = found.filter(({ about }) => about !== null);
  return named.length > 0 ? named : found.slice(0, 1);
}
