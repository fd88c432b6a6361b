import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dot, pairScale } from "../domain/relevance/cosine.ts";
import { countIn, itemIn } from "../domain/relevance/relevance-index.ts";
import { callNames } from "../language/person-names.ts";
import { Corpus, type NewItem } from "./corpus.ts";
import { Arena } from "./kernel/kernel.ts";
import { QUANTISE_ABOVE } from "./matrix.ts";
import type { ItemVector, QueryVector } from "./spaces.ts";

const DIMS = 16;
const MODELS = ["test/en", "test/zh"];
const WORDS = ["berlin", "tea", "rex", "北京", "绿茶"];
const AUTHORS = ["Alice Smith", "小明", "assistant", "Bob"];

/** A unit vector that a few whole numbers say. */
function unit(numbers: readonly number[]): Float32Array {
  const vector = Float32Array.from({ length: DIMS }, (_, k) => (numbers[k % numbers.length]! * (k + 1)) % 7);
  vector[0]! += 0.5;
  const length = Math.sqrt(dot(vector, vector));
  return vector.map((value) => value / length);
}

const numbers = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 5 });
const vector = fc.record({ model: fc.constantFrom(...MODELS), vector: numbers.map(unit) });
/** The passages of one text, each of the model that fits it. */
const vectors = fc
  .array(vector, { maxLength: 4 })
  .map((list): ItemVector[] => list.map((one, part) => ({ part, ...one })));
const words = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 8 });
const which = fc.nat({ max: 1_000 });

type Step =
  | { do: "add"; terms: string[]; session: string; author: string; time: number }
  | { do: "update"; which: number; author: string; time: number }
  | { do: "reword"; which: number; terms: string[] }
  | { do: "remove"; which: number }
  | { do: "embed"; which: number; vectors: ItemVector[] };

const author = fc.constantFrom(...AUTHORS);
const time = fc.integer({ min: 0, max: 5 });
const add = fc.record({
  do: fc.constant("add" as const),
  terms: words,
  session: fc.constantFrom("s1", "s2", "s3"),
  author,
  time,
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: add },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("embed" as const), which, vectors }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("update" as const), which, author, time }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("reword" as const), which, terms: words }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("remove" as const), which }) },
);

/** A text before anything is computed from it. */
interface Plain {
  readonly ref: number;
  readonly terms: readonly string[];
  readonly session: string;
  author: string;
  time: number;
  vectors: readonly ItemVector[];
  gone: boolean;
}

/** A corpus beside a list of plain texts to which the same happens. */
function play(
  steps: readonly Step[],
  alone: boolean,
): { corpus: Corpus<Plain>; plain: Plain[]; arena: Arena } {
  const arena = new Arena();
  const corpus = new Corpus<Plain>(arena, alone);
  const plain: Plain[] = [];
  const put = (one: Plain): number => {
    const { ref, terms, session, author, time } = one;
    const item: NewItem<Plain> = {
      ref,
      row: one,
      text: terms.join(" "),
      name: `key_${ref}`,
      terms,
      session,
      author,
      assistant: author === "assistant",
      time,
    };
    plain.push(one);
    return corpus.add(item);
  };
  for (const step of steps) {
    if (step.do === "add") {
      put({ ...step, ref: plain.length + 1, vectors: [], gone: false });
      continue;
    }
    const live = plain.flatMap((one, item) => (one.gone ? [] : [item]));
    if (live.length === 0) continue;
    const item = live[step.which % live.length]!;
    const one = plain[item]!;
    if (step.do === "embed") {
      one.vectors = step.vectors;
      corpus.setVectors(item, step.vectors);
    } else if (step.do === "update") {
      Object.assign(one, { author: step.author, time: step.time });
      corpus.update(item, { row: one, name: "other", author: step.author, time: step.time });
    } else if (step.do === "remove") {
      corpus.remove(item, one.terms);
      Object.assign(one, { gone: true, vectors: [] });
    } else {
      // As a memory with a new key: another item under the same number, with the vectors of the old one.
      const to = put({ ...one, terms: step.terms, gone: false });
      corpus.moveVectors(item, to);
      corpus.remove(item, one.terms);
      Object.assign(one, { gone: true, vectors: [] });
    }
  }
  return { corpus, plain, arena };
}

const dotOf = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, k) => sum + value * b[k]!, 0);

const QUERIES: QueryVector[] = [
  { model: "test/en", vector: unit([3, -2, 1]) },
  { model: "test/zh", vector: unit([-1, 4]) },
];

/** The cosines of a text's passages with the question. */
function cosines({ vectors }: Plain): [part: number, cosine: number][] {
  return vectors.map(({ part, model, vector }) => [
    part,
    dotOf(vector, QUERIES.find((query) => query.model === model)!.vector),
  ]);
}

function middle(one: Plain, model: string): Float32Array | undefined {
  const own = one.vectors.filter((vector) => vector.model === model);
  if (own.length === 0) return undefined;
  const sum = Float32Array.from({ length: DIMS }, (_, k) =>
    own.reduce((all, { vector }) => all + vector[k]!, 0),
  );
  const length = Math.sqrt(dotOf(sum, sum)) || 1;
  return sum.map((value) => value / length);
}

