import type { SourceEvent } from "../domain/candidate.ts";
import { LONGEST_READ } from "../domain/passages.ts";
import type { Span } from "../domain/text.ts";
import { withoutAddress } from "./address.ts";
import { chinese } from "./chinese/chinese.ts";
import { simple, simplifyScript } from "./chinese/script.ts";
import { english } from "./english/english.ts";
import type { ForgetRequest } from "./language.ts";
import { mask } from "./shared/mask.ts";
import { sentences } from "./shared/sentences.ts";
import { HAN } from "./shared/words.ts";
import { terms } from "./terms.ts";

/** A longer sentence is no request. */
const LONGEST_SENTENCE = 300;
const CUE =
  /forget|delete|erase|remove|wipe|scrub|discard|\bbin\b|remember|stor(?:e|ing)\b|sav(?:e|ing)\b|keep|record|never (?:said|mentioned|told)|didn'?t (?:say|hear|tell|see)|last (?:message|msg)|忘|删|抹|清[除掉]|划掉|记|当.{0,6}没/iu;
const END = /[.!?。！？\n]+/u;
/** "Forget what I said about my salary, and forget that I earn 4200": the second one counts, too. */
const ANOTHER = /[,;] {0,2}(?:and |also ){0,2}(?=forget\b)/gi;

/** The requests to forget in a message, in order. Empty for nearly all messages. `names` are the bot's. */
export function forgetRequests(message: string, names: readonly string[] = []): ForgetRequest[] {
  const text = message.slice(0, LONGEST_READ);
  if (!CUE.test(simple(text))) return [];
  const requests: ForgetRequest[] = [];
  for (const piece of text.replace(/[^\S\n]+/gu, " ").split(END)) {
    const whole = piece.trim();
    const sentence = withoutAddress(whole, names) ?? whole;
    if (sentence === "" || sentence.length > LONGEST_SENTENCE || !CUE.test(simple(sentence))) continue;
    const request = HAN.test(sentence) ? inChinese(sentence) : english.forgetRequest(sentence);
    if (request !== undefined) requests.push(request);
    for (const { 0: link, index } of sentence.matchAll(ANOTHER)) {
      const other = english.forgetRequest(sentence.slice(index + link.length));
      if (other !== undefined && other.about !== null) requests.push(other);
    }
  }
  // "That business with Andrew … Kindly forget I mentioned it": what was named is what is meant.
  const specific = requests.filter(({ about }) => about !== null);
  return specific.length > 0 ? specific : requests.slice(0, 1);
}

/** Those of a user's message, in their own words: quoted or pasted text is no request. */
export function ownForgetRequests(
  { role, type, text }: Pick<SourceEvent, "role" | "type" | "text">,
  names: readonly string[],
): ForgetRequest[] {
  if (role !== "user" || type !== "message" || forgetRequests(text, names).length === 0) return [];
  const masked = mask(text);
  return forgetRequests(masked.text, names).map(({ about }) => ({
    about: about === null ? null : masked.restore(about),
  }));
}

function inChinese(sentence: string): ForgetRequest | undefined {
  const { text, back } = simplifyScript(sentence);
  const request = chinese.forgetRequest(text);
  return request === undefined || request.about === null
    ? request
    : { ...request, about: back(request.about) };
}

/** The share of the named words that a text must contain to be a match. */
const ENOUGH = 0.6;
/** Less will do where only one text holds it. */
const HALF = 0.5;

/** Characters that name nothing. */
const EMPTY_HAN = new Set("我你他她它的了是在有和跟与那这个事情件条句话说过就也都不没要给被把吧啊呢");
/** Words for the kind of thing rather than for which one it is. */
const EMPTY = new Set(
  terms("thing things stuff business story matter news part bit said told mentioned tell happened"),
);

/** A text that may be meant. */
export interface Nameable {
  readonly text: string;
  readonly terms: ReadonlySet<string>;
}

