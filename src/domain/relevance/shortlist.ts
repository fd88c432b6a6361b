import { offset, WEIGHTS } from "./fuse.ts";
import { BM25_SCALE, type Ground } from "./signals.ts";
import { Top } from "./top.ts";
import { timeFit } from "./when.ts";

/** In the first 200 lie 96 to 99 % of the answers; more cost time and bring little. */
export const SHORTLIST = 200;

/**
 * The items worth a closer look: the best by those signals that lie in columns, with the weights they have in the
 * end. `eligible` leaves out what may not be shown at all (removed, another time, another type).
 */
export function shortlist(
  of: Ground,
  limit: number = SHORTLIST,
  eligible?: (item: number) => boolean,
): Int32Array {
  const { index, words, similarity, asked } = of;
  const { previous, next, sessions, pairScales, assistant, authors, times, embedded } = index;
  const { turn, held, heldNear } = words;
  const ranges = asked.times;
  if (index.size <= limit) return everything(index.size, eligible);
  if (index.alone) return shortlistAlone(of, limit, eligible);
  const ofSession = sessionScores(of);
  const yours = asked.question.you ? WEIGHTS.yourWords : 0;
  const unseen = offset(0, index, false) - offset(0, index, true);
  const top = new Top(limit);
  for (let item = 0; item < index.size; item += 1) {
    const meaning = similarity[item]!;
    const before = previous[item]!;
    const after = next[item]!;
    let score =
      ofSession[sessions[item]!]! +
      TURN * turn[item]! +
      SHARE * held[item]! +
      SHARE_NEAR * heldNear[item]! +
      MEANING * meaning +
      WITH_BEFORE * (before < 0 ? meaning : (similarity[before]! + meaning) * pairScales[item]!) +
      WITH_AFTER * (after < 0 ? meaning : (meaning + similarity[after]!) * pairScales[after]!) +
      (assistant[item] === 1 ? yours : USER);
    if (asked.anyNamed && asked.named[authors[item]!]) score += WEIGHTS.speaker;
    if (embedded[item] === 0) score += unseen;
    if (ranges.length > 0) score += WEIGHTS.time * timeFit(times[item]!, ranges);
    // Asked last: most items fall by their score, and looking at a row costs more than adding up.
    if (score >= top.bar && (eligible === undefined || eligible(item))) top.offer(item, score);
  }
  return top.items();
}

/** The same where nothing has neighbours, a session or another's words: three columns tell it all. */
function shortlistAlone(
  { index, words, similarity, asked }: Ground,
  limit: number,
  eligible: ((item: number) => boolean) | undefined,
): Int32Array {
  const { authors, times, embedded, size } = index;
  const { turn, held } = words;
  const { anyNamed, named, times: ranges } = asked;
  const timed = ranges.length > 0;
  const unseen = offset(0, index, false) - offset(0, index, true);
  const top = new Top(limit);
  for (let item = 0; item < size; item += 1) {
    let score = TURN * turn[item]! + SHARE_ALONE * held[item]! + MEANING_ALONE * similarity[item]!;
    if (embedded[item] === 0) score += unseen;
    if (anyNamed && named[authors[item]!]) score += WEIGHTS.speaker;
    if (timed) score += WEIGHTS.time * timeFit(times[item]!, ranges);
    if (score >= top.bar && (eligible === undefined || eligible(item))) top.offer(item, score);
  }
  return top.items();
}

// The loop runs over every item of a scope: its constants are not looked up in it.
const TURN = WEIGHTS.words * BM25_SCALE;
const SHARE = WEIGHTS.share;
const SHARE_NEAR = WEIGHTS.shareNear;
const MEANING = WEIGHTS.meaning;
const WITH_BEFORE = WEIGHTS.meaningWithBefore;
const WITH_AFTER = WEIGHTS.meaningWithAfter;
const USER = WEIGHTS.user;
const SHARE_ALONE = SHARE + SHARE_NEAR;
const MEANING_ALONE = MEANING + WITH_BEFORE + WITH_AFTER;

function sessionScores({ index, words, sessionSimilarity }: Ground): Float32Array {
  const scores = new Float32Array(index.sessionCount);
  for (let s = 0; s < scores.length; s += 1) {
    scores[s] =
      WEIGHTS.wordsSession * BM25_SCALE * words.session[s]! + WEIGHTS.meaningSession * sessionSimilarity[s]!;
  }
  return scores;
}

function everything(size: number, eligible: ((item: number) => boolean) | undefined): Int32Array {
  const items = new Int32Array(size);
  let count = 0;
  for (let item = 0; item < size; item += 1) {
    if (eligible === undefined || eligible(item)) items[count++] = item;
  }
  return items.subarray(0, count);
}
