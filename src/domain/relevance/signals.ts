import type { Asked } from "./asked.ts";
import type { RelevanceIndex } from "./relevance-index.ts";
import { TRAIT } from "./traits.ts";
import { overlap, timeFit } from "./when.ts";
import type { WordMatch } from "./word-match.ts";

/** The named signals, in the order in which they lie in a row of numbers. `WEIGHTS` says what each is. */
export const SIGNALS = [
  "words",
  "wordsNear",
  "wordsSession",
  "share",
  "shareNear",
  "meaning",
  "meaningBefore",
  "meaningAfter",
  "meaningSession",
  "speaker",
  "mentioned",
  "time",
  "timeNamed",
  "asksTime",
  "asksPlace",
  "asksName",
  "asksNumber",
  "self",
  "question",
  "answering",
  "density",
  "information",
  "length",
  "user",
] as const;

export type SignalName = (typeof SIGNALS)[number];

/** Everything known about one question in one scope before its candidates are looked at closely. */
export interface Ground {
  readonly asked: Asked;
  readonly index: RelevanceIndex;
  readonly words: WordMatch;
  /** The cosine of every item with the question, its best passage's; 0 where there is no vector. */
  readonly similarity: Float32Array;
  /** The best cosine in each session. */
  readonly sessionSimilarity: Float32Array;
}

/** BM25 sums come in tens; the weights are easier to read when every signal is of the order of one. */
const BM25_SCALE = 1 / 20;

export function sessionBest(similarity: Float32Array, index: RelevanceIndex): Float32Array {
  const best = new Float32Array(index.sessionCount);
  for (let item = 0; item < index.size; item += 1) {
    const session = index.sessions[item]!;
    if (similarity[item]! > best[session]!) best[session] = similarity[item]!;
  }
  return best;
}

/**
 * The similarity of two neighbours read as one: the cosine with the sum of their vectors, from what is already
 * known, so that no second vector is stored or searched.
 */
export function pairSimilarity(ground: Ground, first: number, second: number): number {
  const { similarity, index } = ground;
  return (similarity[first]! + similarity[second]!) / Math.sqrt(2 + 2 * index.nearness[second]!);
}

/** Fills `into` with the signals of one item, in the order of `SIGNALS`. Allocates nothing. */
export function readSignals(ground: Ground, item: number, into: Float32Array): void {
  const { asked, index, words, similarity } = ground;
  const before = index.previous[item]!;
  const after = index.next[item]!;
  const session = index.sessions[item]!;
  const traits = index.traits[item]!;
  const answers = traits & asked.question.wants;
  const meaning = similarity[item]!;
  let s = 0;
  into[s++] = words.turn[item]! * BM25_SCALE;
  into[s++] = words.window[item]! * BM25_SCALE;
  into[s++] = words.session[session]! * BM25_SCALE;
  into[s++] = words.held[item]!;
  into[s++] = words.heldNear[item]!;
  into[s++] = meaning;
  into[s++] = before < 0 ? meaning : pairSimilarity(ground, before, item);
  into[s++] = after < 0 ? meaning : pairSimilarity(ground, item, after);
  into[s++] = ground.sessionSimilarity[session]!;
}
