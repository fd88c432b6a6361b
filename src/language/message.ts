import type { Span } from "../domain/text.ts";
import { PLACEHOLDERS } from "../domain/text.ts";
import { withoutBlocks } from "../domain/without-injected.ts";
import { simple } from "./chinese/script.ts";
import { speakersWords, withoutPastedText } from "./handed-over.ts";
import type { Saying } from "./language.ts";
import { readSaying } from "./languages.ts";
import { mask } from "./shared/mask.ts";
import { isSecret } from "./shared/secret.ts";
import { looksForged } from "./suspicion.ts";
import { tellingTerms } from "./terms.ts";

/** A user's message as somebody reads it who may quote it later. */
export interface ParsedMessage {
  /** The speaker's own sentences; none of a message that gives hidden or forged orders. */
  readonly statements: readonly Piece[];
  /** It holds nothing but them: nothing quoted, pasted, answered to or cut out, and no order to remember or forget. */
  readonly whole: boolean;
  /** It says that something is not, or no longer, as stated before. */
  readonly updates: boolean;
  /** It takes back what was said just before. */
  readonly takesBack: boolean;
}

const NOTHING: ParsedMessage = { statements: [], whole: false, updates: false, takesBack: false };

/** Somebody else's message that is answered to, as clients quote it. */
const ANSWERED = /^(?:>|&gt;|「[^」]{1,400}」[\s—-]{0,9}$)/u;

/** A line that clients put before an answer to it. */
const QUOTED_LINE = /^[ \t]*(?:>|&gt;)/m;

