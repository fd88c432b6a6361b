import { parseArgs } from "node:util";
import { localEmbedder } from "../../src/models/local/embedder.ts";
import { showProgress } from "../progress.ts";
import type { BenchResult } from "../support.ts";
import { isOfMemories, type Person, readPeople, writerOf } from "./person.ts";
import { corpusOf, type Example, examplesOf, SIGNALS } from "./signals.ts";

const STEPS = 120;
const RIDGE = 0.002;

/**
 * Fits the weights of relevance: in each question the answering lines against all others (listwise softmax). Each signal
 * is taken out in turn, and the rest is fitted on one writer and measured on the other.
 */
export async function fitWeights(args: readonly string[]): Promise<BenchResult> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: "string", default: "training/data/people" },
      writers: { type: "string", default: "V,X" },
      without: { type: "string", default: "" },
      ablate: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  });
  const writers = values.writers.split(",");
  const people = readPeople(values.data, writers);
  const embedder = localEmbedder();
  await embedder.ready();
  const progress = showProgress("People");
  const byWriter = new Map<string, Example[]>(writers.map((writer) => [writer, []]));
  const groups = poolsOf(people);
  for (const [done, group] of groups.entries()) {
    progress.step(done, groups.length);
    const told = await corpusOf(embedder, group);
    for (const person of group)
      byWriter.get(writerOf(person))!.push(...(await examplesOf(embedder, person, told)));
    told.corpus.release();
  }
  progress.end();
  await embedder.close();
  const all = [...byWriter.values()].flat();
  const constant = new Set(SIGNALS.filter((_, s) => all.every(({ rows }) => isConstant(rows, s))));
  const left = new Set(values.without.split(",").filter(Boolean));
  const used = SIGNALS.filter((name) => !constant.has(name) && !left.has(name));
  const lines: string[] = [
    `${all.length} questions; signals that never vary here: ${[...constant].join(", ")}`,
  ];
  const measure = (names: readonly string[]): number[] => {
    const figures: number[] = [0, 0];
    for (const writer of writers) {
      const others = writers.filter((one) => one !== writer);
      const train = (others.length === 0 ? [writer] : others).flatMap((one) => byWriter.get(one)!);
      const weights = fitted(train, names);
      for (const [i, k] of [10, 15].entries())
        figures[i]! += recallAt(byWriter.get(writer)!, weights, k) / writers.length;
    }
    return figures;
  };
  const whole = measure(used);
  lines.push(`all ${used.length}: best 10 ${whole[0]!.toFixed(2)}, best 15 ${whole[1]!.toFixed(2)}`);
  for (const name of values.ablate ? used : []) {
    const rest = measure(used.filter((one) => one !== name));
    lines.push(
      `without ${name.padEnd(18)} ${(rest[0]! - whole[0]!).toFixed(2).padStart(6)} ${(rest[1]! - whole[1]!).toFixed(2).padStart(6)}`,
    );
  }
  const weights = fitted(all, used);
  const { slope, bias } = chances(all, weights);
  for (let s = 0; s < weights.length; s += 1) weights[s]! *= slope;
  lines.push(`log-odds: bias ${bias.toFixed(3)} (the weights are on this scale)`);
  lines.push(
    "weights:",
    ...used.map((name) => `  ${name}: ${weights[SIGNALS.indexOf(name as never)]!.toFixed(3)}`),
  );
  return { document: { whole, weights: [...weights] }, lines };
}

/** Each person alone, and all people of one writer and language together. */
function poolsOf(people: readonly Person[]): Person[][] {
  const pools = new Map<string, Person[]>();
  for (const person of people) {
    if (person.kind === "group") continue;
    const name = `${writerOf(person)} ${person.lang} ${isOfMemories(person)}`;
    pools.set(name, [...(pools.get(name) ?? []), person]);
  }
  return [...people.map((person) => [person]), ...[...pools.values()].filter((pool) => pool.length > 1)];
}

function isConstant(rows: Float32Array, signal: number): boolean {
  for (let at = signal; at < rows.length; at += SIGNALS.length) if (rows[at] !== rows[signal]) return false;
  return true;
}

/** Weights by Adam on the whole set; signals that are not used stay 0. */
function fitted(examples: readonly Example[], names: readonly string[]): Float64Array {
  const width = SIGNALS.length;
  const uses = SIGNALS.map((name) => names.includes(name));
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
  const width = SIGNALS.length;
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
  const width = SIGNALS.length;
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
function chances(examples: readonly Example[], weights: Float64Array): { slope: number; bias: number } {
  const width = SIGNALS.length;
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
function recallAt(examples: readonly Example[], weights: Float64Array, k: number): number {
  const width = SIGNALS.length;
  let sum = 0;
  for (const { rows, lines, answers } of examples) {
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
    sum += found / answers.length;
  }
  return (100 * sum) / examples.length;
}
