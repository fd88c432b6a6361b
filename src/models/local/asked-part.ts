import type { Span } from "../../domain/text.ts";

/** One token decides no more than this, in log-odds. */
const MOST = 4;
/** A rest that is shorter, in letters, is no remark: "hey", "please". A Chinese character counts for two. */
const LEAST_REST = 8;

const LETTER = /^[\p{L}\p{N}'’]$/u;
const HAN = /\p{sc=Han}/u;
const EACH_HAN = /\p{sc=Han}/gu;

/**
 * The words of a message that ask, by its tokens' log-odds: the stretch that they speak for most. `null`: all of them do, or
 * none.
 */
export function askedPart(
  text: string,
  spans: readonly (Span | null)[],
  odds: ArrayLike<number>,
): Span | null {
  let best: { readonly sum: number; readonly from: number; readonly to: number } | undefined;
  let [sum, from] = [0, 0];
  for (const [i, span] of spans.entries()) {
    if (span === null) continue;
    if (sum <= 0) [sum, from] = [0, span[0]];
    sum += Math.max(-MOST, Math.min(MOST, odds[i]!));
    if (sum > (best?.sum ?? 0)) best = { sum, from, to: span[1] };
  }
  if (best === undefined) return null;
  const start = best.from - lettersAt(text, best.from, -1);
  const end = best.to + lettersAt(text, best.to, 1);
  const rest = `${text.slice(0, start)}${text.slice(end)}`;
  return rest.trim().replace(EACH_HAN, "--").length < LEAST_REST ? null : [start, end];
}

/** How many letters of the same word stand before (-1) or behind (1) a place in it. Han has no such words. */
function lettersAt(text: string, at: number, step: -1 | 1): number {
  const isOf = (place: number): boolean => LETTER.test(text[place] ?? "") && !HAN.test(text[place]!);
  if (!isOf(at) || !isOf(at - 1)) return 0;
  let count = 0;
  while (isOf(step === -1 ? at - count - 1 : at + count)) count += 1;
  return count;
}
