import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shortlist } from "../domain/relevance/shortlist.ts";
import { ground } from "../domain/relevance/signals.ts";
import { Arena } from "./arena.ts";
import { Corpus } from "./corpus.ts";
import { ROUGH_FROM } from "./matrix.ts";

const DIMS = 32;
const SIZE = ROUGH_FROM + 300;
const MODELS = ["test/en", "test/zh"];
const WORDS = ["tea", "rex", "berlin", "绿茶", "北京"];

function stream(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Near one of a few directions, so that many are about as far from a question. */
function vectorOf(next: () => number, topic: number): Float32Array {
  const vector = Float32Array.from({ length: DIMS }, (_, k) => next() - 0.5 + (k === topic ? 1 : 0));
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function filled(next: () => number): Corpus<{ shown: boolean }> {
  const corpus = new Corpus<{ shown: boolean }>(new Arena(), true);
  for (let i = 0; i < SIZE; i += 1) {
    const terms = WORDS.filter(() => next() < 0.2);
    const about = { text: terms.join(" "), name: "", session: "", author: "", assistant: false, time: i };
    const item = corpus.add({ ref: i, row: { shown: next() < 0.9 }, terms, ...about });
    // Most texts are one passage; some are several, of several models, and some have no vector yet.
    const passages = next() < 0.05 ? 0 : next() < 0.1 ? 3 : 1;
    const parts = Array.from({ length: passages }, (_, part) => ({
      ...{ part, model: MODELS[next() < 0.9 ? 0 : 1]! },
      vector: vectorOf(next, Math.floor(next() * 8)),
    }));
    if (parts.length > 0) corpus.setVectors(item, parts);
  }
  for (let i = 0; i < 50; i += 1)
    corpus.setVectors(i, [{ part: 0, model: MODELS[0]!, vector: vectorOf(next, 3) }]);
  return corpus;
}

describe("a first look at rounded vectors", () => {
  it("gives the shortlist of an exact scan, and its numbers to the last bit", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.boolean(), async (seed, both) => {
        const next = stream(seed);
        const corpus = filled(next);
        const queries = (both ? MODELS : MODELS.slice(0, 1)).map((model) => ({
          model,
          vector: vectorOf(next, 2),
        }));
        const exact = (await corpus.similarity(queries))!;
        const rough = corpus.roughly(queries)!;
        expect(Math.max(...rough.similarity)).toBe(Math.max(...exact));
        for (const [item, cosine] of exact.entries())
          expect(Math.abs(rough.similarity[item]! - cosine)).toBeLessThanOrEqual(rough.error);
        const question = { wants: 0, you: false };
        const asked = { words: ["tea", "绿茶"], named: [], anyNamed: false, question, times: [] };
        const may = (similarity: Float32Array) => (item: number) =>
          corpus.rows[item]!.shown && similarity[item]! > 0.3;
        const plain = shortlist(ground(asked, corpus, exact), 200, may(exact));
        const of = ground(asked, corpus, rough.similarity);
        const fast = shortlist(of, 200, may(rough.similarity), undefined, rough);
        expect(fast.toSorted()).toEqual(plain.toSorted());
        for (const item of fast) expect(rough.similarity[item]).toBe(exact[item]);
      }),
      { numRuns: 12 },
    );
  });

  it("is not taken where the vectors are few", () => {
    const corpus = new Corpus<object>(new Arena(), true);
    expect(corpus.roughly([{ model: MODELS[0]!, vector: vectorOf(stream(1), 1) }])).toBeNull();
  });
});
