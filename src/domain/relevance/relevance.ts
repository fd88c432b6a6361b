import {
  ALONE,
  BIAS,
  few,
  KNOWN_WEIGHT,
  SCALE_SPAN,
  SEARCH,
  unclampedRelevance,
  type Weighing,
  WITHOUT_MEANING,
  weigh,
} from "./fuse.ts";
import { type Ground, hasMeaning } from "./ground.ts";
import { readSignals, SIGNAL_NAMES, SIGNALS, type SignalName, type SignalText } from "./signals.ts";
import { Top } from "./top.ts";

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
  const { knownShare } = of.words;
  const { documents, alone } = of.index;
  const compared = weighing.offset(knownShare, of.index, true);
  const unseen = weighing.offset(knownShare, of.index, false);
  const top = new Top(length);
  for (let c = 0, at = 0; c < length; c += 1, at += SIGNAL_NAMES.length) {
    const isCompared = hasMeaning(of, sorted[c]!);
    isMeant[c] = isCompared ? 1 : 0;
    top.offer(c, weigh(rows, at, weighing.row) + (isCompared ? compared : unseen));
  }
  const { items: positions, scores } = top.sorted();
  const items = new Int32Array(length);
  for (let i = 0; i < length; i += 1) {
    items[i] = sorted[positions[i]!]!;
    scores[i] = unclampedRelevance(scores[i]!);
  }
  return {
    items,
    scores,
    signals: (position) => {
      const c = positions[position]!;
      const row = rows.subarray(c * SIGNAL_NAMES.length, (c + 1) * SIGNAL_NAMES.length);
      return { row, knownShare, hasMeaning: isMeant[c] === 1, documents, alone };
    },
  };
}

/** The parts of a relevance that are the same for every line of a scope. */
const SCOPE_PARTS = {
  /** How much of the question the scope has ever heard of. */
  known: { group: "scope", text: "the question's words are known here" },
  /** The scope is small. */
  few: { group: "scope", text: "little to confuse it with" },
  /** Its items have no neighbours. */
  alone: { group: "scope", text: "no neighbours to speak for it" },
  /** There is no vector to compare. */
  "words only": {
    group: "scope",
    text: "no meaning to compare, so words count for more",
    label: "no embedding model: words alone",
  },
  /** Every quote starts from it. */
  start: { group: "scope", text: "where every quote starts" },
} as const satisfies Record<string, SignalText>;

/** The parts that an overview adds. */
const OVERVIEW_PARTS = {
  portrait: { group: "what", text: "says who somebody is" },
  /** Its cosine with a line before it. */
  repeats: { group: "what", text: "like a line before it" },
} as const satisfies Record<string, SignalText>;

/** The texts of all parts of a relevance. */
export const PART_TEXTS: Readonly<Record<RelevancePart["signal"], SignalText>> = {
  ...SIGNALS,
  ...SCOPE_PARTS,
  ...OVERVIEW_PARTS,
};

/** One part of a relevance, for `why`. */
export interface RelevancePart {
  /**
   * `known`: how much of the question the scope has ever heard of; `few`: the scope is small; `alone`: it has no
   * neighbours; `words only`: there is no vector to compare; `start`: what a quote starts from. In an overview `portrait`: how
   * much it says who somebody is; `repeats`: how like it is to a line before it. The others are `SIGNALS`.
   */
  readonly signal: SignalName | keyof typeof SCOPE_PARTS | keyof typeof OVERVIEW_PARTS;
  /** The input. */
  readonly value: number;
  /** The amount that it added. */
  readonly part: number;
}

/** The signals of one item, and what the question and the scope add. */
export interface SignalRow {
  readonly row: Float32Array;
  readonly knownShare: number;
  readonly hasMeaning: boolean;
  readonly documents: number;
  readonly alone: boolean;
}

/** Every part that added something. Together they are the relevance, unless it ran out of the scale. */
export function explainSignals(
  { row, knownShare, hasMeaning, documents, alone }: SignalRow,
  weighing: Weighing = SEARCH,
): RelevancePart[] {
  const parts: RelevancePart[] = [];
  const add = (signal: RelevancePart["signal"], value: number, logOdds: number): void => {
    if (logOdds !== 0) parts.push({ signal, value, part: logOdds / SCALE_SPAN });
  };
  for (let s = 0; s < SIGNAL_NAMES.length; s += 1) add(SIGNAL_NAMES[s]!, row[s]!, weighing.row[s]! * row[s]!);
  if (weighing.offset !== SEARCH.offset) {
    add("start", 1, weighing.offset(knownShare, { documents, alone }, hasMeaning) - BIAS);
    return parts;
  }
  add("known", knownShare, KNOWN_WEIGHT * knownShare);
  add("few", documents, few(documents, hasMeaning));
  if (alone) add("alone", 1, ALONE);
  if (!hasMeaning) add("words only", 1, WITHOUT_MEANING);
  return parts;
}
