import { timeFit } from "./calendar.ts";
import {
  ALONE,
  BIAS,
  few,
  KNOWN_WEIGHT,
  SCALE_SPAN,
  SEARCH,
  unclamped,
  type Weighing,
  WITHOUT_MEANING,
  weigh,
} from "./fuse.ts";
import { BM25_SCALE, type Ground, hasMeaning, readSignals, SIGNALS, type SignalName } from "./signals.ts";
import { bestOf, type ScoreColumn, Top } from "./top.ts";

/** Items from the most to the least relevant, and how relevant each is; beyond 0 and 1 there is an order too. */
export interface RankedItems {
  readonly items: Int32Array;
  readonly scores: Float64Array;
  /** The signals that the relevance at a position is made of. */
  signals(position: number): SignalRow;
}

/** The relevance of each candidate, best first; of equals the later one, for what was said last stands. */
export function rankByRelevance(
  of: Ground,
  candidates: ArrayLike<number>,
  weighing: Weighing = SEARCH,
): RankedItems {
  // In rising order, so that of equals the later place is the later item.
  const sorted = Int32Array.from(candidates).sort();
  const { length } = sorted;
  // Kept, so that an explanation needs none of the columns of the scope.
  const rows = readSignals(of, sorted, weighing.neighboursOnlyHelp);
  const isMeant = new Uint8Array(length);
  const { known } = of.words;
  const { documents, alone } = of.index;
  const compared = weighing.offset(known, of.index, true);
  const unseen = weighing.offset(known, of.index, false);
  const top = new Top(length);
  for (let c = 0, at = 0; c < length; c += 1, at += SIGNALS.length) {
    const isCompared = hasMeaning(of, sorted[c]!);
    isMeant[c] = isCompared ? 1 : 0;
    top.offer(c, weigh(rows, at, weighing.row) + (isCompared ? compared : unseen));
  }
  const { items: places, scores } = top.sorted();
  const items = new Int32Array(length);
  for (let i = 0; i < length; i += 1) {
    items[i] = sorted[places[i]!]!;
    scores[i] = unclamped(scores[i]!);
  }
  return {
    items,
    scores,
    signals: (position) => {
      const c = places[position]!;
      const row = rows.subarray(c * SIGNALS.length, (c + 1) * SIGNALS.length);
      return { row, known, hasMeaning: isMeant[c] === 1, documents, alone };
    },
  };
}

/** One part of a relevance, for `why`. */
export interface RelevancePart {
  /**
   * `known`: how much of the question the scope has ever heard of; `few`: the scope is small; `alone`: it has no
   * neighbours; `words only`: there is no vector to compare; `start`: what a quote starts from. The others are the
   * signals of `WEIGHTS`.
   */
  readonly signal: SignalName | "known" | "few" | "alone" | "words only" | "start";
  /** The input. */
  readonly value: number;
  /** The amount that it added. */
  readonly part: number;
}

/** The signals of one item, and what the question and the scope add. */
export interface SignalRow {
  readonly row: Float32Array;
  readonly known: number;
  readonly hasMeaning: boolean;
  readonly documents: number;
  readonly alone: boolean;
}

/** Every part that added something. Together they are the relevance, unless it ran out of the scale. */
export function explainSignals(
  { row, known, hasMeaning, documents, alone }: SignalRow,
  weighing: Weighing = SEARCH,
): RelevancePart[] {
  const parts: RelevancePart[] = [];
  const add = (signal: RelevancePart["signal"], value: number, logOdds: number): void => {
    if (logOdds !== 0) parts.push({ signal, value, part: logOdds / SCALE_SPAN });
  };
  for (let s = 0; s < SIGNALS.length; s += 1) add(SIGNALS[s]!, row[s]!, weighing.row[s]! * row[s]!);
  if (weighing !== SEARCH) {
    add("start", 1, weighing.offset(known, { documents, alone }, hasMeaning) - BIAS);
    return parts;
  }
  add("known", known, KNOWN_WEIGHT * known);
  add("few", documents, few(documents, hasMeaning));
  if (alone) add("alone", 1, ALONE);
  if (!hasMeaning) add("words only", 1, WITHOUT_MEANING);
  return parts;
}

/** In the first 200 lie 96 to 99 % of the answers; more cost time and bring little. */
export const SHORTLIST = 200;

type Eligible = (item: number) => boolean;

/**
 * The items worth a closer look: the best by those signals that lie in columns, with the weights they have in the
 * end. `eligible` leaves out what may not be shown at all (removed, another time, another type).
 */
