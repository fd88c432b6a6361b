import { overlap, timeFit } from "./calendar.ts";
import { type QuestionSignals, type RelevanceIndex, TRAIT } from "./relevance-index.ts";
import { matchWords, type WordMatch } from "./word-match.ts";

/**
 * The weight of each signal in the log-odds that a line answers the question. One set for every kind of conversation,
 * fitted on chats between people and chats with an assistant, read off on conversations it was not fitted on.
 */
export const WEIGHTS = {
  /** BM25 of the line itself, in twentieths. */
  words: 1.112,
  /** BM25 of its whole session, in twentieths: what was the talk about. */
  wordsSession: 3.396,
  /** Share of the weight of the question's words that the line holds. */
  share: 0.467,
  /** The same share, of the line with its two neighbours. */
  shareNear: 0.685,
  /** Cosine of the line with the question. */
  meaning: 0.847,
  /** Cosine of the line and the one before it, read as one: an answer leans on what was asked. */
  meaningWithBefore: 1.842,
  /** Cosine of the line and the one after it, read as one. */
  meaningWithAfter: 1.399,
  /** Best cosine in its session. */
  meaningSession: 1.467,
  /** The question names the one who said it. */
  speaker: 1.36,
  /** It was said in the time the question means, or soon after. */
  time: 1.841,
  /** It names a time that the question means. */
  timeNamed: 0.773,
  /** The question asks when, and the line names a time. */
  tellsTime: 0.897,
  /** The question asks for a number, a place, a name or a reason, and the line has one. */
  tellsKind: 0.554,
  /** The speaker speaks of themselves. */
  self: 0.431,
  /** How long it is: a long text meets every question a little. */
  length: -0.535,
  /** It tells something: neither small talk nor a reaction nor a question. */
  worth: 0,
  /** A person's words, not the assistant's. */
  user: 0.781,
  /** The assistant's words, when the question asks what it had said. */
  yourWords: 1.29,
} as const;

export type SignalName = keyof typeof WEIGHTS;

/** Their names, in the order in which they lie in a row of numbers. */
export const SIGNALS = Object.keys(WEIGHTS) as readonly SignalName[];

/** Everything known about one question in one scope before its candidates are looked at closely. */
export interface Ground {
  readonly asked: QuestionSignals;
  readonly index: RelevanceIndex;
  readonly words: WordMatch;
  /** The cosine of every item with the question, its best passage's; 0 where there is no vector. */
  readonly similarity: Float32Array;
  /** False when the question has no vector: the other signals then carry the whole score. */
  readonly hasMeaning: boolean;
  /** The best cosine in each session. */
  readonly sessionSimilarity: Float32Array;
}

/** BM25 sums come in tens; the weights are easier to read when every signal is of the order of one. */
export const BM25_SCALE = 1 / 20;

/** `similarity` is undefined when the question could not be embedded. */
export function ground(
  asked: QuestionSignals,
  index: RelevanceIndex,
  similarity: Float32Array | undefined,
): Ground {
  const words = matchWords(asked.words, index);
  const sessionSimilarity = new Float32Array(index.sessionCount);
  if (similarity === undefined) {
    const none = new Float32Array(index.size);
    return { asked, index, words, similarity: none, hasMeaning: false, sessionSimilarity };
  }
  const { sessions, size } = index;
  for (let item = 0; item < size; item += 1) {
    const session = sessions[item]!;
    const close = similarity[item]!;
    if (close > sessionSimilarity[session]!) sessionSimilarity[session] = close;
  }
  return { asked, index, words, similarity, hasMeaning: true, sessionSimilarity };
}

/** Whether an item's meaning can be compared with the question's. */
export function hasMeaning({ hasMeaning: asked, index }: Ground, item: number): boolean {
  return asked && index.embedded[item] === 1;
}

/**
 * The factor that turns the sum of two similarities into the similarity with the sum of the two vectors: 1 / |a + b|,
 * for unit vectors of this cosine. Two neighbours are so read as one without a second vector being stored or searched.
 */
export function pairScale(cosine: number): number {
  return 1 / Math.sqrt(2 + 2 * Math.max(-0.9, Math.min(1, cosine)));
}

/** 0 for a few words, 1 from about 360 terms. A table, because a logarithm for every candidate adds up. */
const LENGTH_SIGNAL = Float32Array.from({ length: 363 }, (_, terms) =>
  Math.min(1, Math.max(0, Math.log2((terms + 1) / 8) / 5.5)),
);

export function lengthSignal(terms: number): number {
  return terms < LENGTH_SIGNAL.length ? LENGTH_SIGNAL[terms]! : 1;
}

const KINDS = TRAIT.number | TRAIT.place | TRAIT.name | TRAIT.reason;

/** The signals of some items, item after item, each in the order of `SIGNALS`. Nothing is allocated for an item. */
export function readSignals(of: Ground, items: Int32Array, neighboursOnlyHelp: boolean): Float32Array {
  const { asked, index, words, similarity } = of;
  const ranges = asked.times;
  const into = new Float32Array(SIGNALS.length * items.length);
  for (let i = 0, at = 0; i < items.length; i += 1, at += SIGNALS.length) {
    const item = items[i]!;
    const before = index.previous[item]!;
    const after = index.next[item]!;
    const session = index.sessions[item]!;
    const traits = index.traits[item]!;
    const shared = traits & asked.question.wants;
    const meaning = similarity[item]!;
    const assistant = index.assistant[item] === 1;
    into[at] = words.turn[item]! * BM25_SCALE;
    into[at + 1] = words.session[session]! * BM25_SCALE;
    into[at + 2] = words.held[item]!;
    into[at + 3] = words.heldNear[item]!;
    into[at + 4] = meaning;
    const least = neighboursOnlyHelp ? meaning : Number.NEGATIVE_INFINITY;
    into[at + 5] =
      before < 0 ? meaning : Math.max(least, (similarity[before]! + meaning) * index.pairScales[item]!);
    into[at + 6] =
      after < 0 ? meaning : Math.max(least, (meaning + similarity[after]!) * index.pairScales[after]!);
    into[at + 7] = of.sessionSimilarity[session]!;
    into[at + 8] = asked.anyNamed && asked.named[index.authors[item]!] ? 1 : 0;
    into[at + 9] = ranges.length === 0 ? 0 : timeFit(index.times[item]!, ranges);
    into[at + 10] = ranges.length > 0 && overlap(ranges, index.mentions(item) ?? []) ? 1 : 0;
    into[at + 11] = shared & TRAIT.time ? 1 : 0;
    into[at + 12] = shared & KINDS ? 1 : 0;
    into[at + 13] = traits & TRAIT.self ? 1 : 0;
    into[at + 14] = lengthSignal(index.lengths[item]!);
    into[at + 15] = index.worth[item]!;
    into[at + 16] = assistant ? 0 : 1;
    into[at + 17] = assistant && asked.question.you ? 1 : 0;
  }
  return into;
}

/** The dot product of two vectors of one length; of unit vectors, their cosine. */
export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k += 1) sum += a[k]! * b[k]!;
  return sum;
}
