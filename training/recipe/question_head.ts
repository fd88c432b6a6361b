/**
 * Fits the head `question` on the vectors of the shipped encoders: whether a line asks or wants something done, and tells nothing.
 *
 *     node training/recipe/question_head.ts [--write]
 *
 * The questions and tasks of the written people against the lines that answer a question. Writers V and X give the threshold,
 * T and U are only measured. `--write` puts the weights into `models/heads.json` and prints its SHA-256.
 */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { readPeople } from "../../bench/people/person.ts";
import { showProgress } from "../../bench/progress.ts";
import type { Embedder } from "../../src/models/embedder.ts";
import { localEmbedder } from "../../src/models/local/embedder.ts";

const PEOPLE = "training/data/people";
const HEADS = "models/heads.json";
const TRAIN = ["A", "B", "C", "D", "E", "F", "G", "M", "W"];
const [FIT, TEST] = [["V", "X"], ["T", "U"]];
/** Every third question is enough: there are more of them than lines. */
const EVERY = 3;
const STEPS = 400;
const RIDGE = 1e-5;

interface Example {
  readonly vector: Float32Array;
  readonly asks: boolean;
  readonly text: string;
}

const embedder = localEmbedder();
await embedder.ready();
const weights = fitted(await examplesOf(embedder, TRAIN));
for (const [name, writers] of Object.entries({ "V, X": FIT, "T, U": TEST })) {
  const examples = await examplesOf(embedder, writers);
  const scores = examples.map(({ vector }) => score(weights, vector));
  for (const least of [0, 1, 2, 3, 4]) {
    const share = (asks: boolean): string => {
      const some = scores.filter((_, i) => examples[i]!.asks === asks);
      return `${((100 * some.filter((one) => one > least).length) / some.length).toFixed(1)} % of ${some.length}`;
    };
    console.log(`${name}, above ${least}: questions ${share(true)}, lines that answer ${share(false)}`);
  }
}
await embedder.close();
if (process.argv.includes("--write")) {
  const heads = JSON.parse(readFileSync(HEADS, "utf8")) as Record<string, number[]>;
  const content = JSON.stringify({ ...heads, question: [...weights].map((one) => Number(one.toFixed(4))) });
  writeFileSync(HEADS, content);
  console.log(`${HEADS}: ${createHash("sha256").update(content).digest("hex")}`);
}

async function examplesOf(by: Embedder, writers: readonly string[]): Promise<Example[]> {
  const found: Example[] = [];
  const people = readPeople(PEOPLE, writers);
  const progress = showProgress(`Lines and questions of ${writers.join(", ")}`);
  for (const [done, person] of people.entries()) {
    progress.step(done, people.length);
    const answers = [...new Set(person.qs.flatMap(({ a }) => a))].map((line) => person.lines[line]!.t);
    const asked = [...person.qs.map(({ q }) => q), ...person.general].filter((_, i) => i % EVERY === 0);
    const texts = [...answers, ...asked];
    const vectors = await by.embedDocuments(texts);
    for (const [i, { vector }] of vectors.entries())
      found.push({ vector, asks: i >= answers.length, text: texts[i]! });
  }
  progress.end();
  return found;
}

function score(weights: Float64Array, vector: Float32Array): number {
  let sum = weights[vector.length]!;
  for (let i = 0; i < vector.length; i += 1) sum += weights[i]! * vector[i]!;
  return sum;
}

/** Logistic regression by Adam on the whole set; the constant is last. */
function fitted(examples: readonly Example[]): Float64Array {
  const width = examples[0]!.vector.length + 1;
  const weights = new Float64Array(width);
  const [first, second] = [new Float64Array(width), new Float64Array(width)];
  for (let step = 1; step <= STEPS; step += 1) {
    const gradient = weights.map((weight) => RIDGE * weight);
    for (const { vector, asks } of examples) {
      const miss = 1 / (1 + Math.exp(-score(weights, vector))) - (asks ? 1 : 0);
      for (let i = 0; i < vector.length; i += 1) gradient[i]! += (miss * vector[i]!) / examples.length;
      gradient[width - 1]! += miss / examples.length;
    }
    for (let i = 0; i < width; i += 1) {
      first[i] = 0.9 * first[i]! + 0.1 * gradient[i]!;
      second[i] = 0.99 * second[i]! + 0.01 * gradient[i]! ** 2;
      const rate = 0.5 * (step < STEPS / 2 ? 1 : 0.2);
      weights[i]! -= (rate * (first[i]! / (1 - 0.9 ** step))) / (Math.sqrt(second[i]! / (1 - 0.99 ** step)) + 1e-9);
    }
  }
  return weights;
}
