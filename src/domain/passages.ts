import { estimateTokens } from "./budget.ts";

/** How much of a message is read, in UTF-16 units. A longer text was pasted, and only its beginning is read. */
export const LONGEST_READ = 20_000;

/** The part of a message that is read: of an assistant's the end, where it asks something. */
export function partRead(role: string, text: string): string {
  return role === "assistant" ? text.slice(-LONGEST_READ) : text.slice(0, LONGEST_READ);
}

/** That part with blanks for the rest, so that every position means the same place as in the message. */
export function inPlace(role: string, part: string, length: number): string {
  return role === "assistant" ? part.padStart(length) : part.padEnd(length);
}

/** A text, or of a long one its beginning and its end, with this many characters each. */
export function endsOf(text: string, characters: number): string {
  if (text.length <= 2 * characters) return text;
  return `${text.slice(0, characters)}\n${text.slice(-characters)}`;
}

/** About what the embedding models read well; a little more stays whole. */
const PASSAGE_TOKENS = 200;
const WHOLE_TOKENS = 250;
/** A long text gives no more vectors than this; what lies behind is found by its words, as far as those are indexed. */
const MAX_PASSAGES = 64;

/**
 * A long text in passages of whole sentences; it scores as its best one. A short text is one passage, itself. The
 * passages are substrings in order, so together they say what the text says.
 */
export function passages(text: string): string[] {
  if (text.length <= 4 * WHOLE_TOKENS && estimateTokens(text) <= WHOLE_TOKENS) return [text];
  const passageTexts: string[] = [];
  let current = "";
  let tokens = 0;
  for (const sentence of sentences(text)) {
    const cost = estimateTokens(sentence);
    if (tokens > 0 && tokens + cost > PASSAGE_TOKENS) {
      passageTexts.push(current);
      if (passageTexts.length === MAX_PASSAGES) return passageTexts;
      current = "";
      tokens = 0;
    }
    current += sentence;
    tokens += cost;
  }
  return current.trim() === "" ? passageTexts : [...passageTexts, current];
}

/** Sentences with what follows them; one that is longer than a passage is cut where a word ends. */
function* sentences(text: string): Generator<string> {
  for (const [sentence] of text.matchAll(/[^.!?。！？\n]*[.!?。！？\n]*\s*/g)) {
    if (sentence === "") continue;
    for (let from = 0; from < sentence.length; ) {
      const end = cutAt(sentence, from);
      yield sentence.slice(from, end);
      from = end;
    }
  }
}

function cutAt(sentence: string, from: number): number {
  // A token has at most four characters in this estimate and at least half of one.
  const rest = sentence.length - from;
  const fits = rest <= 4 * PASSAGE_TOKENS && estimateTokens(sentence.slice(from)) <= PASSAGE_TOKENS;
  if (fits) return sentence.length;
  let end = from + PASSAGE_TOKENS;
  while (end < sentence.length && estimateTokens(sentence.slice(from, end + 40)) <= PASSAGE_TOKENS) end += 40;
  const space = sentence.lastIndexOf(" ", end);
  if (space > from + PASSAGE_TOKENS / 2) return space + 1;
  // Not inside of a surrogate pair.
  return sentence.codePointAt(end - 1)! > 0xffff ? end + 1 : end;
}
