import { overlap, timeFit } from "./calendar.ts";
import type { Ground } from "./ground.ts";
import { TRAIT } from "./relevance-index.ts";

/** The weights of a signal in the log-odds that a line answers the question, for each kind of search. Default: 0. */
export interface SignalWeights {
  /** For memories and for the raw record. */
  readonly search: number;
  /** For the raw record of a talk with an assistant, whose long answers say every word. Default: `search`. */
  readonly searchWithAssistant?: number;
  /** For a person's question about what they said, and for memories beside it. */
  readonly quotes?: number;
  /** The same where there is no embedder. */
  readonly quotesByWords?: number;
}

/**
 * The values of a signal for one question: a column with a number for each item or for each session, to be multiplied by
 * `scale`; the cosine of each item read as one with the line before or after it; or a function. `null`: all are 0. For a
 * shortlist a function is called for every item of a scope: columns are much faster.
 */
export type SignalValues =
  | { readonly column: Float32Array; readonly scale?: number }
  | { readonly sessionColumn: Float32Array; readonly scale?: number }
  | { readonly neighbour: "before" | "after" }
  | ((item: number) => number)
  | null;

/** What a part of relevance says to people. */
export interface SignalText {
  /** Explanations add up the parts of a group. */
  readonly group: "words" | "meaning" | "who" | "when" | "what" | "length" | "scope";
  /** Of a line in a conversation. */
  readonly text: string;
  /** Of an item that stands alone, such as a memory. Default: `text`. */
  readonly textAlone?: string;
  /** Where it stands without its group, as in the dashboard. Default: `text`. */
  readonly label?: string;
}

/** One reason for which a line may answer a question. */
export interface Signal extends SignalText {
  readonly weights: SignalWeights;
  /**
   * Whether it helps to choose the items that are looked at closely, which reads it for every item of a scope: not what
   * is costly to read (`never`), nor what is the same for all items that stand alone (`talk`). Default: `always`.
   */
  readonly shortlist?: "always" | "talk" | "never";
  readonly read: (of: Ground) => SignalValues;
}

/** BM25 sums come in tens; the weights are easier to read when every signal is of the order of one. */
const BM25_SCALE = 1 / 20;

const KINDS = TRAIT.number | TRAIT.place | TRAIT.name | TRAIT.reason;

/**
 * All signals, in the order in which they are added up. `weights.search`: fitted on chats between people and chats with
 * an assistant, read off on conversations it was not fitted on; `weights.searchWithAssistant`: its signals of words,
 * meaning and length fitted again on chats with an assistant, with the encoder of our own. `weights.quotes`:
 * fitted on the written people of two writers (`npm run bench fit`); what a line and its neighbours mean says nearly all.
 * `weights.quotesByWords` are not fitted: words are all there is.
 */
