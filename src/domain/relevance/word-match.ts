import { countIn, itemIn, type RelevanceIndex } from "./relevance-index.ts";

/** How much it says that a document holds a word which this many of all hold. */
export function inverseFrequency(documents: number, frequency: number): number {
  return Math.log(1 + (Math.max(documents, frequency) - frequency + 0.5) / (frequency + 0.5));
}

/** BM25's usual constants: how fast repetition saturates, and how much length counts. */
const K1 = 1.2;
const B = 0.75;
/** The most that a word adds, times its rarity. */
export const BM25_MOST: number = K1 + 1;

/** How a question's words meet every item of a scope. */
export interface WordMatch {
  /** BM25 of each item. */
  readonly turn: Float32Array;
  /** BM25 of each session, read as one text. */
  readonly session: Float32Array;
  /** The weight of the question's words each item holds, as a share of the weight of all of them. */
  readonly held: Float32Array;
  /** The same, of the item with its two neighbours: an answer's words stand beside the question's. */
  readonly heldNear: Float32Array;
  /** The share of the words' weight that the scope has ever seen: low for a question about something else. */
  readonly knownShare: number;
}

/** One walk over the postings of the question's words. `words` are different from one another. */
export function matchWords(words: readonly string[], index: RelevanceIndex): WordMatch {
  return index.alone ? matchAlone(words, index) : matchInTalk(words, index);
}

/** BM25 of each item, and of texts that are not in the index yet, as if they were: those come behind its items. */
export function scoresWith(
  words: readonly string[],
  index: RelevanceIndex,
  texts: readonly (readonly string[])[],
): Float32Array {
  const { size, lengths } = index;
  const scores = new Float32Array(size + texts.length);
  const documents = index.documents + texts.length;
  const length = texts.reduce((sum, terms) => sum + terms.length, index.averageLength * index.documents);
  const average = Math.max(1, length / Math.max(1, documents));
  for (const word of words) {
    const postings = index.postings(word);
    const counts = texts.map((terms) => terms.reduce((sum, term) => (term === word ? sum + 1 : sum), 0));
    const holding = counts.filter((count) => count > 0).length + (postings?.live ?? 0);
    const weight = inverseFrequency(documents + ELSEWHERE, holding);
    if (postings !== undefined && postings.live > 0) {
      for (let p = 0; p < postings.size; p += 1) {
        const entry = postings.entries[p]!;
        const item = itemIn(entry);
        scores[item]! += weight * saturatedCount(countIn(entry), lengths[item]! / average);
      }
    }
    for (const [i, count] of counts.entries())
      if (count > 0) scores[size + i]! += weight * saturatedCount(count, texts[i]!.length / average);
  }
  return scores;
}

/** The usual lengths of a scope's texts and sessions, and what each word of a question is worth there. */
function measuresOf(
  words: readonly string[],
  index: RelevanceIndex,
): { average: number; sessionAverage: number; weights: number[]; all: number } {
  const average = Math.max(1, index.averageLength);
  const weights = words.map((word) => rarity(index, word));
  return {
    average,
    sessionAverage: Math.max(1, (average * index.documents) / Math.max(1, index.sessionCount)),
    weights,
    all: weights.reduce((sum, weight) => sum + weight, 0),
  };
}

/** Where nothing has neighbours: near an item is the item alone, and all items are one session. */
function matchAlone(words: readonly string[], index: RelevanceIndex): WordMatch {
  const { size, sessionCount, lengths } = index;
  const turn = new Float32Array(size);
  const matched = new Float32Array(size);
  const session = new Float32Array(sessionCount);
  const { average, sessionAverage, weights, all } = measuresOf(words, index);
  let seen = 0;
  for (let w = 0; w < words.length; w += 1) {
    const postings = index.postings(words[w]!);
    if (postings === undefined || postings.live === 0) continue;
    const weight = weights[w]!;
    const share = weight / all;
    const { entries, size: holding } = postings;
    seen += weight;
    let total = 0;
    for (let p = 0; p < holding; p += 1) {
      const item = itemIn(entries[p]!);
      const count = countIn(entries[p]!);
      turn[item]! += weight * saturatedCount(count, lengths[item]! / average);
      matched[item]! += share;
      total += count;
    }
    if (holding === 0 || sessionCount === 0) continue;
    const sessionWeight = inverseFrequency(sessionCount + SESSIONS_ELSEWHERE, 1);
    session[0]! += sessionWeight * saturatedCount(total, index.sessionLengths[0]! / sessionAverage);
  }
  return { turn, session, held: matched, heldNear: matched, knownShare: all === 0 ? 0 : seen / all };
}

