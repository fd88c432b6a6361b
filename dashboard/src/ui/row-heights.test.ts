import { describe, expect, it } from "vitest";
import { RowHeights } from "./row-heights.ts";

describe("heights of rows", () => {
  it("are the estimate until they are measured", () => {
    const rows = new RowHeights(5, 40);
    expect([rows.offset(0), rows.offset(2), rows.offset(5)]).toEqual([0, 80, 200]);
    expect(rows.set(1, 100)).toBe(60);
    expect(rows.set(1, 90)).toBe(-10);
    expect(rows.set(1, 90)).toBe(0);
    expect([rows.offset(1), rows.offset(2), rows.offset(5)]).toEqual([40, 130, 250]);
  });

  it("find the row at a height, also beyond the ends", () => {
    const rows = new RowHeights(4, 40);
    rows.set(1, 100);
    expect([-5, 0, 39, 40, 139, 140, 219, 900].map((at) => rows.at(at))).toEqual([0, 0, 0, 1, 1, 2, 3, 3]);
    expect(new RowHeights(0, 40).at(10)).toBe(0);
  });

  it("stay when rows come or go", () => {
    const rows = new RowHeights(4, 40);
    rows.set(0, 60);
    rows.set(3, 70);
    expect(rows.resized(6).offset(6)).toBe(60 + 70 + 4 * 40);
    expect(rows.resized(2).offset(2)).toBe(100);
    expect(rows.resized(2).set(5, 10)).toBe(0);
  });

  it("counts an offset in rows, which stays true when rows above grow", () => {
    const rows = new RowHeights(10, 40);
    expect(rows.rowsTo(140)).toBe(3.5);
    rows.set(0, 100);
    expect(rows.offsetAfter(3.5)).toBe(200);
    expect(rows.rowsTo(rows.offsetAfter(3.5))).toBe(3.5);
    expect(rows.offsetAfter(0)).toBe(0);
  });

  it("add up as plain sums do, in any order", () => {
    const rows = new RowHeights(1_000, 30);
    const plain = Array.from({ length: 1_000 }, () => 30);
    for (let i = 0; i < 1_000; i += 1) {
      const index = (i * 617) % 1_000;
      plain[index] = 20 + ((i * 31) % 90);
      rows.set(index, plain[index]!);
    }
    for (const index of [1, 17, 512, 999, 1_000]) {
      expect(rows.offset(index)).toBe(plain.slice(0, index).reduce((sum, one) => sum + one, 0));
    }
  });
});