/** The characters that `mask` leaves in place of quoted words, and around short names and titles. */
const HIDDEN = /[\ue000-\uf8ff]{1,600}/g;
/** An address or a piece of code that somebody names, as long as a person would copy it. */
const NAMED = /^(?:https?:|`).{1,200}$/i;
const MARK = /\u200b/g;

/** `handedOver`: the stretches that were judged not to be the speaker's; `null` where nobody has judged the message. */
export function readMessage(message: string, handedOver: readonly Span[] | null = null): ParsedMessage {
  if (looksForged(message) !== null) return NOTHING;
  // At the places where they stand in the message.
  const ownText = speakersWords(withoutBlocks(message), handedOver);
  const { text, restore } = mask(ownText);
  const restoreNamed = (hidden: string): string => {
    const original = restore(hidden);
    return NAMED.test(original) ? original : "…";
  };
  const all = pieces(text).map((piece) => {
    const readable = (hidden: string): string => hidden.replace(MARK, '"').replace(/ {2,}/g, " ");
    const plain = readable(piece.text.replace(HIDDEN, "…"));
    const exact = readable(piece.text.replace(HIDDEN, restoreNamed));
    return { ...piece, text: plain, ...(exact === plain ? {} : { exact }) };
  });
  const ownPieces = all.filter(isOwn);
  return {
    statements: ownPieces,
    whole:
      ownText === message &&
      text.search(HIDDEN) < 0 &&
      ownText.search(QUOTED_LINE) < 0 &&
      withoutPastedText(text) === text &&
      ownPieces.length === all.length,
    updates: ownPieces.some(({ saying }) => saying.update),
    takesBack: all[0]?.saying.takesBack === true,
  };
}

function isOwn({ text, saying }: Piece): boolean {
  return (
    !saying.command &&
    !PLACEHOLDERS.some((mark) => text.includes(mark)) &&
    !ANSWERED.test(text) &&
    !isSecret(text)
  );
}

/** A sentence of a message and what it says. */
export interface Piece {
  readonly text: string;
  /** The same with the addresses and the code in it, where it has any. */
  readonly exact?: string;
  readonly start: number;
  readonly end: number;
  readonly saying: Saying;
}

const END = /[.!?…]{1,9}["'”’)\]]{0,3}(?=\s|$)|[。！？]{1,9}[”」』）]{0,2}|\n{1,9}/g;
const ABBREVIATION = /(?:^|[\s(])(?:mr|mrs|ms|dr|st|prof|sr|jr|vs|approx|no|dept|\p{L})\.$/iu;
/** A longer message is a document: nobody reads it sentence by sentence. */
const MAX_PIECES = 60;

/** A message in sentences. */
function pieces(text: string): Piece[] {
  const result: Piece[] = [];
  let from = 0;
  for (const cut of [...sentenceEnds(text), text.length]) {
    if (result.length === MAX_PIECES - 1 && cut < text.length) continue;
    const piece = pieceOf(text, from, cut);
    if (piece !== null) result.push(piece);
    from = cut;
  }
  return result;
}

function* sentenceEnds(text: string): Iterable<number> {
  for (const match of text.matchAll(END)) {
    const end = match.index + match[0].length;
    if (match[0] === "." && ABBREVIATION.test(text.slice(Math.max(0, end - 8), end))) continue;
    yield end;
  }
}

function pieceOf(text: string, from: number, to: number): Piece | null {
  const whole = trimSpan(text, from, to);
  if (whole === null) return null;
  return piece(text, whole, readSaying(text.slice(...whole)));
}

/** "…, and the statin at night", 还有他汀晚上吃: what follows can be understood by itself. */
const ANOTHER_THOUGHT =
  /[,;] (?=(?:and|but|also|plus|while)\b)|[，,；;\s](?=[我俺咱]|也|还|另外|而且|同时)/giu;
/** One word tells nothing by itself. */
const LEAST_TERMS = 2;

/** The thoughts of a sentence that hold none of these words, the first one left out: the others lean on it. */
export function otherThoughts({ text, start, saying }: Piece, without: ReadonlySet<string>): Piece[] {
  const begins = [...text.matchAll(ANOTHER_THOUGHT)].map(({ index }) => index + 1);
  return begins.flatMap((from, i): Piece[] => {
    const whole = trimSpan(text, from, begins[i + 1] ?? text.length);
    if (whole === null) return [];
    const words = tellingTerms(text.slice(...whole));
    if (words.length < LEAST_TERMS || words.some((word) => without.has(word))) return [];
    const [begin, end] = whole;
    return [{ text: text.slice(begin, end), start: start + begin, end: start + end, saying }];
  });
}

function piece(text: string, [start, end]: Span, saying: Saying): Piece {
  return { text: text.slice(start, end), start, end, saying };
}

/** A part without the spaces around it; `null` when no word is in it. */
function trimSpan(text: string, from: number, to: number): Span | null {
  let [start, end] = [from, to];
  while (start < end && /\s/.test(text[start]!)) start += 1;
  while (end > start && /\s/.test(text[end - 1]!)) end -= 1;
  return /[\p{L}\p{N}]/u.test(text.slice(start, end)) ? [start, end] : null;
}

/** A message that wants something: a reason, an idea, a name. */
const WANTS =
  /[?？]|\b(?:any ideas?|any tips|can you|could you|help me|how|why|what|which)\b|帮我|怎么|咋|什么|啥|吗|推荐|哪个|求/iu;

/** How somebody takes up what they were answered. */
const TAKES_UP =
  /^(?:(?:oh|ah|ooh|haha|ok|okay)[\s,.!]{1,3})?(?:yep|yup|yes|yeah|ya|perfect|great|nice|that'?s it|that was it|let'?s|lets|sounds|deal|done|i'?ll (?:take|go)|going with|went with)\b|^(?:哦|嗯|啊|哈)*[，,！!\s]{0,3}(?:对(?!了)|就(?:这|它|用|选|叫|定)|是的|果然|还真是|那就|定了|好主意|听你的)|^[\p{L}\p{N}]{1,12}(?:不错|可以|挺好|好听|就行|[！!，,\s]{1,2}就(?:这|它|用|选|叫|定))|^(?:(?:ok|okay|so|right|yes|yeah)[\s,]{1,2})?[\p{L}\p{N}'’-]{2,20}(?: [\p{L}\p{N}'’-]{1,20}){0,3}(?: it is(?=[.!,]|$)|, yes\b)/iu;

const QUESTION_MARK = /[?？]\s{0,4}$/u;

/** Whether a message ends as a question. */
export function asks(text: string): boolean {
  return QUESTION_MARK.test(text);
}

/** Whether a message wants an answer that its author may take up. */
export function wantsAnswer(text: string): boolean {
  return WANTS.test(simple(text));
}

/** "Yep that was it, two pods", marina不错！就这个: without the question before it nobody knows what it is about. */
export function takesUp(text: string): boolean {
  return TAKES_UP.test(simple(text));
}

/** Words before which something else was said: nobody begins with "she", "in the end" or 结果. */
const LEANS_BACK =
  /^(?:(?:and|but|oh|ok|okay|yeah|haha|lol|well|anyway|btw|done|right|true|sure|fine|thanks|(?:good|nice) (?:thought|idea|point|call|one|shout))[\s,.!]{1,3}){0,3}(?:he|she|it|they|his|hers?|its|theirs?|that|this|those|these|so|because|cause|cuz|which|then|turns out|in the end|ended up|finally|eventually)(?:['’](?:s|ll|d|re|ve))?\b|^(?:and|but)\b|^(?:哦|嗯|啊|哈|对了|反正|其实){0,2}[，,\s]{0,2}(?:他|她|它|这|那|结果|所以|因为|不过|但是?|而且|然后|后来|就是|最后|最终)/iu;

/** Whether a message cannot be understood without what its author said just before. */
export function leansBack(text: string): boolean {
  return LEANS_BACK.test(simple(text));
}

const SOMEBODY = /^(?:(?:and|but|oh|so|also)[\s,]{1,2}){0,2}(?:he|she|his|her)\b|^[他她]/iu;

/** "She studies biology": who is meant was named a little before. */
export function pointsToSomebody(text: string): boolean {
  return SOMEBODY.test(simple(text));
}
