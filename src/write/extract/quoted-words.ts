import { LONGEST_READ } from "../../domain/passages.ts";
import { withoutPastedText } from "../../language/handed-over.ts";
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
  let ownText = text;
  for (const pattern of HANDED_ON)
    ownText = ownText.replace(pattern, (found) => "\u0000".repeat(found.length));
  ownText = withoutPayload(text, withoutQuotations(ownText));
  if (ownText === text) return false;
  // The sentence around the words, where a quotation is one word of it.
  let [from, to] = [start, end];
  while (from > 0 && !SENTENCE_END.test(ownText[from - 1]!)) from -= 1;
  while (to < ownText.length && !SENTENCE_END.test(ownText[to]!)) to += 1;
  const claimTerms = new Set(terms(claim));
  const said = (words: string): Set<string> => new Set(terms(words).filter((term) => claimTerms.has(term)));
  let handedOn = "";
  for (let at = from; at < to; at += 1) handedOn += ownText[at] === "\u0000" ? text[at] : " ";
  const [quoted, spoken] = [said(handedOn), said(ownText.slice(from, to).replaceAll("\u0000", " "))];
  if (quoted.size === 0 || spoken.size === 0) return quoted.size > 0;
  // A word of it outside makes a whole sentence no more the speaker's own: "weird mail about invoices: …".
  const onlyQuoted = [...quoted].filter((term) => !spoken.has(term)).length;
  const onlySpoken = [...spoken].filter((term) => !quoted.has(term)).length;
  return isSentence(handedOn) && onlyQuoted > 0 && onlyQuoted > onlySpoken;
}

/** An expression would look for the closing mark from each opening one again; here it is looked for once. */
function withoutQuotations(text: string): string {
  const positions = new Map<string, number>();
  const next = (mark: string, from: number): number => {
    const position = positions.get(mark) ?? -1;
    if (position >= from) return position;
    const at = text.indexOf(mark, from);
    positions.set(mark, at < 0 ? Number.POSITIVE_INFINITY : at);
    return positions.get(mark)!;
  };
  let ownText = "";
  let done = 0;
  for (const { 0: mark, index } of text.matchAll(OPENING)) {
    const end = next(CLOSING[mark]!, index + 1);
    const length = end - index - 1;
    if (index < done || length === 0 || length > LONGEST_QUOTATION || next("\n", index + 1) < end) continue;
    ownText += text.slice(done, index) + "\u0000".repeat(length + 2);
    done = end + 1;
  }
  return ownText + text.slice(done);
}

/** A text to translate or to correct, a story: handed over, too. */
function withoutPayload(text: string, ownText: string): string {
  const read = text.slice(0, LONGEST_READ);
  const spoken = withoutPastedText(read);
  if (spoken === read) return ownText;
  const ownCharacters = Array.from({ length: read.length }, (_, at) =>
    spoken[at] === text[at] ? ownText[at] : "\u0000",
  );
  return ownCharacters.join("") + ownText.slice(read.length);
}

/** Longer than a title, or somebody speaks in it. */
function isSentence(quoted: string): boolean {
  return (
    /\b(?:i|i'm|my|me|we|our|you|your|please|always|never)\b|[我你您咱请]/iu.test(quoted) ||
    terms(quoted).length > LONGEST_TITLE
  );
}

const LONGEST_TITLE = 12;