/** Words that a claim is made with and not about: by one of these alone nobody knows what was meant. */
const GENERIC = new Set(
  terms(
    "like likes love loves hate hates prefer prefers live lives work works working job have has own owns name named called " +
      "call favourite favorite want wants need needs use uses using eat eats drink drinks play plays go goes think know say " +
      "said tell make get take come feel new old good bad great day week month year time people person user friend family " +
      "home house city country thing lot always never often usually really very also remember forget please allergic birthday born",
  ),
);
/**
 * The texts that hold enough of what was named: "Andrew and the house", 借钱. None where it names nothing. Where none does,
 * the only one that holds half of it, or all its telling words: "I like gorgonzola" is "her favourite cheese is
 * Gorgonzola", and not "she likes hiking".
 */
export function textsNamed<T extends Nameable>(about: string, texts: readonly T[]): T[] {
  const han = HAN.test(about);
  const aboutTerms = han ? charactersOf(about) : wordsOf(about);
  if (aboutTerms.size === 0) return [];
  const shares = texts.map((one) => shareIn(one, aboutTerms, han));
  const enough = texts.filter((_, i) => shares[i]! >= ENOUGH);
  if (enough.length > 0) return enough;
  const telling = new Set(han ? [] : [...aboutTerms].filter((term) => !GENERIC.has(term)));
  const tellingShares = texts.map((one) => (telling.size === 0 ? 1 : shareIn(one, telling, han)));
  const half = texts.filter((_, i) => shares[i]! >= HALF && tellingShares[i]! > 0);
  if (half.length === 1) return half;
  const whole = telling.size === 0 ? [] : texts.filter((_, i) => tellingShares[i] === 1);
  return whole.length === 1 ? whole : [];
}

function wordsOf(about: string): Set<string> {
  return new Set(terms(about).filter((term) => !EMPTY.has(term)));
}

/** A Chinese name for it is short, and its characters stand apart: 借钱 is 借给老陈两万块钱. */
function charactersOf(about: string): Set<string> {
  return new Set(Array.from(about).filter((one) => /[\p{L}\p{N}]/u.test(one) && !EMPTY_HAN.has(one)));
}

function shareIn({ text, terms: held }: Nameable, aboutTerms: ReadonlySet<string>, han: boolean): number {
  const matches = [...aboutTerms].filter((one) => (han ? text.includes(one) : held.has(one)));
  return matches.length / aboutTerms.size;
}

/** Shorter words stand in many messages without being quoted there. */
const QUOTABLE = 6;
const QUOTED = /[「『“"]([^「」『』“”"]{4,400})[」』”"]|^[ ]*> ?(.+)$/gmu;

/** A message as it is compared with others: its letters and digits. */
export function quotable(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Whether a message repeats one of others word for word, in whole or in quotation marks. */
export function quotes(text: string, others: ReadonlySet<string>): boolean {
  const ownQuote = quotable(text);
  if (others.has(ownQuote) && ownQuote.length >= QUOTABLE) return true;
  const marked = [...text.matchAll(QUOTED)]
    .map(({ 1: words, 2: line }) => quotable((words ?? line)!.replace(/^[^:：]{1,30}[:：]/u, "")))
    .filter((part) => part.length >= QUOTABLE);
  for (const whole of others) {
    if (whole.length >= QUOTABLE && ownQuote.includes(whole)) return true;
    if (marked.some((part) => whole.includes(part))) return true;
  }
  return false;
}

const GENERIC_HAN =
  /^(?:[我你他她您的是在有了不也都很吃喝住叫用和跟去来想要会]|喜欢|讨厌|用户|名字|工作|生日|过敏|最喜|欢的|记住|忘记|忘掉|请忘)+$/u;

/**
 * The sentences of a text that speak of what a claim says: those with a word of it that is neither a common one nor
 * part of what other claims from the same text, which stay, say.
 */
export function mentionsOf(
  text: string,
  claim: string,
  { keptTexts, subject }: { readonly keptTexts: readonly string[]; readonly subject: string | null },
): Span[] {
  const common = new Set([...keptTexts, subject ?? ""].flatMap((one) => terms(one)));
  const telling = terms(claim).filter(
    (term) => !common.has(term) && !GENERIC.has(term) && !GENERIC_HAN.test(term),
  );
  if (telling.length === 0) return [];
  const tellingTerms = new Set(telling);
  return sentences(text).flatMap(({ text: sentence, start }) =>
    terms(sentence).some((term) => tellingTerms.has(term)) ? [[start, start + sentence.length] as const] : [],
  );
}
