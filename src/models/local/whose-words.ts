import type { Span } from "../../domain/text.ts";

/**
 * How a text's tokens are read to tell whose words they are: what the tokenizer drops is put beside each token's vectors, a
 * small network gives its log-odds (`training/recipe/whose_words.py`), and sentences are judged as a whole.
 */

/** Numbers beside the vectors of a token, in the order in which the network was trained. */
export const TOKEN_FEATURES = 10;

/** Where each token stands in a text; `null` for one that stands nowhere, such as the first and the last. */
export function tokenSpans(tokens: readonly string[], text: string): (Span | null)[] {
  const { folded, origins } = fold(text);
  let at = 0;
  return tokens.map((token) => {
    const word = token.startsWith("##") ? token.slice(2) : token;
    if (SPECIAL.test(word)) return null;
    const position = folded.indexOf(word, at);
    if (position < 0 || position > at + FARTHEST) return null;
    at = position + word.length;
    return [origins[position]!, origins[at - 1]! + 1] as const;
  });
}

const SPECIAL = /^\[(?:CLS|SEP|UNK|PAD|MASK)\]$/;
/** An unknown word before it may be this long. */
const FARTHEST = 120;

/** A text as tokenizers see it, without capitals and accents, and which character each one came from. */
function fold(text: string): { readonly folded: string; readonly origins: readonly number[] } {
  let folded = "";
  const origins: number[] = [];
  for (let i = 0; i < text.length; i += 1) {
    const plain = ASCII.test(text[i]!)
      ? text[i]!.toLowerCase()
      : text[i]!.toLowerCase().normalize("NFD").replace(ACCENT, "");
    folded += plain;
    for (let k = 0; k < plain.length; k += 1) origins.push(i);
  }
  return { folded, origins };
}

const ASCII = /^[\0-\x7f]$/;
const ACCENT = /\p{Mn}/gu;

const QUOTATION = /"[^"\n]{1,600}"|“[^“”]{1,600}”|「[^「」]{1,600}」|『[^『』]{1,600}』|«[^«»\n]{1,600}»/gu;

/** What a tokenizer drops, for each token: line breaks, colons, quotation marks, capitals, how far it is from both ends. */
export function marksOf(text: string, spans: readonly (Span | null)[]): Float32Array {
  const quoted = new Uint8Array(text.length);
  for (const { 0: quotation, index } of text.matchAll(QUOTATION))
    quoted.fill(1, index, index + quotation.length);
  const marks = new Float32Array(spans.length * TOKEN_FEATURES);
  let before = 0;
  let lines = 0;
  let inParagraph = 0;
  let afterColon = 0;
  for (const [i, span] of spans.entries()) {
    const row = marks.subarray(i * TOKEN_FEATURES, (i + 1) * TOKEN_FEATURES);
    if (span === null) {
      row[9] = 1;
      continue;
    }
    const [start, end] = span;
    const gap = text.slice(before, start);
    const breaks = gap.split("\n").length - 1;
    const isParagraph = BLANK_LINE.test(gap);
    lines += breaks;
    if (isParagraph) inParagraph = 1;
    if (COLON.test(text.slice(Math.max(0, before - 1), start))) afterColon = 1;
    row.set([
      breaks > 0 ? 1 : 0,
      isParagraph ? 1 : 0,
      inParagraph,
      afterColon,
      quoted[start]!,
      CAPITAL.test(text[start]!) ? 1 : 0,
      Math.min(1, lines / 8),
      Math.log1p(start) / 8,
      Math.log1p(text.length - start) / 8,
    ]);
    before = end;
  }
  return marks;
}

const BLANK_LINE = /\n[^\S\n]{0,200}\n/;
const COLON = /[:：]/;
const CAPITAL = /\p{Lu}/u;

const SENTENCE = /[^.!?。！？\n:：]{1,4000}[.!?。！？\n:：]{0,40}/gu;
/** One sentence above this, in log-odds, and the message hands something over … */
const NOTICED = 0;
/** … and then every sentence above this is taken for somebody else's: when in doubt, words are not the speaker's. */
const DOUBTED = -3;

/**
 * The stretches of a text that are not its speaker's own words, by the log-odds of its tokens. Behind the last token that was
 * read the text is taken for whatever its end is: a long document.
 */
export function handedOverBy(
  text: string,
  places: readonly (Span | null)[],
  odds: ArrayLike<number>,
): Span[] {
  const sentences = [...text.matchAll(SENTENCE)].map(({ 0: sentence, index }) => ({
    start: index,
    end: index + sentence.length,
    sum: 0,
    count: 0,
  }));
  let at = 0;
  for (const [i, span] of places.entries()) {
    if (span === null) continue;
    while (at < sentences.length - 1 && sentences[at]!.end <= span[0]) at += 1;
    const sentence = sentences[at];
    if (sentence === undefined || span[0] < sentence.start) continue;
    sentence.sum += odds[i]!;
    sentence.count += 1;
  }
  const judged = sentences.filter(({ count }) => count > 0);
  if (!judged.some(({ sum, count }) => sum / count > NOTICED)) return [];
  const spans: [number, number][] = [];
  for (const { start, end, sum, count } of judged) {
    if (sum / count <= DOUBTED) continue;
    const last = spans.at(-1);
    if (last !== undefined && text.slice(last[1], start).trim() === "") last[1] = end;
    else spans.push([start, end]);
  }
  const read = judged.at(-1)!.end;
  if (read < text.trimEnd().length) spans.push([read, text.length]);
  return spans;
}
