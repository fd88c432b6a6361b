import { WEIGHTS } from "./fuse.ts";
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
  const { index, words, similarity, sessionSimilarity, asked } = of;
  const { previous, next, sessions, pairScales, assistant, authors } = index;
  const { ranges } = asked.when;
  const top = new Top(Math.min(limit, index.size));
  for (let item = 0; item < index.size; item += 1) {
    if (eligible !== undefined && !eligible(item)) continue;
    const session = sessions[item]!;
    const meaning = similarity[item]!;
    const before = previous[item]!;
    const after = next[item]!;
    let score =
      WEIGHTS.words * BM25_SCALE * words.turn[item]! +
      WEIGHTS.wordsSession * BM25_SCALE * words.session[session]! +
      WEIGHTS.share * words.held[item]! +
      WEIGHTS.shareNear * words.heldNear[item]! +
      WEIGHTS.meaning * meaning +
      WEIGHTS.meaningWithBefore * (before < 0 ? meaning : (similarity[before]! + meaning) * pairScales[item]!) +
      WEIGHTS.meaningWithAfter * (after < 0 ? meaning : (meaning + similarity[after]!) * pairScales[after]!) +
      WEIGHTS.meaningSession * sessionSimilarity[session]!;
    if (assistant[item] !== 1) score += WEIGHTS.user;
    else if (asked.question.you) score += WEIGHTS.yourWords;
    if (asked.anyNamed && asked.named[authors[item]!]) score += WEIGHTS.speaker;
    if (ranges.length > 0) score += WEIGHTS.time * timeFit(index.times[item]!, ranges);
    top.offer(item, score);
  }
  return top.items();
}
