import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countIn, itemIn } from "../domain/relevance/relevance-index.ts";
import { Postings } from "./postings.ts";

const words = fc.array(fc.constantFrom("berlin", "tea", "北京", "绿茶", "a", "b"), { maxLength: 12 });

describe("Postings", () => {
  it("counts what a plain count over the documents counts", () => {
    fc.assert(
      fc.property(fc.array(words, { maxLength: 60 }), fc.infiniteStream(fc.boolean()), (documents, dice) => {
        const postings = new Postings();
        const alive = documents.map((terms, i) => {
          expect(postings.add(terms)).toBe(i);
          return true;
        });
        for (const [i, terms] of documents.entries()) {
          if (dice.next().value) continue;
          postings.remove(i, terms);
          alive[i] = false;
        }
        const live = documents.filter((_, i) => alive[i]);
        expect(postings.live).toBe(live.length);
        const total = live.reduce((sum, terms) => sum + terms.length, 0);
        expect(postings.averageLength).toBeCloseTo(live.length === 0 ? 0 : total / live.length, 9);
        for (const term of ["berlin", "tea", "北京", "绿茶", "a", "b", "none"] as string[]) {
          expect(postings.list(term)?.live ?? 0).toBe(
            live.filter((terms: string[]) => terms.includes(term)).length,
          );
          const { entries, size } = postings.list(term) ?? { entries: [], size: 0 };
          const expected = documents.flatMap((terms, i) => {
            const count = terms.filter((one: string) => one === term).length;
            return alive[i] && count > 0 ? [[i, count]] : [];
          });
          const found = Array.from(
            { length: size },
            (_, e) => [itemIn(entries[e]!), countIn(entries[e]!)] as const,
          );
          expect(found).toEqual(expected);
          const counts = new Map(found);
          for (const [i, terms] of documents.entries()) {
            const held = terms.filter((one: string) => one === term).length;
            expect(counts.get(i) ?? 0).toBe(alive[i] ? held : 0);
          }
        }
      }),
    );
  });

  it("costs nothing for what is gone", () => {
    const postings = new Postings();
    const before = postings.bytes;
    for (let i = 0; i < 50; i++) postings.add(["tea", `only${i}`, "tea"]);
    for (let i = 0; i < 50; i++) postings.remove(i, ["tea", `only${i}`, "tea"]);
    expect([postings.bytes, postings.live, postings.list("tea")]).toEqual([before, 0, undefined]);
  });

  it("keeps its lists in rising order and says what it costs", () => {
    const postings = new Postings();
    for (let i = 0; i < 1_000; i++) postings.add(i % 2 === 0 ? ["even", "all"] : ["all"]);
    const list = postings.list("even");
    expect(list?.size).toBe(500);
    expect(Array.from(list?.entries.subarray(0, 3) ?? [], itemIn)).toEqual([0, 2, 4]);
    expect(postings.bytes).toBeGreaterThan(1_500 * 4);
  });
});
