import { KNOWN_WEIGHT, offset, probability, WEIGHTS, weigh } from "./fuse.ts";
import { type Ground, readSignals, SIGNALS, type SignalName } from "./signals.ts";
import { Top } from "./top.ts";

/** Items from the most to the least relevant, and the probability that each answers the question. */
export interface Ranked {
  readonly items: Int32Array;
  readonly scores: Float64Array;
}

/** The relevance of each candidate, best first; of equals the later one, for what was said last stands. */
export function rankByRelevance(of: Ground, candidates: ArrayLike<number>): Ranked {
  const row = new Float32Array(SIGNALS.length);
  const shift = offset(of.words.known, of.hasMeaning);
  const top = new Top(candidates.length);
  for (let c = 0; c < candidates.length; c += 1) {
    const item = candidates[c]!;
    readSignals(of, item, row);
    top.offer(item, weigh(row) + shift);
  }
  const { items, scores } = top.sorted();
  for (let c = 0; c < scores.length; c += 1) scores[c] = probability(scores[c]!);
  return { items, scores };
}

/** One signal's part in a score, for `why`. */
export interface SignalPart {
  readonly signal: SignalName | "known";
  /** What was read. */
  readonly value: number;
  /** What it added to the log-odds. */
  readonly part: number;
}

/** Every part of one item's score; those that added nothing are left out. The parts and the base make the log-odds. */
export function explainRelevance(
  of: Ground,
  item: number,
): { readonly score: number; readonly base: number; readonly parts: readonly SignalPart[] } {
  const row = new Float32Array(SIGNALS.length);
  readSignals(of, item, row);
  const { known } = of.words;
  const parts: SignalPart[] = [{ signal: "known", value: known, part: KNOWN_WEIGHT * known }];
  SIGNALS.forEach((signal, s) => {
    if (row[s] !== 0) parts.push({ signal, value: row[s]!, part: WEIGHTS[signal] * row[s]! });
  });
  const shift = offset(known, of.hasMeaning);
  return { score: probability(weigh(row) + shift), base: offset(0, of.hasMeaning), parts };
}
