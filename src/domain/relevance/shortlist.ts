import { bestOf, type ScoreColumn } from "./best-of.ts";
import { timeFit } from "./calendar.ts";
import { SEARCH, type Weighing } from "./fuse.ts";
import { BM25_SCALE, type Ground } from "./signals.ts";
import { Top } from "./top.ts";

/** In the first 200 lie 96 to 99 % of the answers; more cost time and bring little. */
export const SHORTLIST = 200;

type Eligible = (item: number) => boolean;

/** A similarity column whose numbers are rounded. */
export interface Rough {
  /** The most by which any of them is off. */
  readonly error: number;
  /** Puts the exact number in the place of an item's rounded one. To be called before anything is awaited. */
  exactly(): (item: number) => void;
}

/**
 * The items worth a closer look: the best by those signals that lie in columns, with the weights they have in the
 * end. `eligible` leaves out what may not be shown at all (removed, another time, another type).
 */
export function shortlist(
  of: Ground,
  limit: number = SHORTLIST,
  eligible?: Eligible,
  weighing: Weighing = SEARCH,
  rough: Rough | null = null,
): Int32Array {
  if (of.index.size <= limit) return everything(of.index.size, eligible);
  if (!of.index.alone) return bestOf(scoresInTalk(of, weighing), limit, eligible);
  if (rough === null) return bestOf(scoresAlone(of, weighing), limit, eligible);
  const exactly = rough.exactly();
  // One that is off by all of the error the one way, and another the other way, may still change places.
  const slack = 2 * rough.error * meaningAlone(weighing);
  const near = bestOf(
    scoresAlone(of, weighing),
    limit,
    (item) => {
      exactly(item);
      return eligible === undefined || eligible(item);
    },
    slack,
  );
  const { scores } = scoresAlone(of, weighing, near);
  const top = new Top(limit);
  for (const item of near) top.offer(item, scores[item]!);
  return top.items();
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
  const { previous, next, sessions, pairScales, assistant, authors, times, embedded, size } = index;
  const { turn, held, heldNear } = words;
  const { anyNamed, named, times: ranges } = asked;
  const timed = ranges.length > 0;
  // The loop runs over every item of a scope: its constants are not looked up in it.
  const { ofTurn, share, shareNear, meaning, withBefore, withAfter, user, yourWords, speaker, time } =
    columnsOf(weighing);
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
      withBefore * (before < 0 ? close : Math.max(least, (similarity[before]! + close) * pairScales[item]!)) +
      withAfter * (after < 0 ? close : Math.max(least, (close + similarity[after]!) * pairScales[after]!)) +
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
function scoresAlone(of: Ground, weighing: Weighing, only: Int32Array | null = null): ScoreColumn {
  const { index, words, similarity, asked } = of;
  const { authors, times, embedded, size } = index;
  const { turn, held } = words;
  const { anyNamed, named, times: ranges } = asked;
  const timed = ranges.length > 0;
  const { ofTurn, share, shareNear, speaker, time } = columnsOf(weighing);
  const shareAlone = share + shareNear;
  const ofMeaning = meaningAlone(weighing);
  const unseen = withoutVector(of, weighing);
  const scores = columnOf(size);
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  const count = only === null ? size : only.length;
  for (let i = 0; i < count; i += 1) {
    const item = only === null ? i : only[i]!;
    let score = ofTurn * turn[item]! + shareAlone * held[item]! + ofMeaning * similarity[item]!;
    if (embedded[item] === 0) score += unseen;
    if (anyNamed && named[authors[item]!]) score += speaker;
    if (timed) score += time * timeFit(times[item]!, ranges);
    scores[item] = score;
    if (score < low) low = score;
    if (score > high) high = score;
  }
  return { scores, size, low, high };
}

/** Where nothing stands beside an item, its own meaning counts for that of its neighbours too. */
function meaningAlone(weighing: Weighing): number {
  const { meaning, withBefore, withAfter } = columnsOf(weighing);
  return meaning + withBefore + withAfter;
}

/** The weights of the signals that lie in columns. */
interface Columns {
  readonly ofTurn: number;
  readonly share: number;
  readonly shareNear: number;
  readonly meaning: number;
  readonly withBefore: number;
  readonly withAfter: number;
  readonly user: number;
  readonly yourWords: number;
  readonly speaker: number;
  readonly time: number;
}

function columnsOf({ weights }: Weighing): Columns {
  return {
    ofTurn: (weights.words ?? 0) * BM25_SCALE,
    share: weights.share ?? 0,
    shareNear: weights.shareNear ?? 0,
    meaning: weights.meaning ?? 0,
    withBefore: weights.meaningWithBefore ?? 0,
    withAfter: weights.meaningWithAfter ?? 0,
    user: weights.user ?? 0,
    yourWords: weights.yourWords ?? 0,
    speaker: weights.speaker ?? 0,
    time: weights.time ?? 0,
  };
}

/** The difference in the offset of an item without a vector. */
function withoutVector({ index }: Ground, weighing: Weighing): number {
  return weighing.offset(0, index, false) - weighing.offset(0, index, true);
}

function sessionScores({ index, words, sessionSimilarity }: Ground, { weights }: Weighing): Float32Array {
  const ofWords = (weights.wordsSession ?? 0) * BM25_SCALE;
  const ofMeaning = weights.meaningSession ?? 0;
  const scores = new Float32Array(index.sessionCount);
  for (let s = 0; s < scores.length; s += 1) {
    scores[s] = ofWords * words.session[s]! + ofMeaning * sessionSimilarity[s]!;
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
