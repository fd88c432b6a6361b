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
  /** The signals that the relevance at a position is made of. */
  signals(position: number): SignalRow;
}

/** The relevance of each candidate, best first; of equals the later one, for what was said last stands. */
export function rankByRelevance(
  of: Ground,
  candidates: ArrayLike<number>,
  weighing: Weighing = SEARCH,
): Ranked {
  // In rising order, so that of equals the later place is the later item.
  const sorted = Int32Array.from(candidates).sort();
  const { length } = sorted;
  // Kept, so that an explanation needs none of the columns of the scope.
  const rows = readSignals(of, sorted, weighing.neighboursOnlyHelp);
  const meant = new Uint8Array(length);
  const { known } = of.words;
  const { documents, alone } = of.index;
  const compared = weighing.offset(known, of.index, true);
  const unseen = weighing.offset(known, of.index, false);
  const top = new Top(length);
  for (let c = 0, at = 0; c < length; c += 1, at += SIGNALS.length) {
    const isCompared = hasMeaning(of, sorted[c]!);
    meant[c] = isCompared ? 1 : 0;
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
      return { row, known, hasMeaning: meant[c] === 1, documents, alone };
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

/** The signals of one item: 17 numbers and what the question and the scope add. */
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
