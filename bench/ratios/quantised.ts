import { stream } from "../random.ts";
import type { PartContext } from "./context.ts";
import { DIMS } from "./corpus.ts";
import { interleave } from "./interleave.ts";
import { atMost, type Row } from "./row.ts";
import { ExactScan, firsts, RoundedScan } from "./scan.ts";

const ITEMS = 100_000;
const SEED = 30;
const ROUNDS = 60;
const FIRST = 10;
const BAR = 0.3;
const LEAST_RECALL = 0.98;
const QUESTIONS = 64;
const TOPICS = 16;
/** How much of a vector is its topic's; the rest is its own. Two of one topic have a cosine of about a third. */
const SHARED = 0.75;
/** How much of a question's vector is that of the item it asks about. */
const NEAR = 1.5;

/** 100,000 vectors: the rounded scan against the exact one. */
export async function quantisedRows(context: PartContext): Promise<Row[]> {
  context.progress(`${ITEMS} vectors`);
  const next = stream(SEED);
  const topics = Array.from({ length: TOPICS }, () => noise(next));
  const vectors = Array.from({ length: ITEMS }, (_, i) => blend(topics[i % TOPICS]!, SHARED, noise(next)));
  const questions = Array.from({ length: QUESTIONS }, (_, i) =>
    blend(vectors[Math.floor((i * ITEMS) / QUESTIONS)]!, NEAR, noise(next)),
  );
  const exact = new ExactScan(vectors);
  const rounded = new RoundedScan(vectors);
  const question = (turn: number) => questions[turn % QUESTIONS]!;
  const times = await interleave(ROUNDS, {
    rounded: { run: (turn) => rounded.best(question(turn), FIRST) },
    exact: { run: (turn) => exact.scan(question(turn)) },
  });
  const shares = questions.map((vector) => {
    const right = new Set(firsts(exact.scan(vector), FIRST));
    return rounded.best(vector, FIRST).filter((item) => right.has(item)).length / FIRST;
  });
  const recall = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  const row = atMost(
    `${ITEMS} vectors, int8 scan and rescoring ÷ f32 scan`,
    times.rounded,
    times.exact,
    BAR,
    { by: "cpu", note: `recall@${FIRST} ${recall.toFixed(3)}, bar ${LEAST_RECALL}` },
  );
  return [{ ...row, pass: row.pass === true && recall >= LEAST_RECALL }];
}

/** A direction at random, of unit length. */
function noise(next: () => number): Float32Array {
  const vector = new Float32Array(DIMS);
  for (let i = 0; i < DIMS; i++) vector[i] = next() - 0.5;
  return unit(vector);
}

function blend(a: Float32Array, weight: number, b: Float32Array): Float32Array {
  const vector = new Float32Array(DIMS);
  for (let i = 0; i < DIMS; i++) vector[i] = a[i]! * weight + b[i]!;
  return unit(vector);
}

function unit(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares) || 1;
  for (let i = 0; i < DIMS; i++) vector[i]! /= length;
  return vector;
}
