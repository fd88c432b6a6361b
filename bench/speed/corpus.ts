import type { Embedder } from "../../src/index.ts";
import { stream } from "../random.ts";
import { notes, TOPIC_COUNT } from "./notes.ts";

export const DIMS = 384;
const MODEL = "bench/given";
const QUESTIONS = 64;
/** How much of a vector is its topic's; the rest is its own. Two notes of one topic have a cosine of about a third. */
const SHARED = 0.75;
/** How much of a question's vector is that of the note it asks about. */
const NEAR = 1.5;

/** Texts with vectors of unit length, and questions about some of them with theirs. */
export interface Corpus {
  readonly texts: readonly string[];
  readonly vectors: readonly Float32Array[];
  readonly questions: readonly Given[];
}

export interface Given {
  readonly text: string;
  readonly vector: Float32Array;
}

/** The same corpus for the same size and seed. The seeds of two corpora of one run differ. */
export function makeCorpus(size: number, seed: number): Corpus {
  const next = stream(seed + 1_000);
  const topics = Array.from({ length: TOPIC_COUNT }, () => noise(next));
  const made = notes(size, seed);
  const vectors = made.map(({ topic }) => blend(topics[topic]!, SHARED, noise(next)));
  const questions = Array.from({ length: Math.min(QUESTIONS, size) }, (_, i): Given => {
    const about = Math.floor((i * size) / Math.min(QUESTIONS, size));
    return {
      text: `${made[about]!.question} (${seed}.${i})`,
      vector: blend(vectors[about]!, NEAR, noise(next)),
    };
  });
  return { texts: made.map(({ text }) => text), vectors, questions };
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

/** An embedder that has all vectors beforehand: nothing but the search is measured. */
export function givenVectors(corpora: readonly Corpus[]): Embedder {
  const known = new Map<string, Float32Array>();
  for (const { texts, vectors, questions } of corpora) {
    for (const [i, text] of texts.entries()) known.set(text, vectors[i]!);
    for (const { text, vector } of questions) known.set(text, vector);
  }
  const embedding = (text: string): { model: string; vector: Float32Array } => {
    const vector = known.get(text);
    if (vector === undefined) throw new Error(`No vector was given for "${text}".`);
    return { model: MODEL, vector };
  };
  return {
    models: [{ id: MODEL, dims: DIMS }],
    state: () => ({ status: "ready", detail: "given" }),
    ready: async () => undefined,
    embedDocuments: async (texts) => texts.map(embedding),
    embedQuery: async (text) => [embedding(text)],
    close: async () => undefined,
  };
}
