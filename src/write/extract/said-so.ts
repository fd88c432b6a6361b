import type { SourceEvent } from "../../domain/candidate.ts";
import { sentences } from "../../language/shared/sentences.ts";
import { terms } from "../../language/terms.ts";
import { isOnlyQuoted } from "./quoted-words.ts";

/** How much of a message is looked at: what is pasted behind it is no statement of the user's. */
const LONGEST = 4_000;
const NEGATION =
  /\b(?:not|no|never|none|nobody|nothing|without|cannot|stopped|quit|hardly)\b|n['’]t\b|[不没沒無无别別未]/iu;
const QUESTION =
  /[?？]$|[吗嗎么麼]$|^\W*(?:do|does|did|is|are|am|was|were|can|could|should|shall|will|would|what|who|where|when|why|how)\b/iu;
const UNSURE =
  /^\W*(?:if|suppose|imagine|what if)\b|\b(?:would|might|maybe|perhaps)\b|如果|要是|假如|也许|可能/iu;

/**
 * Whether one of the user's own messages says what a model wants to remember: every word of the claim but the user's
 * name stands in one sentence of it, which neither asks nor denies nor only hands on the words of somebody else.
 */
export function saidSo(claim: string, messages: readonly SourceEvent[]): boolean {
  return messages.some(({ role, type, text, name, actor }) => {
    if (role !== "user" || type !== "message") return false;
    const names = [name, actor].filter((one) => one !== null);
    const claimTerms = new Set(terms(withoutSubject(claim, names)));
    if (claimTerms.size === 0) return false;
    const read = text.slice(0, LONGEST);
    return sentences(read).some(({ text: sentence, start }) => {
      if (NEGATION.test(sentence) !== NEGATION.test(claim)) return false;
      const mark = /^\s*[?？]/.exec(read.slice(start + sentence.length))?.[0] ?? "";
      if (QUESTION.test(sentence + mark.trim()) || UNSURE.test(sentence) !== UNSURE.test(claim)) return false;
      const there = new Set(terms(withoutSubject(sentence, names)));
      if (![...claimTerms].every((term) => there.has(term))) return false;
      return !isOnlyQuoted(claim, read, [start, start + sentence.length]);
    });
  });
}

/** Without who it is about: the user says "I", and a model says a name. */
function withoutSubject(text: string, names: readonly string[]): string {
  let rest = text.replace(/\b(?:the )?user(?:['’]s)?\b|用户|使用者|[我他她您你]的?/giu, " ");
  for (const name of names) {
    for (const form of [name, name.toLowerCase()]) rest = rest.replaceAll(form, " ");
    rest = rest.replaceAll(name.charAt(0).toUpperCase() + name.slice(1), " ");
  }
  return rest.replace(/(?<=\s)['’]s\b/g, " ");
}
