import { inverseFrequency } from "../lexical.ts";
import type { RelevanceIndex } from "./relevance-index.ts";

/** BM25's usual constants: how fast repetition saturates, and how much length counts. */
const K1 = 1.2;
const B = 0.75;

/** How a question's words meet every item of a scope. */
export interface WordMatch {
  /** BM25 of each item. */
  readonly turn: Float32Array;
  /** BM25 of each item read together with its two neighbours: an answer's words stand beside the question's. */
  readonly window: Float32Array;
  /** BM25 of each session, read as one text. */
  readonly session: Float32Array;
  /** The weight of the question's words each item holds, as a share of the weight of all of them. */
  readonly held: Float32Array;
  /** The same, of the item with its neighbours. */
  readonly heldNear: Float32Array;
  /** The share of the words' weight that the scope has ever seen: low for a question about something else. */
  readonly known: number;
}

/** One walk over the postings of the question's words. `words` are different from one another. */
export function matchWords(words: readonly string[], index: RelevanceIndex): WordMatch {
  const { size, sessionCount, lengths, previous, next, sessions } = index;
  const turn = new Float32Array(size);
  const window = new Float32Array(size);
  const held = new Float32Array(size);
  const heldNear = new Float32Array(size);
  const session = new Float32Array(sessionCount);
  const near = new Uint32Array(size);
  const inSession = new Uint32Array(sessionCount);
  const touched: number[] = [];
  const average = Math.max(1, index.averageLength);
  const sessionAverage = Math.max(1, (average * size) / Math.max(1, sessionCount));
  let all = 0;
  let seen = 0;
  for (const word of words) {
    const postings = index.postings(word);
    const weight = inverseFrequency(index.documents, postings?.live ?? 0);
    all += weight;
    if (postings === undefined || postings.live === 0) continue;
    seen += weight;
    touched.length = 0;
    let sessionsWith = 0;
    for (let p = 0; p < postings.size; p += 1) {
      const item = postings.docs[p]!;
      const count = postings.counts[p]!;
      turn[item]! += weight * saturated(count, lengths[item]! / average);
      held[item]! += weight;
      const before = previous[item]!;
      const after = next[item]!;
      if (near[item] === 0) touched.push(item);
      near[item]! += count;
      if (before >= 0) {
        if (near[before] === 0) touched.push(before);
        near[before]! += count;
      }
      if (after >= 0) {
        if (near[after] === 0) touched.push(after);
        near[after]! += count;
      }
      const s = sessions[item]!;
      if (inSession[s] === 0) sessionsWith += 1;
      inSession[s]! += count;
    }
    for (const item of touched) {
      const before = previous[item]!;
      const after = next[item]!;
      const length =
        lengths[item]! + (before >= 0 ? lengths[before]! : 0) + (after >= 0 ? lengths[after]! : 0);
      window[item]! += weight * saturated(near[item]!, length / (3 * average));
      heldNear[item]! += weight;
      near[item] = 0;
    }
    const sessionWeight = inverseFrequency(sessionCount, sessionsWith);
    for (let s = 0; s < sessionCount; s += 1) {
      const count = inSession[s]!;
      if (count === 0) continue;
      session[s]! += sessionWeight * saturated(count, index.sessionLengths[s]! / sessionAverage);
      inSession[s] = 0;
    }
  }
  if (all > 0) {
    for (let i = 0; i < size; i += 1) {
      held[i]! /= all;
      heldNear[i]! /= all;
    }
  }
  return { turn, window, session, held, heldNear, known: all === 0 ? 0 : seen / all };
}

function saturated(count: number, relativeLength: number): number {
  return (count * (K1 + 1)) / (count + K1 * (1 - B + B * relativeLength));
}
