import { KNOWN_WEIGHT, offset, probability, WEIGHTS, weigh } from "./fuse.ts";
import { type Ground, readSignals, SIGNALS, type SignalName } from "./signals.ts";

/** Items from the most to the least relevant, and the probability that each answers the question. */
export interface Ranked {
  readonly items: Int32Array;
  readonly scores: Float32Array;
}

/** The relevance of each candidate, best first; of equals the later one, for what was said last stands. */
export function rankByRelevance(of: Ground, candidates: ArrayLike<number>): Ranked {
  const row = new Float32Array(SIGNALS.length);
  const shift = offset(of.words.known, of.hasMeaning);
  const scores = new Float64Array(candidates.length);
  const order = new Uint32Array(candidates.length);
  for (let c = 0; c < candidates.length; c += 1) {
    readSignals(of, candidates[c]!, row);
    scores[c] = weigh(row) + shift;
    order[c] = c;
  }
  order.sort((a, b) => scores[b]! - scores[a]! || candidates[b]! - candidates[a]!);
  return {
    items: Int32Array.from(order, (c) => candidates[c]!),
    scores: Float32Array.from(order, (c) => probability(scores[c]!)),
  };
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