const DECLARATIONS = {
  /** BM25 of the line itself, in twentieths. */
  words: {
    weights: { search: 1.112, searchWithAssistant: 1.922, quotes: 0.727, quotesByWords: 4 },
    group: "words",
    text: "rare words in common",
    read: ({ words }) => ({ column: words.turn, scale: BM25_SCALE }),
  },
  /** BM25 of its whole session, in twentieths: what was the talk about. */
  wordsSession: {
    weights: { search: 3.396, searchWithAssistant: 0.266 },
    group: "words",
    text: "its conversation has them",
    textAlone: "they are found here",
    label: "its conversation has the words",
    shortlist: "talk",
    read: ({ words }) => ({ sessionColumn: words.session, scale: BM25_SCALE }),
  },
  /** Share of the weight of the question's words that the line holds. */
  share: {
    weights: { search: 0.467, searchWithAssistant: 0.435 },
    group: "words",
    text: "the question's words in it",
    read: ({ words }) => ({ column: words.held }),
  },
  /** The same share, of the line with its two neighbours. */
  shareNear: {
    weights: { search: 0.685, searchWithAssistant: 0.205 },
    group: "words",
    text: "the question's words in and beside it",
    textAlone: "the question's words in it",
    read: ({ words }) => ({ column: words.heldNear }),
  },
  /** Cosine of the line with the question. */
  meaning: {
    weights: { search: 0.847, searchWithAssistant: 1.491, quotes: 3.862 },
    group: "meaning",
    text: "how alike they are",
    label: "alike in meaning",
    read: ({ similarity }) => ({ column: similarity }),
  },
  /** Cosine of the line and the one before it, read as one: an answer leans on what was asked. */
  meaningWithBefore: {
    weights: { search: 1.842, searchWithAssistant: 0.322, quotes: 4.592 },
    group: "meaning",
    text: "with what came before",
    textAlone: "how alike they are",
    read: ({ index, similarity }) => (index.alone ? { column: similarity } : { neighbour: "before" }),
  },
  /** Cosine of the line and the one after it, read as one. */
  meaningWithAfter: {
    weights: { search: 1.399, searchWithAssistant: 3.475, quotes: 3.047 },
    group: "meaning",
    text: "with what came after",
    textAlone: "how alike they are",
    read: ({ index, similarity }) => (index.alone ? { column: similarity } : { neighbour: "after" }),
  },
  /** Best cosine in its session. */
  meaningSession: {
    weights: { search: 1.467, searchWithAssistant: 3.67 },
    group: "meaning",
    text: "the best of its conversation",
    textAlone: "the best found here",
    shortlist: "talk",
    read: ({ sessionSimilarity }) => ({ sessionColumn: sessionSimilarity }),
  },
  /** The question names the one who said it. */
  speaker: {
    weights: { search: 1.36, quotes: 1.476, quotesByWords: 1.5 },
    group: "who",
    text: "said by whom the question names",
    textAlone: "about whom the question names",
    label: "by or about whom the question names",
    read: ({ questionSignals: { anyNamed, namedAuthors }, index: { authors } }) =>
      anyNamed ? (item) => (namedAuthors[authors[item]!] ? 1 : 0) : null,
  },
  /** It was said in the time the question means, or soon after. */
  time: {
    weights: { search: 1.841 },
    group: "when",
    text: "of the time that is meant",
    read: ({ questionSignals: { times: ranges }, index: { times } }) =>
      ranges.length === 0 ? null : (item) => timeFit(times[item]!, ranges),
  },
  /** It names a time that the question means. */
  timeNamed: {
    weights: { search: 0.773, quotes: 0.78, quotesByWords: 1 },
    group: "when",
    text: "names the time that is meant",
    shortlist: "never",
    read: ({ questionSignals: { times: ranges }, index }) =>
      ranges.length === 0 ? null : (item) => (overlap(ranges, index.mentions(item) ?? []) ? 1 : 0),
  },
  /** The question asks when, and the line names a time. */
  tellsTime: {
    weights: { search: 0.897, quotes: 0.344, quotesByWords: 0.6 },
    group: "when",
    text: "says when, as asked",
    shortlist: "never",
    read: ({ questionSignals: { question }, index: { traits } }) =>
      traitValues(traits, question.wants & TRAIT.time),
  },
  /** The question asks for a number, a place, a name or a reason, and the line has one. */
  tellsKind: {
    weights: { search: 0.554, quotesByWords: 0.4 },
    group: "what",
    text: "has the number, place, name or reason asked for",
    label: "has what was asked for",
    shortlist: "never",
    read: ({ questionSignals: { question }, index: { traits } }) =>
      traitValues(traits, question.wants & KINDS),
  },
  /** The speaker speaks of themselves. */
  self: {
    weights: { search: 0.431 },
    group: "who",
    text: "somebody about themselves",
    shortlist: "never",
    read: ({ index: { traits } }) => traitValues(traits, TRAIT.self),
  },
  /** How long it is: a long text meets every question a little. */
  length: {
    weights: { search: -0.535, searchWithAssistant: -2.024, quotes: 0.797 },
    group: "length",
    text: "long texts meet every question a little",
    label: "length",
    shortlist: "never",
    read:
      ({ index: { lengths } }) =>
      (item) =>
        lengthSignal(lengths[item]!),
  },
  /** It tells something: neither small talk nor a reaction nor a question. */
  worth: {
    weights: { search: 0, quotes: 0.12 },
    group: "what",
    text: "tells something",
    read: ({ index: { worth } }) => ({ column: worth }),
  },
  /** A person's words, not the assistant's. */
  user: {
    weights: { search: 0.781 },
    group: "who",
    text: "a person's words",
    shortlist: "talk",
    read:
      ({ index: { assistant } }) =>
      (item) =>
        assistant[item] === 1 ? 0 : 1,
  },
  /** The assistant's words, when the question asks what it had said. */
  yourWords: {
    weights: { search: 1.29 },
    group: "who",
    text: "the assistant's words, as asked",
    shortlist: "talk",
    read: ({ questionSignals: { question }, index: { assistant } }) =>
      question.you ? (item) => assistant[item]! : null,
  },
} satisfies Record<string, Signal>;

