import { describe, expect, it } from "vitest";
import { Corpus } from "../../scope-index/corpus.ts";
import { Arena } from "../../scope-index/kernel/kernel.ts";
import type { Scored } from "../shared/candidate.ts";
import { overviewOrder } from "./overview-order.ts";

/** A line: its relevance, its direction in the plane, and the log-odds that it says who somebody is. */
interface Line {
  readonly order: number;
  readonly degrees: number;
  /** Default: nothing has judged it. */
  readonly portrait?: number;
}

function ordered(...lines: Line[]): Scored[] {
  const corpus = new Corpus<number>(new Arena(), true);
  const scored = lines.map(({ order, degrees, portrait }, i): Scored => {
    const text = `text ${i}`;
    const rest = { name: "", terms: [text], session: "", author: "", assistant: false, time: 0 };
    const item = corpus.add({ ref: i + 1, row: i, text, ...rest });
    const angle = (degrees * Math.PI) / 180;
    const vector = new Float32Array([Math.cos(angle), Math.sin(angle)]);
    // A model that no head judges.
    corpus.setVectors(item, [{ part: 0, model: "m", vector }]);
    if (portrait !== undefined) corpus.portrait[item] = portrait;
    const explain = (): ReturnType<NonNullable<Scored["explain"]>> => [
      { signal: "meaning", value: 1, part: order },
    ];
    return { item, relevance: order, order, via: "hybrid", explain };
  });
  return overviewOrder(corpus, scored);
}

const items = (...lines: Line[]): number[] => ordered(...lines).map(({ item }) => item);

describe("overviewOrder", () => {
  it("puts what is unlike the lines before it first", () => {
    const [near, other] = [
      { order: 0.59, degrees: 10 },
      { order: 0.58, degrees: 90 },
    ];
    expect(items({ order: 0.6, degrees: 0 }, near, other)).toEqual([0, 2, 1]);
  });

  it("puts what says who somebody is first", () => {
    const [plain, telling] = [
      { order: 0.6, degrees: 0, portrait: -3 },
      { order: 0.6, degrees: 90, portrait: -2 },
    ];
    expect(items(plain, telling)).toEqual([1, 0]);
  });

  it("an unjudged line counts as a usual one, and the usual one is that of judged lines", () => {
    const [low, high] = [
      { order: 0.6, degrees: 90, portrait: -3 },
      { order: 0.6, degrees: 180, portrait: -2 },
    ];
    const unjudged = { order: 0.6, degrees: 0 };
    const found = ordered(unjudged, unjudged, unjudged, low, high);
    expect(found.map(({ item }) => item)).toEqual([4, 0, 3, 1, 2]);
    expect(found[1]!.order).toBeCloseTo(0.6, 6);
  });

  it("the order where nothing is judged is by relevance and variety", () => {
    expect(items({ order: 0.6, degrees: 0 }, { order: 0.7, degrees: 90 })).toEqual([1, 0]);
  });

  it("the parts of each line add up to its relevance", () => {
    const found = ordered(
      { order: 0.6, degrees: 0, portrait: -1 },
      { order: 0.6, degrees: 30, portrait: -4 },
      { order: 0.5, degrees: 60 },
    );
    expect(found).toHaveLength(3);
    for (const { relevance, explain } of found)
      expect(explain!().reduce((sum, { part }) => sum + part, 0)).toBeCloseTo(relevance, 6);
    expect(found[0]!.explain!().map(({ signal, value }) => [signal, value])).toEqual([
      ["meaning", 1],
      ["portrait", -1],
    ]);
    expect(found.slice(1).flatMap(({ explain }) => explain!().map(({ signal }) => signal))).toContain(
      "repeats",
    );
  });
});
