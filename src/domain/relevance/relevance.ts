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
import { type Ground, hasMeaning, readSignals, SIGNALS, type SignalName } from "./signals.ts";
import { Top } from "./top.ts";

/** Items from the most to the least relevant, and how relevant each is; beyond 0 and 1 there is an order too. */
export interface Ranked {
  readonly items: Int32Array;
  readonly scores: Float64Array;
}

/** The relevance of each candidate, best first; of equals the later one, for what was said last stands. */
export function rankByRelevance(
  of: Ground,
  candidates: ArrayLike<number>,
  weighing: Weighing = SEARCH,
): Ranked {
  const row = new Float32Array(SIGNALS.length);
  const { known } = of.words;
  const compared = weighing.offset(known, of.index, true);
  const unseen = weighing.offset(known, of.index, false);
  const top = new Top(candidates.length);
  for (let c = 0; c < candidates.length; c += 1) {
    const item = candidates[c]!;
    readSignals(of, item, row, weighing.neighboursOnlyHelp);
    top.offer(item, weigh(row, weighing.row) + (hasMeaning(of, item) ? compared : unseen));
  }
  const { items, scores } = top.sorted();
  for (let c = 0; c < scores.length; c += 1) scores[c] = unclamped(scores[c]!);
  return { items, scores };
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

/** The signals of one item, kept for `explainSignals`: 17 numbers and what the question and the scope add. */
export interface SignalRow {
  readonly row: Float32Array;
  readonly known: number;
  readonly hasMeaning: boolean;
  readonly documents: number;
  readonly alone: boolean;
}

export function signalsOf(of: Ground, item: number, weighing: Weighing = SEARCH): SignalRow {
  const row = new Float32Array(SIGNALS.length);
  readSignals(of, item, row, weighing.neighboursOnlyHelp);
  const { documents, alone } = of.index;
  return { row, known: of.words.known, hasMeaning: hasMeaning(of, item), documents, alone };
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
  SIGNALS.forEach((signal, s) => {
    add(signal, row[s]!, weighing.row[s]! * row[s]!);
  });
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