export type SignalName = keyof typeof DECLARATIONS;

export const SIGNALS: Readonly<Record<SignalName, Signal>> = DECLARATIONS;

/** Their names, in the order in which they lie in a row of numbers. */
export const SIGNAL_NAMES = Object.keys(SIGNALS) as readonly SignalName[];

/**
 * The signals of some items, item after item, each in the order of `SIGNAL_NAMES`. `neighboursOnlyHelp`: a line is never
 * further from the question than its own words are, whatever stands beside it.
 */
export function readSignals(of: Ground, items: Int32Array, neighboursOnlyHelp: boolean): Float32Array {
  const width = SIGNAL_NAMES.length;
  const rows = new Float32Array(width * items.length);
  for (let s = 0; s < width; s += 1) {
    const values = SIGNALS[SIGNAL_NAMES[s]!].read(of);
    if (values === null) continue;
    const valueFor = valueReader(of, values, neighboursOnlyHelp);
    for (let i = 0; i < items.length; i += 1) rows[i * width + s] = valueFor(items[i]!);
  }
  return rows;
}

function valueReader(
  { index: { sessions, previous, next, pairScales }, size, similarity }: Ground,
  values: NonNullable<SignalValues>,
  neighboursOnlyHelp: boolean,
): (item: number) => number {
  if (typeof values === "function") return values;
  if ("neighbour" in values) {
    const isBefore = values.neighbour === "before";
    return (item) => {
      const neighbour = isBefore ? previous[item]! : next[item]!;
      const close = similarity[item]!;
      if (neighbour < 0 || neighbour >= size) return close;
      const scale = pairScales[isBefore ? item : neighbour]!;
      return pairSimilarity(close, similarity[neighbour]!, scale, neighboursOnlyHelp);
    };
  }
  const { scale = 1 } = values;
  if ("column" in values) return (item) => values.column[item]! * scale;
  return (item) => values.sessionColumn[sessions[item]!]! * scale;
}

/** The cosine of an item and its neighbour, read as one. */
export function pairSimilarity(
  close: number,
  neighbour: number,
  scale: number,
  neighboursOnlyHelp: boolean,
): number {
  const together = (close + neighbour) * scale;
  return neighboursOnlyHelp ? Math.max(close, together) : together;
}

/** 1 where a text has one of these traits. */
function traitValues(traits: ArrayLike<number>, mask: number): SignalValues {
  return mask === 0 ? null : (item) => (traits[item]! & mask ? 1 : 0);
}

/** 0 for a few words, 1 from about 360 terms. A table, because a logarithm for every candidate adds up. */
const LENGTH_SIGNAL = Float32Array.from({ length: 363 }, (_, terms) =>
  Math.min(1, Math.max(0, Math.log2((terms + 1) / 8) / 5.5)),
);

export function lengthSignal(terms: number): number {
  return terms < LENGTH_SIGNAL.length ? LENGTH_SIGNAL[terms]! : 1;
}
