import type { SourceEvent } from "../../domain/candidate.ts";
import { LONGEST_READ } from "../../domain/passages.ts";
import { ownWords } from "../../language/handed-over.ts";
import { sentences } from "../../language/shared/sentences.ts";
import { terms } from "../../language/terms.ts";

/** Words that a message hands on: in quotation marks, on quoted lines, in code, or in the name of somebody else. */
const HANDED_ON = [
  /(?:```|~~~)(?:(?!```|~~~)[\s\S])*(?:```|~~~)?/g,
  /^[ \t]*(?:>|&gt;).*$/gm,
  /^[ \t]*[[(<*#]*(?:system|assistant|developer|tool|系统|助手|管理员)(?: (?:message|prompt|note))?[\])>*]*[ \t]*[:：].*$/gim,
] as const;
const OPENING = /["“「『«]/g;
const CLOSING: Readonly<Record<string, string>> = { '"': '"', "“": "”", "「": "」", "『": "』", "«": "»" };
const LONGEST_QUOTATION = 600;
const SENTENCE_END = /[.!?。！？\n]/;

/**
 * Whether all that speaks for a claim is in words that the speaker only handed on: "got this mail: '…', is it spam?"
 * makes nothing true of who asks. A title in quotation marks is no such case: there the sentence around it speaks too.
 */
export function isOnlyQuoted(claim: string, whole: string, [start, end]: readonly [number, number]): boolean {
  // The rest was not read, and is blank.
  const text = whole.slice(0, Math.max(LONGEST_READ, end));
  let own = text;
  for (const pattern of HANDED_ON) own = own.replace(pattern, (found) => "\u0000".repeat(found.length));
  own = withoutPayload(text, withoutQuotations(own));
  if (own === text) return false;
  // The sentence around the words, where a quotation is one word of it.
  let [from, to] = [start, end];
  while (from > 0 && !SENTENCE_END.test(own[from - 1]!)) from -= 1;
  while (to < own.length && !SENTENCE_END.test(own[to]!)) to += 1;
  const wanted = new Set(terms(claim));
  const said = (words: string): Set<string> => new Set(terms(words).filter((term) => wanted.has(term)));
  let handedOn = "";
  for (let at = from; at < to; at += 1) handedOn += own[at] === "\u0000" ? text[at] : " ";
  const [quoted, spoken] = [said(handedOn), said(own.slice(from, to).replaceAll("\u0000", " "))];
  if (quoted.size === 0 || spoken.size === 0) return quoted.size > 0;
  // A word of it outside makes a whole sentence no more the speaker's own: "weird mail about invoices: …".
  const onlyQuoted = [...quoted].filter((term) => !spoken.has(term)).length;
  const onlySpoken = [...spoken].filter((term) => !quoted.has(term)).length;
  return isSentence(handedOn) && onlyQuoted > 0 && onlyQuoted > onlySpoken;
}

/** An expression would look for the closing mark from each opening one again; here it is looked for once. */
function withoutQuotations(text: string): string {
  const found = new Map<string, number>();
  const next = (mark: string, from: number): number => {
    const known = found.get(mark) ?? -1;
    if (known >= from) return known;
    const at = text.indexOf(mark, from);
    found.set(mark, at < 0 ? Number.POSITIVE_INFINITY : at);
    return found.get(mark)!;
  };
  let own = "";
  let done = 0;
  for (const { 0: mark, index } of text.matchAll(OPENING)) {
    const end = next(CLOSING[mark]!, index + 1);
    const length = end - index - 1;
    if (index < done || length === 0 || length > LONGEST_QUOTATION || next("\n", index + 1) < end) continue;
    own += text.slice(done, index) + "\u0000".repeat(length + 2);
    done = end + 1;
  }
  return own + text.slice(done);
}

/** A text to translate or to correct, a story: handed over, too. */
function withoutPayload(text: string, own: string): string {
  const read = text.slice(0, LONGEST_READ);
  const spoken = ownWords(read);
  if (spoken === read) return own;
  const ownCharacters = Array.from({ length: read.length }, (_, at) =>
    spoken[at] === text[at] ? own[at] : "\u0000",
  );
  return ownCharacters.join("") + own.slice(read.length);
}

/** Longer than a title, or somebody speaks in it. */
function isSentence(quoted: string): boolean {
  return (
    /\b(?:i|i'm|my|me|we|our|you|your|please|always|never)\b|[我你您咱请]/iu.test(quoted) ||
    terms(quoted).length > LONGEST_TITLE
  );
}

const LONGEST_TITLE = 12;

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
    const wanted = new Set(terms(withoutSubject(claim, names)));
    if (wanted.size === 0) return false;
    const read = text.slice(0, LONGEST);
    return sentences(read).some(({ text: sentence, start }) => {
      if (NEGATION.test(sentence) !== NEGATION.test(claim)) return false;
      const mark = /^\s*[?？]/.exec(read.slice(start + sentence.length))?.[0] ?? "";
      if (QUESTION.test(sentence + mark.trim()) || UNSURE.test(sentence) !== UNSURE.test(claim)) return false;
      const there = new Set(terms(withoutSubject(sentence, names)));
      if (![...wanted].every((term) => there.has(term))) return false;
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
