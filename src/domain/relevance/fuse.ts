import type { RelevanceIndex } from "./relevance-index.ts";
import { SIGNAL_NAMES, SIGNALS, type SignalName, type SignalWeights } from "./signals.ts";

/** Added for the share of the question's words that the scope has ever seen; the same for all its lines. */
export const KNOWN_WEIGHT = 0.668;
/** The log-odds of a line of which nothing else is known. */
export const BIAS = -9.621;
/**
 * In a scope of few lines there is less beside a line to speak for it, and less it could be confused with: this makes
 * up for it, for each e-fold below the usual size. Words alone get along with fewer lines.
 */
const FEW_WEIGHT = 0.5;
const USUAL_SIZE = 200;
const USUAL_FOR_WORDS = 30;
const SMALLEST = 10;
/** Stands in for what neighbours and sessions say, where there are none. */
export const ALONE = 0.3;
/** Stands in for the four signals of meaning where there is no vector to compare, so that the floor still fits. */
export const WITHOUT_MEANING = 2.4;

/** How signals become the log-odds that a line answers. */
export interface Weighing {
  readonly weights: Readonly<Record<SignalName, number>>;
  /** The same in the order of `SIGNAL_NAMES`. */
  readonly row: Float32Array;
  /** The weighing where the question has no vector at all. Default: this one. */
  readonly byWords?: Weighing;
  /** The weighing where an assistant speaks, too. Default: this one. */
  readonly withAssistant?: Weighing;
  /** A line is never further from the question than its own words are, whatever stands beside it. */
  readonly neighboursOnlyHelp: boolean;
  /** The constant part for this question and scope, the same for every line. */
  offset(knownShare: number, index: Pick<RelevanceIndex, "documents" | "alone">, hasMeaning: boolean): number;
}

function weightsOf(
  weightIn: (weights: SignalWeights) => number | undefined,
): Pick<Weighing, "weights" | "row"> {
  const entries = SIGNAL_NAMES.map((name) => [name, weightIn(SIGNALS[name].weights) ?? 0] as const);
  return {
    weights: Object.fromEntries(entries) as Record<SignalName, number>,
    row: Float32Array.from(entries, ([, weight]) => weight),
  };
}

/** For memories and for a search in the raw record. */
export const SEARCH: Weighing = {
  ...weightsOf(({ search }) => search),
  withAssistant: {
    ...weightsOf(({ search, searchWithAssistant = search }) => searchWithAssistant),
    neighboursOnlyHelp: false,
    offset,
  },
  neighboursOnlyHelp: false,
  offset,
};

const QUOTE_BIAS = -8.712;
/** Stands in for what meaning adds to a line that answers, where there is no vector to compare. */
const QUOTE_WITHOUT_MEANING = 3;

/** Higher than `QUOTE_BIAS`: words are all there is. */
const QUOTE_WORDS_BIAS = -3;

/** For a person's own question about what they said, and for memories beside it. */
export const QUOTE_WEIGHING: Weighing = {
  ...weightsOf(({ quotes }) => quotes),
  byWords: {
    ...weightsOf(({ quotesByWords }) => quotesByWords),
    neighboursOnlyHelp: true,
    offset: () => QUOTE_WORDS_BIAS,
  },
  // In a long life people jump from one thing to another.
  neighboursOnlyHelp: true,
  offset: (_known, _index, hasMeaning) => QUOTE_BIAS + (hasMeaning ? 0 : QUOTE_WITHOUT_MEANING),
};

/** The weighing of a question in one scope. */
export function weighingIn(
  weighing: Weighing,
  { hasAssistant }: Pick<RelevanceIndex, "hasAssistant">,
  hasMeaning: boolean,
): Weighing {
  const special = !hasMeaning ? weighing.byWords : hasAssistant ? weighing.withAssistant : undefined;
  return special ?? weighing;
}

/** The bonus of each line in a scope of few lines. */
export function few(documents: number, hasMeaning: boolean): number {
  const usual = hasMeaning ? USUAL_SIZE : USUAL_FOR_WORDS;
  return FEW_WEIGHT * Math.max(0, Math.log(usual / Math.max(SMALLEST, documents)));
}

/** The part of a line's log-odds that depends on the question and the scope only. */
function offset(
  knownShare: number,
  { documents, alone }: Pick<RelevanceIndex, "documents" | "alone">,
  hasMeaning: boolean,
): number {
  const base = BIAS + KNOWN_WEIGHT * knownShare + few(documents, hasMeaning);
  return base + (alone ? ALONE : 0) + (hasMeaning ? 0 : WITHOUT_MEANING);
}

/** The log-odds that the row of signals from `at` on adds up to. */
export function weigh(rows: Float32Array, at: number, weights: Float32Array): number {
  let sum = 0;
  for (let s = 0; s < weights.length; s += 1) sum += weights[s]! * rows[at + s]!;
  return sum;
}

/**
 * Relevance is the log-odds that a line answers the question, laid out from 0 to 1: 0 where nothing speaks for it, 1
 * where it answers in 19 of 20 cases. Each signal adds its part to the sum, and a threshold means the same in every
 * scope.
 */
const LOW = BIAS;
const HIGH = Math.log(19);
export const SCALE_SPAN: number = HIGH - LOW;

export function onScale(logOdds: number): number {
  return clampRelevance(unclampedRelevance(logOdds));
}

/** The same without its ends: what lies beyond them still has an order. */
export function unclampedRelevance(logOdds: number): number {
  return (logOdds - LOW) / SCALE_SPAN;
}

/** The log-odds of a relevance without ends. */
export function logOddsOf(relevance: number): number {
  return LOW + relevance * SCALE_SPAN;
}

export function clampRelevance(relevance: number): number {
  return Math.min(1, Math.max(0, relevance));
}

/** The chance that a line of this relevance answers the question. */
export function chanceOf(relevance: number): number {
  return 1 / (1 + Math.exp(-logOddsOf(relevance)));
}

/** A line that answers the question in one case of a hundred is still worth its place; one that does less is not. */
const LEAST_CHANCE = 0.01;

/**
 * Below this relevance a line is not injected. On conversations the weights were not fitted on it keeps at least 95 %
 * of the answers found in each kind of chat, and most questions that belong elsewhere inject nothing; in talks with an
 * assistant, whose answers say every word, only a fifth of them.
 */
export const DEFAULT_FLOOR: number = onScale(Math.log(LEAST_CHANCE / (1 - LEAST_CHANCE)));

/** A question of which nobody knows whether it needs memory must be answered this well before anybody is quoted. */
const STRICT = Math.log(0.15 / (1 - 0.15));
/** Among so many messages; among more the best is nearer by chance. */
const USUAL_MESSAGES = 50;
const CHANCE_WEIGHT = 0.4;

/** The least log-odds of a quote for a question of which nobody knows whether it needs memory. */
export function quoteOddsFloor(messages: number): number {
  return STRICT + CHANCE_WEIGHT * Math.log(Math.max(1, messages / USUAL_MESSAGES));
}
