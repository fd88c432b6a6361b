import { SEARCH, type Weighing } from "./fuse.ts";
import type { Ground } from "./ground.ts";
import { pairSimilarity, SIGNAL_NAMES, SIGNALS } from "./signals.ts";
import { bestOf, type ScoreColumn } from "./top.ts";

/** In the first 200 lie 96 to 99 % of the answers; more cost time and bring little. */
export const SHORTLIST = 200;

type Eligible = (item: number) => boolean;

/**
 * The items worth a closer look: the best by those signals that are cheap to read, with the weights they have in the
 * end. `eligible` leaves out what may not be shown at all (removed, another time, another type).
 */
export function shortlist(
  of: Ground,
  limit: number = SHORTLIST,
  eligible?: Eligible,
  weighing: Weighing = SEARCH,
): Int32Array {
  if (of.size <= limit) return everything(of.size, eligible);
  return bestOf(cheapScores(of, weighing), limit, eligible);
}

function everything(size: number, eligible: Eligible | undefined): Int32Array {
  const items = new Int32Array(size);
  let count = 0;
  for (let item = 0; item < size; item += 1) {
    if (eligible === undefined || eligible(item)) items[count++] = item;
  }
  return items.subarray(0, count);
}

/** The values to add up for each item of a scope, by where they lie. */
interface Addends {
  /** The sum of the signals of each session; `null`: there are none. */
  sessions: Float64Array | null;
  /** Columns with their weights. Signals that read the same column are one addend. */
  readonly columns: Map<Float32Array, number>;
  /** The weights of the cosines with neighbours. */
  readonly neighbours: { before: number; after: number };
  readonly computed: { readonly weight: number; readonly valueFor: (item: number) => number }[];
}

function addendsOf(of: Ground, weights: Weighing["weights"]): Addends {
  const { alone, sessionCount } = of.index;
  const neighbours = { before: 0, after: 0 };
  const addends: Addends = { sessions: null, columns: new Map(), neighbours, computed: [] };
  for (const name of SIGNAL_NAMES) {
    const { shortlist: use = "always", read } = SIGNALS[name];
    const weight = weights[name];
    if (weight === 0 || use === "never" || (alone && use === "talk")) continue;
    const values = read(of);
    if (values === null) continue;
    if (typeof values === "function") addends.computed.push({ weight, valueFor: values });
    else if ("neighbour" in values) neighbours[values.neighbour] += weight;
    else if ("column" in values) {
      const { column, scale = 1 } = values;
      addends.columns.set(column, (addends.columns.get(column) ?? 0) + weight * scale);
    } else {
      const { sessionColumn, scale = 1 } = values;
      addends.sessions ??= new Float64Array(sessionCount);
      for (let s = 0; s < sessionCount; s += 1) addends.sessions[s]! += weight * scale * sessionColumn[s]!;
    }
  }
  return addends;
}

/** The scores of one shortlist at a time, in an array that grows to the largest scope: a new one each time is slower. */
let scoreColumn = new Float64Array(1_024);

/** Adds up in loops over all items. They stand for all signals of one kind, so that none of them looks anything up. */
function cheapScores(of: Ground, weighing: Weighing): ScoreColumn {
  const { size } = of;
  const { sessions: sessionOf, embedded } = of.index;
  if (scoreColumn.length < size) scoreColumn = new Float64Array(2 * size);
  const scores = scoreColumn;
  const { sessions, columns, neighbours, computed } = addendsOf(of, weighing.weights);
  if (sessions === null) scores.fill(0, 0, size);
  else for (let item = 0; item < size; item += 1) scores[item] = sessions[sessionOf[item]!]!;
  addColumns(scores, size, columns);
  if (neighbours.before !== 0 || neighbours.after !== 0)
    addNeighbours(scores, of, neighbours, weighing.neighboursOnlyHelp);
  for (const { weight, valueFor } of computed)
    for (let item = 0; item < size; item += 1) scores[item]! += weight * valueFor(item);
  const withoutVector = weighing.offset(0, of.index, false) - weighing.offset(0, of.index, true);
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let item = 0; item < size; item += 1) {
    if (embedded[item] === 0) scores[item]! += withoutVector;
    const score = scores[item]!;
    if (score < low) low = score;
    if (score > high) high = score;
  }
  return { scores, size, low, high };
}

/** Four columns at a time, since the most are four: each loop reads and writes all scores. */
function addColumns(scores: Float64Array, size: number, columns: Addends["columns"]): void {
  const rest = [...columns];
  while (rest.length > 0) {
    const [[a, ofA], [b, ofB] = [a, 0], [c, ofC] = [a, 0], [d, ofD] = [a, 0]] = rest.splice(0, 4) as [
      [Float32Array, number],
      ...[Float32Array, number][],
    ];
    for (let item = 0; item < size; item += 1)
      scores[item] = scores[item]! + ofA * a[item]! + ofB * b[item]! + ofC * c[item]! + ofD * d[item]!;
  }
}

function addNeighbours(
  scores: Float64Array,
  { index: { previous, next, pairScales }, size, similarity }: Ground,
  { before: ofBefore, after: ofAfter }: Addends["neighbours"],
  onlyHelp: boolean,
): void {
  for (let item = 0; item < size; item += 1) {
    const close = similarity[item]!;
    const before = previous[item]!;
    const after = next[item]!;
    scores[item] =
      scores[item]! +
      ofBefore *
        (before < 0 ? close : pairSimilarity(close, similarity[before]!, pairScales[item]!, onlyHelp)) +
      ofAfter *
        (after < 0 || after >= size
          ? close
          : pairSimilarity(close, similarity[after]!, pairScales[after]!, onlyHelp));
  }
}