describe("Corpus against a plain list", () => {
  const steps = fc.array(step, { maxLength: 60 });

  it("counts words, lengths and documents of what is there, and of nothing else", () => {
    fc.assert(
      fc.property(steps, fc.boolean(), (list, alone) => {
        const { corpus, plain } = play(list, alone);
        const live = plain.filter((one) => !one.gone);
        const total = live.reduce((sum, one) => sum + one.terms.length, 0);
        expect([corpus.size, corpus.documents]).toEqual([plain.length, live.length]);
        expect(corpus.averageLength).toBeCloseTo(live.length === 0 ? 0 : total / live.length, 9);
        for (const word of WORDS) {
          const { entries, size, live: alive } = corpus.postings(word) ?? { entries: [], size: 0, live: 0 };
          const expected = plain.flatMap((one, item) => {
            const count = one.terms.filter((term) => term === word).length;
            return one.gone || count === 0 ? [] : [[item, count]];
          });
          expect(Array.from({ length: size }, (_, i) => [itemIn(entries[i]!), countIn(entries[i]!)])).toEqual(
            expected,
          );
          expect(alive).toBe(size);
        }
        const sessions = new Map<number, number>();
        plain.forEach((one, item) => {
          const session = corpus.sessions[item]!;
          sessions.set(session, (sessions.get(session) ?? 0) + (one.gone ? 0 : one.terms.length));
          expect(corpus.rows[item]).toBe(one.gone ? undefined : one);
          if (one.gone) return;
          expect(corpus.lengths[item]).toBe(one.terms.length);
          expect([corpus.refOf(item), corpus.itemOf(one.ref)]).toEqual([one.ref, item]);
          expect(corpus.lettersOf(item)).toContain(one.terms.join(" "));
        });
        expect(corpus.sessionCount).toBe(sessions.size);
        for (const [session, length] of sessions) expect(corpus.sessionLengths[session]).toBe(length);
      }),
      { numRuns: 150 },
    );
  });

  it("knows what stands before and after, session by session, or that all stands alone", () => {
    fc.assert(
      fc.property(steps, fc.boolean(), (list, alone) => {
        const { corpus, plain } = play(list, alone);
        const last = new Map<string, number>();
        plain.forEach((one, item) => {
          const before = alone ? -1 : (last.get(one.session) ?? -1);
          expect(corpus.previous[item]).toBe(before);
          if (before >= 0) {
            expect(corpus.next[before]).toBe(item);
            expect(corpus.sessions[before]).toBe(corpus.sessions[item]);
          }
          last.set(one.session, item);
        });
        for (const item of alone ? plain.keys() : last.values()) expect(corpus.next[item]).toBe(-1);
      }),
      { numRuns: 80 },
    );
  });

  it("knows who speaks and when; who has nothing left to say is called no more", () => {
    fc.assert(
      fc.property(steps, (list) => {
        const { corpus, plain } = play(list, true);
        const live = plain.flatMap((one, item) => (one.gone ? [] : [[one, item] as const]));
        for (const [one, item] of live) {
          expect(corpus.speakers[corpus.authors[item]!]).toEqual(callNames(one.author));
          expect(corpus.times[item]).toBe(one.time);
        }
        const called = corpus.speakers.filter((names) => names.length > 0).map(String);
        const expected = new Set(
          live.map(([one]) => String(callNames(one.author))).filter((names) => names !== ""),
        );
        expect(called.sort()).toEqual([...expected].sort());
      }),
      { numRuns: 80 },
    );
  });

  it("is as similar as its best passage, of whichever model, and says which that is", async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (list, alone) => {
        const { corpus, plain } = play(list, alone);
        const similarity = await corpus.similarity(QUERIES);
        const models = new Set(plain.flatMap((one) => one.vectors.map(({ model }) => model)));
        for (const model of models) expect(corpus.models).toContain(model);
        plain.forEach((one, item) => {
          const own = cosines(one);
          expect(corpus.embedded[item]).toBe(own.length > 0 ? 1 : 0);
          const best = Math.max(0, ...own.map(([, cosine]) => cosine));
          expect(similarity?.[item] ?? 0).toBeCloseTo(best, 5);
          if (own.length < 2) return;
          const most = Math.max(...own.map(([, cosine]) => cosine));
          const chosen = own.find(([part]) => part === corpus.bestPassage(item, QUERIES));
          expect(chosen?.[1]).toBeCloseTo(most, 5);
        });
      }),
      { numRuns: 150 },
    );
  });

  it("a neighbour counts as much as the middles of the two have in common", () => {
    fc.assert(
      fc.property(steps, (list) => {
        const { corpus, plain } = play(
          list.filter((one) => one.do === "add" || one.do === "embed"),
          false,
        );
        plain.forEach((one, item) => {
          const before = corpus.previous[item]!;
          if (before < 0) return;
          const shared = corpus.models.find(
            (model) => middle(one, model) !== undefined && middle(plain[before]!, model) !== undefined,
          );
          const cosine =
            shared === undefined ? 0.3 : dotOf(middle(one, shared)!, middle(plain[before]!, shared)!);
          expect(corpus.pairScales[item]).toBeCloseTo(pairScale(cosine), 4);
        });
      }),
      { numRuns: 80 },
    );
  });

  it("gives back all that it took", () => {
    fc.assert(
      fc.property(steps, (list) => {
        const { corpus, arena } = play(list, false);
        expect(corpus.bytes).toBeGreaterThanOrEqual(arena.bytes);
        corpus.release();
        expect(arena.bytes).toBe(0);
      }),
      { numRuns: 20 },
    );
  });
});