function matchInTalk(words: readonly string[], index: RelevanceIndex): WordMatch {
  const { size, sessionCount, lengths, previous, next, sessions } = index;
  const turn = new Float32Array(size);
  const matched = new Float32Array(size);
  const heldNear = new Float32Array(size);
  const session = new Float32Array(sessionCount);
  const near = new Int32Array(size);
  const inSession = new Uint32Array(sessionCount);
  const touched: number[] = [];
  const { average, sessionAverage, weights, all } = measuresOf(words, index);
  let seen = 0;
  for (let w = 0; w < words.length; w += 1) {
    const postings = index.postings(words[w]!);
    if (postings === undefined || postings.live === 0) continue;
    const weight = weights[w]!;
    const share = weight / all;
    const mark = w + 1;
    seen += weight;
    touched.length = 0;
    for (let p = 0; p < postings.size; p += 1) {
      const item = itemIn(postings.entries[p]!);
      const count = countIn(postings.entries[p]!);
      turn[item]! += weight * saturatedCount(count, lengths[item]! / average);
      matched[item]! += share;
      if (near[item] !== mark) {
        near[item] = mark;
        heldNear[item]! += share;
      }
      const before = previous[item]!;
      if (before >= 0 && near[before] !== mark) {
        near[before] = mark;
        heldNear[before]! += share;
      }
      const after = next[item]!;
      if (after >= 0 && near[after] !== mark) {
        near[after] = mark;
        heldNear[after]! += share;
      }
      const s = sessions[item]!;
      if (inSession[s] === 0) touched.push(s);
      inSession[s]! += count;
    }
    const sessionWeight = inverseFrequency(sessionCount + SESSIONS_ELSEWHERE, touched.length);
    for (const s of touched) {
      const relative = index.sessionLengths[s]! / sessionAverage;
      session[s]! += sessionWeight * saturatedCount(inSession[s]!, relative);
      inSession[s] = 0;
    }
  }
  return { turn, session, held: matched, heldNear, knownShare: all === 0 ? 0 : seen / all };
}

/** Lines that are assumed beside those of the scope: by a few lines alone, no word would count as rare or common. */
const ELSEWHERE = 50;
const SESSIONS_ELSEWHERE = 2;

/** How much a word's presence says. */
export function rarity(index: Pick<RelevanceIndex, "documents" | "postings">, word: string): number {
  return inverseFrequency(index.documents + ELSEWHERE, index.postings(word)?.live ?? 0);
}

/** The weight of a repeated word in a text of this length. */
function saturatedCount(count: number, relativeLength: number): number {
  return (count * (K1 + 1)) / (count + K1 * (1 - B + B * relativeLength));
}

/**
 * BM25 of some texts for some words, as a share of the most there could be, where the texts at hand are all there is to
 * tell how rare a word is. `words` are different from one another.
 */
export function wordScores(words: readonly string[], texts: readonly (readonly string[])[]): number[] {
  const average = texts.reduce((sum, text) => sum + text.length, 0) / Math.max(1, texts.length);
  const counts = texts.map((text) => {
    const count = new Map<string, number>();
    for (const term of text) count.set(term, (count.get(term) ?? 0) + 1);
    return count;
  });
  const weights = words.map((word) =>
    inverseFrequency(texts.length + ELSEWHERE, counts.filter((count) => count.has(word)).length),
  );
  const most = weights.reduce((sum, weight) => sum + weight * BM25_MOST, 0);
  return texts.map((text, i) => {
    const relative = text.length / Math.max(1, average);
    const score = words.reduce((sum, word, w) => {
      const count = counts[i]!.get(word);
      return count === undefined ? sum : sum + weights[w]! * saturatedCount(count, relative);
    }, 0);
    return most === 0 ? 0 : Math.min(1, score / most);
  });
}
