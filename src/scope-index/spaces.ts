import { dot } from "../domain/relevance/cosine.ts";
import type { CosineScale } from "../models/calibration.ts";
import type { CoreOdds } from "../models/embedder.ts";
import { decodeVector, type NewVector } from "../store/tables/vectors.ts";
import type { Arena } from "./kernel/kernel.ts";
import { Matrix } from "./matrix.ts";
import { larger } from "./postings.ts";

/** A vector of one passage of a text. */
export interface ItemVector {
  /** The passage, counted from 0. One text's passages may be of several models, each of the one that fits it. */
  readonly part: number;
  readonly model: string;
  readonly vector: Float32Array;
  /** What its embedder says of the passage's place in every prompt, if it can tell. */
  readonly core?: CoreOdds | undefined;
}

/** A question's vector in one model's space. */
export type QueryVector = Pick<ItemVector, "model" | "vector">;

/** A vector on its way in, as others are compared with it. */
export function toQuery({ model, data }: NewVector): QueryVector {
  return { model, vector: decodeVector(Buffer.from(data, "base64")) };
}

/** The rows of an item: they follow each other. */
interface Rows {
  readonly first: number;
  readonly count: number;
}

/** The vectors of one model. */
interface Space {
  readonly matrix: Matrix;
  /** The item each row belongs to; -1 where it was replaced. */
  owners: Int32Array;
  /** The passage each row is of. */
  parts: Uint32Array;
  /** The first row of each item, and how many it has. */
  firsts: Uint32Array;
  counts: Uint32Array;
}

const START = 64;

const AS_IT_IS: CosineScale = { factor: 1, shift: 0 };

/** Items and their vectors, in a space for each model. */
export abstract class VectorSpaces {
  /** How many numbers are given out to items. */
  abstract readonly size: number;
  /** Rows that belong to nobody any more. */
  protected lost = 0;
  readonly #arena: Arena;
  readonly #spaces = new Map<string, Space>();
  /** The items of more than one passage. */
  readonly #long = new Set<number>();

  constructor(arena: Arena) {
    this.#arena = arena;
  }