describe("Corpus", () => {
  const item = (ref: number, text: string): NewItem<string> => ({
    ref,
    row: text,
    text,
    name: "",
    terms: text.split(" "),
    session: "s",
    author: "Alice",
    assistant: false,
    time: Date.parse("2026-03-01"),
  });

  it("a mixed text shows the passage that fits, also when another model made its vector", () => {
    const corpus = new Corpus<string>(new Arena(), false);
    const [en, zh] = [unit([1]), unit([2, -3])];
    corpus.add(item(1, "a long text, half English, 一半中文"));
    corpus.setVectors(0, [
      { part: 0, model: "test/en", vector: unit([-5, 2]) },
      { part: 1, model: "test/zh", vector: zh },
    ]);
    expect(corpus.bestPassage(0, [{ model: "test/zh", vector: zh }])).toBe(1);
    expect(corpus.bestPassage(0, [{ model: "test/en", vector: en }])).toBe(0);
  });

  it("a vector of another length than its model's is not compared with anything", async () => {
    const corpus = new Corpus<string>(new Arena(), false);
    corpus.add(item(1, "tea"));
    corpus.add(item(2, "coffee"));
    corpus.setVectors(0, [{ part: 0, model: "m", vector: unit([1]) }]);
    corpus.setVectors(1, [{ part: 0, model: "m", vector: new Float32Array(32).fill(0.1) }]);
    expect([corpus.embedded[0], corpus.embedded[1]]).toEqual([1, 0]);
    expect(await corpus.similarity([{ model: "m", vector: new Float32Array(32).fill(0.1) }])).toBeUndefined();
    expect(await corpus.similarity([{ model: "other", vector: unit([1]) }])).toBeUndefined();
  });

  it("reads the times a text names again when the text's own time moves", () => {
    const corpus = new Corpus<string>(new Arena(), true);
    corpus.add(item(1, "The exam is tomorrow"));
    corpus.prepare(0);
    const [first] = corpus.mentions(0)!;
    corpus.update(0, { row: "r", name: "", author: "Alice", time: Date.parse("2026-04-01") });
    corpus.prepare(0);
    expect(corpus.mentions(0)![0]!.from - first!.from).toBe(31 * 86_400_000);
  });

  it("is worn when most of it is gone, and says so neither sooner nor for a small one", () => {
    const corpus = new Corpus<string>(new Arena(), true);
    for (let i = 0; i < 1_500; i++) corpus.add(item(i, "tea"));
    for (let i = 0; i < 1_250; i++) corpus.remove(i, ["tea"]);
    expect(corpus.worn).toBe(false);
    corpus.remove(1_250, ["tea"]);
    expect(corpus.worn).toBe(true);

    const again = new Corpus<string>(new Arena(), true);
    again.add(item(1, "tea"));
    const vector = { part: 0, model: "m", vector: unit([1]) };
    for (let i = 0; i < 1_003; i++) {
      expect(again.worn).toBe(false);
      again.setVectors(0, [vector]);
    }
    expect(again.worn).toBe(true);
  });

  it("above 10,000 vectors the ten best by rounded numbers are nearly always the ten best", async () => {
    const corpus = new Corpus<string>(new Arena(), true);
    let state = 12_345;
    const next = (): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) | 0;
      return (state >>> 8) / 2 ** 24 - 0.5;
    };
    const random = (): Float32Array => {
      const made = Float32Array.from({ length: 384 }, next);
      const length = Math.sqrt(dot(made, made));
      return made.map((value) => value / length);
    };
    const all: Float32Array[] = [];
    for (let i = 0; i < QUANTISE_ABOVE + 200; i++) {
      all.push(random());
      corpus.add(item(i + 1, "x"));
      corpus.setVectors(i, [{ part: 0, model: "m", vector: all[i]! }]);
    }
    expect(corpus.rounded).toBe(true);
    let agreed = 0;
    const QUESTIONS = 20;
    for (let q = 0; q < QUESTIONS; q++) {
      const query = random();
      const rounded = await corpus.similarity([{ model: "m", vector: query }]);
      const exact = Float32Array.from(all, (one) => Math.max(0, dot(one, query)));
      const best = (numbers: Float32Array): Set<number> =>
        new Set([...numbers.keys()].sort((a, b) => numbers[b]! - numbers[a]!).slice(0, 10));
      const wanted = best(exact);
      for (const one of best(rounded!)) if (wanted.has(one)) agreed += 1;
    }
    expect(agreed / (QUESTIONS * 10)).toBeGreaterThanOrEqual(0.9);
  });
});
