import { describe, expect, it } from "vitest";
import { dot } from "../../domain/relevance/cosine.ts";
import { QUOTE_WEIGHING, SEARCH } from "../../domain/relevance/fuse.ts";
import { questionSignals } from "../../language/question-signals.ts";
import { Corpus, type NewItem, type QueryVector } from "../../scope-index/corpus.ts";
import { Arena } from "../../scope-index/kernel/kernel.ts";
import { QUANTISE_ABOVE } from "../../scope-index/matrix.ts";
import { measuredFloor } from "./floor.ts";
import { allCandidates, hybridSearch, LARGE, type Search } from "./hybrid-search.ts";

const DIMS = 16;
const QUERY = new Float32Array(DIMS).fill(1 / Math.sqrt(DIMS));

/** The closer to 1, the closer to the question. */
function near(share: number): Float32Array {
  const vector = Float32Array.from(
    QUERY,
    (value, k) => value * share + (k % 2 === 0 ? 1 : -1) * 0.1 * (1 - share),
  );
  const length = Math.sqrt(dot(vector, vector));
  return vector.map((value) => value / length);
}

/** From this many texts on, only rounded vectors are kept; the top ones are almost equally close. */
function largeCorpus(): { corpus: Corpus<number>; vectors: Float32Array[] } {
  const corpus = new Corpus<number>(new Arena(), true);
  const vectors: Float32Array[] = [];
  for (let i = 0; i <= QUANTISE_ABOVE; i++) {
    vectors.push(near(i < 20 ? 0.8 + i * 1e-3 : (i % 50) / 100));
    const text = `text ${i}`;
    corpus.add({
      ref: i + 1,
      row: i,
      text,
      name: "",
      terms: [text],
      session: "",
      author: "",
      assistant: false,
      time: 0,
    });
    corpus.setVectors(i, [{ part: 0, model: "m", vector: vectors[i]! }]);
  }
  return { corpus, vectors };
}

describe("hybridSearch over rounded vectors", () => {
  const { corpus, vectors } = largeCorpus();
  const search = (exact: Search<number>["exact"]): Search<number> => ({
    corpus,
    query: "what is near?",
    questionSignals: questionSignals("what is near?", [], 0),
    vectors: [{ model: "m", vector: QUERY }],
    weighing: SEARCH,
    eligible: () => true,
    newness: () => 0,
    aboutOnly: true,
    floor: measuredFloor,
    threshold: 0,
    enough: 10,
    pause: undefined,
    exact,
  });
  const meaning = async (exact: Search<number>["exact"]): Promise<[item: number, cosine: number][]> =>
    (await hybridSearch(search(exact))).map(({ item, explain }) => [
      item,
      explain!().find(({ signal }) => signal === "meaning")!.value,
    ]);

  const of =
    (vectorsOf: (ref: number) => QueryVector[]): Search<number>["exact"] =>
    async (refs) =>
      new Map(refs.map((ref) => [ref, vectorsOf(ref)]));

  it("scores the best again by their exact vectors", async () => {
    expect(corpus.rounded).toBe(true);
    const found = await meaning(of((ref) => [{ model: "m", vector: vectors[ref - 1]! }]));
    expect(found.map(([item]) => item)).toEqual([19, 18, 17, 16, 15, 14, 13, 12, 11, 10]);
    for (const [item, cosine] of found) expect(cosine).toBeCloseTo(dot(QUERY, vectors[item]!), 6);
  });

  it.each<[string, Search<number>["exact"]]>([
    ["cannot be read", () => Promise.reject(new Error("the test says no"))],
    ["are gone", async () => new Map()],
    ["are of another model", of(() => [{ model: "other", vector: near(0) }])],
    ["are of another length", of(() => [{ model: "m", vector: new Float32Array(3) }])],
    ["nobody can wait for", undefined],
  ])("goes by the rounded ones where the exact ones %s", async (_, exact) => {
    const found = await meaning(exact);
    expect(found).toHaveLength(10);
    for (const [item, cosine] of found) {
      expect(item).toBeLessThan(20);
      expect(cosine).toBeCloseTo(dot(QUERY, vectors[item]!), 1);
    }
  });
});

describe("allOf", () => {
  it("gives the newest, however they came in, and no more than can be used", () => {
    const corpus = new Corpus<{ at: number; shown: boolean }>(new Arena(), true);
    const times = [5, 9, 1, 7, 3, 8];
    times.forEach((at, i) => {
      const row = { at, shown: at !== 8 };
      const rest = { text: "t", name: "", terms: ["t"], session: "", author: "", assistant: false, time: 0 };
      corpus.add({ ref: i + 1, row, ...rest });
    });
    corpus.remove(1, ["t"]);
    const newest = (enough: number): number[] =>
      allCandidates({ corpus, enough, eligible: (row) => row.shown, newness: (row) => row.at }, "recent").map(
        ({ item }) => corpus.rows[item]!.at,
      );
    expect(newest(2)).toEqual([7, 5]);
    expect(newest(Number.POSITIVE_INFINITY)).toEqual([7, 5, 3, 1]);
    expect(newest(0)).toEqual([]);
  });
});

describe("hybridSearch while something is added", () => {
  const newItem = (ref: number, text: string): NewItem<number> => ({
    ...{ ref, row: ref, text, name: "", terms: text.split(" "), session: "s" },
    ...{ author: "a", assistant: false, time: 0 },
  });

  /** A talk that goes on each time somebody looks at one of its lines. */
  class Talk extends Corpus<number> {
    override prepare(item: number): boolean {
      this.add(newItem(100 + this.size, "boat again"));
      return super.prepare(item);
    }
  }

  it("each line that is found has a relevance, the last one, too", async () => {
    const corpus = new Talk(new Arena(), false);
    for (let i = 0; i < 3; i++) corpus.add(newItem(i, `boat number ${i}`));
    const search: Search<number> = {
      ...{ corpus, query: "boat", questionSignals: questionSignals("boat", [], 0), vectors: [] },
      ...{ weighing: SEARCH, eligible: () => true, newness: () => 0, aboutOnly: false },
      ...{ floor: measuredFloor, threshold: 0, enough: 10, pause: undefined, exact: undefined },
    };
    const found = await hybridSearch(search);
    expect(found.map(({ relevance }) => Number.isFinite(relevance))).toEqual([true, true, true]);
  });

  it("a large scope that grows between two parts of the scan is searched to its end", async () => {
    const corpus = new Corpus<number>(new Arena(), false);
    for (let i = 0; i <= LARGE; i++) {
      corpus.add(newItem(i, `boat number ${i}`));
      corpus.setVectors(i, [{ part: 0, model: "m", vector: near(i === LARGE ? 1 : 0) }]);
    }
    const search: Search<number> = {
      ...{ corpus, query: "boat", questionSignals: questionSignals("boat", [], 0) },
      ...{ vectors: [{ model: "m", vector: QUERY }], weighing: QUOTE_WEIGHING, eligible: () => true },
      ...{ newness: () => 0, aboutOnly: false, floor: measuredFloor, threshold: 0, enough: 10 },
      pause: async () => void corpus.add(newItem(100_000 + corpus.size, "boat again")),
      exact: undefined,
    };
    const found = await hybridSearch(search);
    expect(found.map(({ relevance }) => Number.isFinite(relevance))).not.toContain(false);
    expect(found.map(({ item }) => item)).toContain(LARGE);
  });
});
