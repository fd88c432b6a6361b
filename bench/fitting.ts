import { SIGNAL_NAMES } from "../src/domain/relevance/signals.ts";

/** A question with the signals of the lines that were looked at. */
export interface Example {
  /** Line after line, each in the order of `SIGNAL_NAMES`. */
  readonly rows: Float32Array;
  readonly lines: number;
  /** The places of the lines that answer, among those that were looked at. */
  readonly answers: readonly number[];
  /** Lines that answer, whether they were looked at or not. */
  readonly gold: number;
}

const STEPS = 120;
const RIDGE = 0.002;

export function isConstant(rows: Float32Array, signal: number): boolean {
  for (let at = signal; at < rows.length; at += SIGNAL_NAMES.length)
    if (rows[at] !== rows[signal]) return false;
  return true;
}

/** Weights by Adam on the whole set; signals that are not used stay 0. */
export function fitted(examples: readonly Example[], names: readonly string[]): Float64Array {
  const width = SIGNAL_NAMES.length;
  const uses = SIGNAL_NAMES.map((name) => names.includes(name));
  const deviation = deviations(examples);
  const weights = new Float64Array(width);
  const [first, second] = [new Float64Array(width), new Float64Array(width)];
  for (let step = 1; step <= STEPS; step += 1) {
    const gradient = new Float64Array(width);
    for (const example of examples) addGradient(example, weights, deviation, gradient);
    for (let s = 0; s < width; s += 1) {
      if (!uses[s]) continue;
      const slope = gradient[s]! / examples.length + RIDGE * weights[s]!;
      first[s] = 0.9 * first[s]! + 0.1 * slope;
      second[s] = 0.99 * second[s]! + 0.01 * slope * slope;
      const rate = 0.1 * (step < STEPS / 2 ? 1 : 0.3);
      weights[s]! -=
        (rate * (first[s]! / (1 - 0.9 ** step))) / (Math.sqrt(second[s]! / (1 - 0.99 ** step)) + 1e-9);
    }
  }
  return weights.map((weight, s) => (deviation[s]! === 0 ? 0 : weight / deviation[s]!));
}

function deviations(examples: readonly Example[]): Float64Array {
  const width = SIGNAL_NAMES.length;
  const [sum, squares] = [new Float64Array(width), new Float64Array(width)];
  let count = 0;
  for (const { rows } of examples) {
    for (let at = 0; at < rows.length; at += width) {
      count += 1;
      for (let s = 0; s < width; s += 1) {
        sum[s]! += rows[at + s]!;
        squares[s]! += rows[at + s]! ** 2;
      }
    }
  }
  return sum.map((total, s) => Math.sqrt(Math.max(0, squares[s]! / count - (total / count) ** 2)));
}

/** Of minus the mean log-share of the answering lines. */
function addGradient(
  { rows, lines, answers }: Example,
  weights: Float64Array,
  deviation: Float64Array,
  gradient: Float64Array,
): void {
  const width = SIGNAL_NAMES.length;
  const scores = new Float64Array(lines);
  let most = Number.NEGATIVE_INFINITY;
  const scaled = weights.map((weight, s) => (deviation[s]! > 0 ? weight / deviation[s]! : 0));
  for (let i = 0; i < lines; i += 1) {
    let score = 0;
    for (let s = 0; s < width; s += 1) score += scaled[s]! * rows[i * width + s]!;
    scores[i] = score;
    most = Math.max(most, score);
  }
  let total = 0;
  for (let i = 0; i < lines; i += 1) total += Math.exp(scores[i]! - most);
  if (answers.length === 0) return;
  const share = 1 / answers.length;
  const right = new Set(answers);
  for (let i = 0; i < lines; i += 1) {
    const pull = Math.exp(scores[i]! - most) / total - (right.has(i) ? share : 0);
    if (Math.abs(pull) < 1e-4) continue;
    for (let s = 0; s < width; s += 1)
      if (deviation[s]! > 0) gradient[s]! += (pull * rows[i * width + s]!) / deviation[s]!;
  }
}

/** A line answers with the chance that a logistic curve of its score gives: the curve's slope and constant. */
export function chances(
  examples: readonly Example[],
  weights: Float64Array,
): { slope: number; bias: number } {
  const width = SIGNAL_NAMES.length;
  let [slope, bias] = [1, -10];
  for (let step = 0; step < 40; step += 1) {
    // Newton's method on two numbers.
    let [g0, g1, h00, h01, h11] = [0, 0, 1e-6, 0, 1e-6];
    for (const { rows, lines, answers } of examples) {
      for (let i = 0; i < lines; i += 1) {
        let score = 0;
        for (let s = 0; s < width; s += 1) score += weights[s]! * rows[i * width + s]!;
        const chance = 1 / (1 + Math.exp(-(slope * score + bias)));
        const miss = chance - (answers.includes(i) ? 1 : 0);
        const spread = chance * (1 - chance);
        g0 += miss * score;
        g1 += miss;
        h00 += spread * score * score;
        h01 += spread * score;
        h11 += spread;
      }
    }
    const determinant = h00 * h11 - h01 * h01;
    slope -= (g0 * h11 - g1 * h01) / determinant;
    bias -= (g1 * h00 - g0 * h01) / determinant;
  }
  return { slope, bias };
}

/** Share of the answering lines among the best, in percent. */
export function recallAt(examples: readonly Example[], weights: Float64Array, k: number): number {
  const width = SIGNAL_NAMES.length;
  let sum = 0;
  for (const { rows, lines, answers, gold } of examples) {
    const scores = Float64Array.from({ length: lines }, (_, i) => {
      let score = 0;
      for (let s = 0; s < width; s += 1) score += weights[s]! * rows[i * width + s]!;
      return score;
    });
    let found = 0;
    for (const answer of answers) {
      let better = 0;
      for (let i = 0; i < lines; i += 1) if (scores[i]! > scores[answer]!) better += 1;
      if (better < k) found += 1;
    }
    sum += found / gold;
  }
  return (100 * sum) / examples.length;
}
