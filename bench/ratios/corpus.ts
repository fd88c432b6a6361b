import type { Embedder } from "../../src/index.ts";
import { hashVector } from "../../src/testing/protocol.ts";
import { type Fact, factAt } from "../../test/fixtures/duplicates/facts.ts";

export const DIMS = 384;
const MODEL = "bench/words";
const QUESTIONS = 64;

/** Claims about people, every other one in Chinese, and questions about some of them. */
export interface Corpus {
  readonly texts: readonly string[];
  readonly questions: readonly string[];
}

/** The facts from a number on; two corpora that do not overlap have nothing in common. */
export function makeCorpus(size: number, from = 0): Corpus {
  const count = Math.min(QUESTIONS, size);
  return {
    texts: Array.from({ length: size }, (_, i) => factAt(from + i).text),
    questions: Array.from({ length: count }, (_, i) =>
      questionAbout(factAt(from + Math.floor((i * size) / count))),
    ),
  };
}

export function questionAbout({ restated }: Fact): string {
  return /\p{Script=Han}/u.test(restated) ? `${restated}，对吗？` : `Is it true that ${restated}?`;
}

const vectors = new Map<string, Float32Array>();

/** The vector of a text; it is made once, so that nothing but the search is measured afterwards. */
export function vectorOf(text: string): Float32Array {
  let vector = vectors.get(text);
  if (vector === undefined) {
    vector = Float32Array.from(hashVector(text, DIMS));
    vectors.set(text, vector);
  }
  return vector;
}

/** An embedder whose vectors follow from the words of a text, the same in every process. */
export function wordVectors(): Embedder {
  const embedding = (text: string) => ({ model: MODEL, vector: vectorOf(text) });
  return {
    models: [{ id: MODEL, dims: DIMS }],
    state: () => ({ status: "ready", detail: "made of words" }),
    ready: async () => undefined,
    embedDocuments: async (texts) => texts.map(embedding),
    embedQuery: async (text) => [embedding(text)],
    close: async () => undefined,
  };
}
