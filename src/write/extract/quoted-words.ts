import { terms } from "../../domain/terms.ts";

/** Words that a message hands on: in quotation marks, on quoted lines, in code, or in the name of somebody else. */
const HANDED_ON = [
  /(?:```|~~~)[\s\S]*?(?:```|~~~|$)/g,
  /^[ \t]*(?:>|&gt;).*$/gm,
  /^[ \t]*[[(<*#]*(?:system|assistant|developer|tool|系统|助手|管理员)(?: (?:message|prompt|note))?[\])>*]*[ \t]*[:：].*$/gim,
  /"[^"\n]{1,600}"|“[^”\n]{1,600}”|「[^」\n]{1,600}」|『[^』\n]{1,600}』|«[^»\n]{1,600}»/g,
] as const;
const SENTENCE_END = /[.!?。！？\n]/;

/**
 * Whether all that speaks for a claim is in words that the speaker only handed on: "got this mail: '…', is it spam?"
 * makes nothing true of who asks. A title in quotation marks is no such case: there the sentence around it speaks too.
 */
export function isOnlyQuoted(claim: string, text: string, [start, end]: readonly [number, number]): boolean {
  let own = text;
  for (const pattern of HANDED_ON) own = own.replace(pattern, (found) => "\u0000".repeat(found.length));
  if (own === text) return false;
  // The sentence around the words, where a quotation is one word of it.
  let [from, to] = [start, end];
  while (from > 0 && !SENTENCE_END.test(own[from - 1]!)) from -= 1;
  while (to < own.length && !SENTENCE_END.test(own[to]!)) to += 1;
  const wanted = new Set(terms(claim));
  const speaks = (words: string): boolean => terms(words).some((term) => wanted.has(term));
  let handedOn = "";
  for (let at = from; at < to; at += 1) handedOn += own[at] === "\u0000" ? text[at] : " ";
  return speaks(handedOn) && !speaks(own.slice(from, to).replaceAll("\u0000", " "));
}
