import { LONGEST_READ } from "../domain/passages.ts";
import type { Span } from "../domain/text.ts";
import { withoutAddress } from "./address.ts";
import { chinese } from "./chinese/chinese.ts";
import { simple } from "./chinese/script.ts";
import { english } from "./english/english.ts";
import { withoutPastedText } from "./handed-over.ts";
import { commandIn } from "./languages.ts";
import { mask } from "./shared/mask.ts";
import { type Sentence, sentences } from "./shared/sentences.ts";

/** Words that somebody asks to remember, without those that ask, and the sentence that holds them. */
export interface Requested {
  readonly words: string;
  readonly span: Span;
}

/** A quick look: nearly all messages ask for nothing. */
const CUE =
  /remember|memori[sz]e|\bnote\b|in mind|forget|reference|\b(?:save|store|record|write down|jot down|keep)\b|记|忘/iu;

/**
 * What a message asks to remember: "remember that I'm left-handed", 记住我不吃辣, and the sentence before a bare "remember
 * that". Only the speaker's own words ask; nothing else that is said becomes a memory by itself. `names` are the bot's, by
 * which a request may address it.
 */
export function requestedIn(message: string, names: readonly string[] = []): Requested[] {
  const read = message.slice(0, LONGEST_READ);
  if (!CUE.test(simple(read))) return [];
  const masked = mask(read);
  const requests: Requested[] = [];
  let before: Sentence | undefined;
  for (const sentence of sentences(withoutPastedText(masked.text))) {
    const claimSentence = asksToKeep(sentence.text, names) ? before : undefined;
    const words = claimSentence?.text ?? claimIn(sentence, names);
    if (words !== undefined) {
      const { start, text } = claimSentence ?? sentence;
      const end = start + text.length;
      const whole = text.endsWith(words) ? closeBracket(words, read[end]) : words;
      requests.push({ words: masked.restore(whole), span: [start, end] });
    }
    before = sentence.asks ? undefined : sentence;
  }
  return requests;
}

const BRACKETS: Readonly<Record<string, string>> = { ")": "(", "]": "[", "）": "（" };

/** A sentence is read without the marks around it: a bracket that closes one inside belongs to its words. */
function closeBracket(words: string, next: string | undefined): string {
  const open = next === undefined ? undefined : BRACKETS[next];
  const isOpen = open !== undefined && words.lastIndexOf(open) > words.lastIndexOf(next!);
  return isOpen ? `${words}${next}` : words;
}

function asksToKeep(words: string, names: readonly string[]): boolean {
  const sentence = withoutAddress(words, names) ?? words;
  return english.asksToKeep.test(sentence) || chinese.asksToKeep.test(simple(sentence));
}

/** Words with which people come to it. */
const LEAD =
  /^(?:(?:by the way|btw|actually|oh|hey|hi|well|also|and|so|but|ok|okay|fyi|guess what|one more thing|对了|顺便|另外|还有|哦|嗯)(?:[\s,，:：!！]{1,3}|(?=[请记别帮]))){1,4}/iu;
const MAX_LEADS = 60;
const CLAUSE = /[,，;；]/gu;
/** A request stands in one of the first clauses of a sentence. */
const MAX_CLAUSES = 8;

/** The words of a request that a sentence is, begins with, or ends with: "I have a dog, remember that". */
function claimIn({ text, asks }: Sentence, names: readonly string[]): string | undefined {
  const whole = asks ? `${text}?` : text;
  const first = claimToRemember(whole, names);
  if (first !== undefined) return first;
  for (const { index } of [...whole.matchAll(CLAUSE)].slice(0, MAX_CLAUSES)) {
    const rest = whole.slice(index + 1).trim();
    if (asksToKeep(rest.replace(LINK, ""), names)) return whole.slice(0, index);
    const claim = claimToRemember(rest, names);
    if (claim !== undefined) return claim;
  }
  return undefined;
}

const LINK = /^(?:so|and|but)\s/i;

function claimToRemember(words: string, names: readonly string[]): string | undefined {
  const lead = LEAD.exec(words.slice(0, MAX_LEADS))?.[0] ?? "";
  const request = words.slice(lead.length);
  const command = commandIn(withoutAddress(request, names) ?? request);
  if (command?.kind === "remember") return command.claim;
  return command?.kind === "remember_this" && command.about === null
    ? (command.words ?? undefined)
    : undefined;
}