export function shortlist(
  of: Ground,
  limit: number = SHORTLIST,
  eligible?: Eligible,
  weighing: Weighing = SEARCH,
): Int32Array {
  if (of.index.size <= limit) return everything(of.index.size, eligible);
  const scores = of.index.alone ? scoresAlone(of, weighing) : scoresInTalk(of, weighing);
  return bestOf(scores, limit, eligible);
}

/** The scores of one shortlist at a time, in an array that grows to the largest scope: a new one each time is slower. */
let column = new Float64Array(1_024);

function columnOf(size: number): Float64Array {
  if (column.length < size) column = new Float64Array(2 * size);
  return column;
}

/** Among messages, which have neighbours, a session and an author. */
function scoresInTalk(of: Ground, weighing: Weighing): ScoreColumn {
  const { index, words, similarity, asked } = of;
  const { previous, next, sessions, pairScales, assistant, authors, times, embedded, worth, size } = index;
  const { turn, held, heldNear } = words;
  const { anyNamed, named, times: ranges } = asked;
  const timed = ranges.length > 0;
  // The loop runs over every item of a scope: its constants are not looked up in it.
  const { share, shareNear, meaning, meaningWithBefore, meaningWithAfter, user, yourWords, speaker, time } =
    weighing.weights;
  const ofWorth = weighing.weights.worth;
  const ofTurn = weighing.weights.words * BM25_SCALE;
  const { neighboursOnlyHelp } = weighing;
  const ofSession = sessionScores(of, weighing);
  const yours = asked.question.you ? yourWords : 0;
  const unseen = withoutVector(of, weighing);
  const scores = columnOf(size);
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let item = 0; item < size; item += 1) {
    const close = similarity[item]!;
    const least = neighboursOnlyHelp ? close : Number.NEGATIVE_INFINITY;
    const before = previous[item]!;
    const after = next[item]!;
    let score =
      ofSession[sessions[item]!]! +
      ofTurn * turn[item]! +
      share * held[item]! +
      shareNear * heldNear[item]! +
      meaning * close +
      meaningWithBefore *
        (before < 0 ? close : Math.max(least, (similarity[before]! + close) * pairScales[item]!)) +
      meaningWithAfter *
        (after < 0 ? close : Math.max(least, (close + similarity[after]!) * pairScales[after]!)) +
      ofWorth * worth[item]! +
      (assistant[item] === 1 ? yours : user);
    if (anyNamed && named[authors[item]!]) score += speaker;
    if (embedded[item] === 0) score += unseen;
    if (timed) score += time * timeFit(times[item]!, ranges);
    scores[item] = score;
    if (score < low) low = score;
    if (score > high) high = score;
  }
  return { scores, size, low, high };
}

/** The same where nothing has neighbours, a session or another's words: three columns tell it all. */
function scoresAlone(of: Ground, weighing: Weighing): ScoreColumn {
  const { index, words, similarity, asked } = of;
  const { authors, times, embedded, worth, size } = index;
  const { turn, held } = words;
  const { anyNamed, named, times: ranges } = asked;
  const timed = ranges.length > 0;
  const { weights } = weighing;
  const { speaker, time, worth: ofWorth } = weights;
  const ofTurn = weights.words * BM25_SCALE;
  const shareAlone = weights.share + weights.shareNear;
  const meaningAlone = weights.meaning + weights.meaningWithBefore + weights.meaningWithAfter;
  const unseen = withoutVector(of, weighing);
  const scores = columnOf(size);
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let item = 0; item < size; item += 1) {
    let score =
      ofTurn * turn[item]! +
      shareAlone * held[item]! +
      meaningAlone * similarity[item]! +
      ofWorth * worth[item]!;
    if (embedded[item] === 0) score += unseen;
    if (anyNamed && named[authors[item]!]) score += speaker;
    if (timed) score += time * timeFit(times[item]!, ranges);
    scores[item] = score;
    if (score < low) low = score;
    if (score > high) high = score;
  }
  return { scores, size, low, high };
}

/** The difference in the offset of an item without a vector. */
function withoutVector({ index }: Ground, weighing: Weighing): number {
  return weighing.offset(0, index, false) - weighing.offset(0, index, true);
}

function sessionScores({ index, words, sessionSimilarity }: Ground, { weights }: Weighing): Float32Array {
  const ofWords = weights.wordsSession * BM25_SCALE;
  const scores = new Float32Array(index.sessionCount);
  for (let s = 0; s < scores.length; s += 1) {
    scores[s] = ofWords * words.session[s]! + weights.meaningSession * sessionSimilarity[s]!;
  }
  return scores;
}

function everything(size: number, eligible: Eligible | undefined): Int32Array {
  const items = new Int32Array(size);
  let count = 0;
  for (let item = 0; item < size; item += 1) {
    if (eligible === undefined || eligible(item)) items[count++] = item;
  }
  return items.subarray(0, count);
}