  protected get vectorBytes(): number {
    let bytes = 0;
    for (const { matrix } of this.#spaces.values()) bytes += matrix.bytes;
    return bytes;
  }

  /** The models whose vectors it holds. */
  get models(): readonly string[] {
    return [...this.#spaces.keys()];
  }

  /** How many vectors a scan goes through. */
  get vectors(): number {
    let rows = 0;
    for (const { matrix } of this.#spaces.values()) rows += matrix.rows;
    return rows;
  }

  /** Whether what a scan gives back is rounded. */
  get rounded(): boolean {
    return [...this.#spaces.values()].some(({ matrix }) => matrix.quantised);
  }

  /** Gives an item these vectors in place of those it had, and says whether it has any now. */
  protected replaceVectors(item: number, vectors: readonly ItemVector[]): boolean {
    this.dropVectors(item);
    let any = false;
    if (vectors.length > 1) this.#long.add(item);
    for (const { part, model, vector } of vectors) {
      const space = this.#space(model, vector.length);
      if (space.matrix.dims !== vector.length) continue;
      const row = space.matrix.add(vector);
      if (row >= space.owners.length) {
        space.owners = larger(space.owners);
        space.parts = larger(space.parts);
      }
      space.owners[row] = item;
      space.parts[row] = part;
      const { first, count } = rowsOf(space, item) ?? { first: row, count: 0 };
      setRows(space, item, { first, count: count + 1 });
      any = true;
    }
    return any;
  }

  protected dropVectors(item: number): void {
    this.#long.delete(item);
    for (const space of this.#spaces.values()) {
      const itemRows = rowsOf(space, item);
      if (itemRows === undefined) continue;
      space.owners.fill(-1, itemRows.first, itemRows.first + itemRows.count);
      setRows(space, item, NO_ROWS);
      this.lost += itemRows.count;
    }
  }

  /** The vectors of one item become those of another that has none. */
  protected handOver(from: number, to: number): void {
    if (this.#long.delete(from)) this.#long.add(to);
    for (const space of this.#spaces.values()) {
      const itemRows = rowsOf(space, from);
      if (itemRows === undefined) continue;
      space.owners.fill(to, itemRows.first, itemRows.first + itemRows.count);
      setRows(space, from, NO_ROWS);
      setRows(space, to, itemRows);
    }
  }

  /**
   * The cosine of every item with the question: that of its best passage, and 0 where there is no vector. `pause` is
   * called between parts of a large scan; `read` says how a model's cosines are to be read, where not as they are.
   * Undefined when no vector can be compared.
   */
  async similarity(
    queries: readonly QueryVector[],
    pause?: () => Promise<void>,
    read?: (model: string) => CosineScale | null,
  ): Promise<Float32Array | undefined> {
    let best: Float32Array | undefined;
    for (const { model, vector } of queries) {
      const space = this.#spaces.get(model);
      if (space === undefined || space.matrix.dims !== vector.length) continue;
      best ??= new Float32Array(this.size);
      const { matrix, owners } = space;
      const { factor, shift } = read?.(model) ?? AS_IT_IS;
      for (const { first, dots } of matrix.parts(vector)) {
        for (let i = 0; i < dots.length; i += 1) {
          const item = owners[first + i]!;
          const cosine = factor * dots[i]! + shift;
          if (item >= 0 && cosine > best[item]!) best[item] = cosine;
        }
        if (pause !== undefined && first + dots.length < matrix.rows) await pause();
      }
    }
    return best;
  }

  /** The passage of an item that is closest to the question, counted from 0. */
  bestPassage(item: number, queries: readonly QueryVector[]): number {
    if (!this.#long.has(item)) return 0;
    let best = 0;
    let most = Number.NEGATIVE_INFINITY;
    for (const { model, vector } of queries) {
      const space = this.#spaces.get(model);
      if (space === undefined || space.matrix.dims !== vector.length) continue;
      const { first, count } = rowsOf(space, item) ?? NO_ROWS;
      for (let row = first; row < first + count; row += 1) {
        const cosine = dot(space.matrix.row(row), vector);
        if (cosine > most) [most, best] = [cosine, space.parts[row]!];
      }
    }
    return best;
  }

  /** The cosine of two items' middles, in the first space that has both; undefined where they cannot be compared. */
  between(a: number, b: number): number | undefined {
    for (const space of this.#spaces.values()) {
      const [first, second] = [rowsOf(space, a), rowsOf(space, b)];
      if (first === undefined || second === undefined) continue;
      // Nearly every text is one passage.
      if (first.count === 1 && second.count === 1) return space.matrix.dot(first.first, second.first);
      return dot(centre(space.matrix, first), centre(space.matrix, second));
    }
    return undefined;
  }

  /** Whether an item has a vector of a model. */
  hasVector(item: number, model: string): boolean {
    const space = this.#spaces.get(model);
    return space !== undefined && rowsOf(space, item) !== undefined;
  }

  /** The middle of an item's vectors of one model; undefined where it has none. */
  vectorOf(item: number, model: string): Float32Array | undefined {
    const space = this.#spaces.get(model);
    const own = space === undefined ? undefined : rowsOf(space, item);
    return space === undefined || own === undefined ? undefined : centre(space.matrix, own);
  }

  /** How many vectors a model has here; they are only ever added. */
  rowsOf(model: string): number {
    return this.#spaces.get(model)?.matrix.rows ?? 0;
  }

  /**
   * The vectors of one model that belong to items after this one and are nearest to it, best first; none where it has no
   * vector of that model.
   */
  nearestAfter(item: number, { model, from, most, least, eligible }: NearestSearch): Nearest | undefined {
    const space = this.#spaces.get(model);
    const own = space === undefined ? undefined : rowsOf(space, item);
    if (space === undefined || own === undefined) return undefined;
    const { matrix, owners } = space;
    const vector = centre(matrix, own);
    const best: { row: number; cosine: number }[] = [];
    for (const { first, dots } of matrix.parts(vector, from)) {
      for (let i = 0; i < dots.length; i += 1) {
        const cosine = dots[i]!;
        const owner = owners[first + i]!;
        if (cosine < least || owner <= item || first + i < from || !eligible(owner)) continue;
        const position = best.findIndex((one) => one.cosine < cosine);
        best.splice(position < 0 ? best.length : position, 0, { row: first + i, cosine });
        if (best.length > most) best.pop();
      }
    }
    return { vector, others: best.map(({ row }) => ({ item: owners[row]!, vector: matrix.row(row) })) };
  }

  release(): void {
    for (const { matrix } of this.#spaces.values()) matrix.release();
    this.#spaces.clear();
    this.#long.clear();
  }

  #space(model: string, dims: number): Space {
    let space = this.#spaces.get(model);
    if (space === undefined) {
      const matrix = new Matrix(this.#arena, model, dims);
      space = {
        matrix,
        owners: new Int32Array(START),
        parts: new Uint32Array(START),
        firsts: new Uint32Array(START),
        counts: new Uint32Array(START),
      };
      this.#spaces.set(model, space);
    }
    return space;
  }
}

interface NearestSearch {
  readonly model: string;
  /** The first row that is looked at. */
  readonly from: number;
  readonly most: number;
  readonly least: number;
  readonly eligible: (item: number) => boolean;
}

interface Nearest {
  /** Of the item itself. */
  readonly vector: Float32Array;
  readonly others: readonly { readonly item: number; readonly vector: Float32Array }[];
}

const NO_ROWS: Rows = { first: 0, count: 0 };

function rowsOf({ firsts, counts }: Space, item: number): Rows | undefined {
  const count = counts[item] ?? 0;
  return count === 0 ? undefined : { first: firsts[item]!, count };
}

function setRows(space: Space, item: number, { first, count }: Rows): void {
  while (item >= space.counts.length) {
    space.firsts = larger(space.firsts);
    space.counts = larger(space.counts);
  }
  space.firsts[item] = first;
  space.counts[item] = count;
}

/** The mean direction of an item's passages. */
function centre(matrix: Matrix, { first, count }: Rows): Float32Array {
  const sum = matrix.row(first);
  if (count === 1) return sum;
  for (let part = 1; part < count; part += 1) {
    const vector = matrix.row(first + part);
    for (let k = 0; k < sum.length; k += 1) sum[k]! += vector[k]!;
  }
  const length = Math.sqrt(dot(sum, sum)) || 1;
  return sum.map((value) => value / length);
}
