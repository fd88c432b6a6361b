import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Arena, SLAB_BYTES } from "./kernel/kernel.ts";
import { Matrix, QUANTISE_ABOVE } from "./matrix.ts";

function unit(next: () => number, dims: number): Float32Array {
  const vector = Float32Array.from({ length: dims }, () => next() * 2 - 1);
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

/** A small stream of numbers from a seed. */
function stream(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

const KINDS = ["native", "halves", "plain"] as const;

const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

describe("Matrix", () => {
  it("the SIMD kernel and the plain one give the same numbers to the last bit", () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.constantFrom(16, 100, 384, 512),
        fc.integer({ min: 1, max: 200 }),
        (seed, dims, rows) => {
          const results = KINDS.map((kind) => {
            const next = stream(seed);
            const matrix = new Matrix(new Arena(kind), "m", dims);
            for (let i = 0; i < rows; i++) matrix.add(unit(next, dims));
            const out = new Float32Array(rows);
            matrix.scan(unit(next, dims), out);
            return out;
          });
          expect(results[1]).toEqual(results[0]);
          expect(results[2]).toEqual(results[0]);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("a scan from a row on has that row and all behind it, over any number of slabs", () => {
    const next = stream(11);
    const matrix = new Matrix(new Arena(), "m", 384);
    const rows = Array.from({ length: 300 }, () => unit(next, 384));
    for (const row of rows) matrix.add(row);
    const query = unit(next, 384);
    for (const from of [0, 1, 150, 299, 300]) {
      const seen = new Map<number, number>();
      for (const { first, dots } of matrix.parts(query, from))
        for (const [i, value] of dots.entries()) seen.set(first + i, value);
      for (let row = from; row < rows.length; row += 1)
        expect(seen.get(row), `row ${row} from ${from}`).toBeCloseTo(dot(query, rows[row]!), 5);
    }
  });

  it("a scan is the dot product with every row, over any number of slabs", () => {
    const next = stream(7);
    const matrix = new Matrix(new Arena(), "m", 384);
    const rows = Array.from({ length: 300 }, () => unit(next, 384));
    for (const [i, row] of rows.entries()) expect(matrix.add(row)).toBe(i);
    const query = unit(next, 384);
    const out = new Float32Array(rows.length);
    matrix.scan(query, out);
    for (const [i, row] of rows.entries()) expect(out[i]).toBeCloseTo(dot(query, row), 5);
  });

  it("above 10,000 rows it holds int8 only, close to exact, in a quarter of the bytes", () => {
    const next = stream(11);
    const arena = new Arena();
    const matrix = new Matrix(arena, "m", 32);
    const rows = Array.from({ length: QUANTISE_ABOVE + 500 }, () => unit(next, 32));
    for (const row of rows.slice(0, QUANTISE_ABOVE)) matrix.add(row);
    const exactBytes = matrix.bytes;
    for (const row of rows.slice(QUANTISE_ABOVE)) matrix.add(row);
    expect(matrix.quantised).toBe(true);
    expect(matrix.bytes).toBeLessThan(exactBytes / 2.5);
    expect(arena.bytes).toBe(matrix.bytes);
    const query = unit(next, 32);
    const out = new Float32Array(rows.length);
    matrix.scan(query, out);
    for (const [i, row] of rows.entries()) expect(Math.abs(out[i]! - dot(query, row))).toBeLessThan(0.03);
  });

  it.each([
    ["as they were given", 200],
    ["rounded", QUANTISE_ABOVE + 200],
  ])("two rows are compared without copies of them, %s", (_, size) => {
    const next = stream(5);
    const matrix = new Matrix(new Arena(), "m", 20);
    for (let i = 0; i < size; i++) matrix.add(unit(next, 20));
    for (const [a, b] of [
      [0, 1],
      [150, size - 1],
      [size - 1, size - 2],
    ] as const) {
      expect(matrix.dot(a, b)).toBeCloseTo(dot(matrix.row(a), matrix.row(b)), 6);
    }
  });

  it("int8 gives the same numbers with and without SIMD, and where bytes are multiplied in halves", () => {
    const results = KINDS.map((kind) => {
      const next = stream(3);
      const matrix = new Matrix(new Arena(kind), "m", 16);
      for (let i = 0; i <= QUANTISE_ABOVE; i++) matrix.add(unit(next, 16));
      const out = new Float32Array(matrix.rows);
      matrix.scan(unit(next, 16), out);
      return out;
    });
    expect(results[1]).toEqual(results[0]);
    expect(results[2]).toEqual(results[0]);
  });

  it("gives its slabs back", () => {
    const arena = new Arena();
    const matrix = new Matrix(arena, "m", 512);
    for (let i = 0; i < 200; i++) matrix.add(new Float32Array(512).fill(0.1));
    expect(arena.bytes).toBeGreaterThan(SLAB_BYTES);
    matrix.release();
    expect(arena.bytes).toBe(0);
    expect(matrix.rows).toBe(0);
  });
});
