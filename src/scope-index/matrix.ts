import { dot } from "../domain/relevance/cosine.ts";
import { type Arena, SLAB_BYTES } from "./kernel/kernel.ts";

/** Above this many rows only int8 stays in memory; the best are scored again with what the database has. */
export const QUANTISE_ABOVE = 10_000;

/** About two milliseconds of work. */
const SLICE_SLABS = 128;

/** The kernel reads sixteen numbers at a time. */
const ALIGN = 16;

/** The vectors of one model in one scope, a row each, in slabs of the arena. Rows are only ever added. */
export class Matrix {
  readonly model: string;
  readonly dims: number;
  readonly #arena: Arena;
  readonly #width: number;
  #slabs: number[] = [];
  #rows = 0;
  #quantised = false;

  constructor(arena: Arena, model: string, dims: number) {
    this.#arena = arena;
    this.model = model;
    this.dims = dims;
    this.#width = Math.ceil(dims / ALIGN) * ALIGN;
  }

  get rows(): number {
    return this.#rows;
  }

  get quantised(): boolean {
    return this.#quantised;
  }

  get bytes(): number {
    return this.#slabs.length * SLAB_BYTES;
  }

  /** Adds a unit vector and says its row. */
  add(vector: Float32Array): number {
    if (!this.#quantised && this.#rows >= QUANTISE_ABOVE) this.#quantise();
    const row = this.#rows++;
    this.#write(row, vector);
    return row;
  }

  /** `out[row] = query · row` for every row. */
  scan(query: Float32Array, out: Float32Array): void {
    for (const { first, dots } of this.parts(query)) out.set(dots, first);
  }

  /**
   * The dot products of all rows, in parts of two milliseconds or so: of those from `first` on, to be read before the next
   * part is asked for. Nothing may be added until it is through. `from`: rows before it may be left out.
   */
  *parts(
    query: Float32Array,
    from = 0,
  ): Generator<{ readonly first: number; readonly dots: Float32Array }, void, void> {
    const { kernel, query: queryAt, out } = this.#arena;
    const width = this.#width;
    const perSlab = this.#perSlab();
    const rowsOfPart = perSlab * Math.min(SLICE_SLABS, Math.floor(SLAB_BYTES / 4 / perSlab));
    for (let first = from - (from % perSlab); first < this.#rows; first += rowsOfPart) {
      // For each part: another scan may have run meanwhile.
      const scale = this.#putQuery(query);
      const end = Math.min(this.#rows, first + rowsOfPart);
      for (let row = first, at = out; row < end; row += perSlab, at += perSlab * 4) {
        const count = Math.min(perSlab, end - row);
        const slab = this.#slabs[row / perSlab]!;
        if (!this.#quantised) kernel.dotsF32(queryAt, slab, count, width, at);
        else kernel.dotsI8(queryAt, slab, slab + perSlab * width, count, width, scale, at);
      }
      yield { first, dots: this.#arena.floats(out, end - first) };
    }
  }

  /** A copy of one row, as it was given or rounded. */
  row(row: number): Float32Array {
    const at = this.#rowAt(row);
    if (!this.#quantised) return this.#arena.floats(at, this.dims).slice();
    const scale = this.#scaleOf(row)[0]!;
    const bytes = this.#arena.bytesAt(at, this.dims);
    // A loop: `Float32Array.from` with a function takes ten times as long.
    const out = new Float32Array(this.dims);
    for (let i = 0; i < out.length; i += 1) out[i] = bytes[i]! * scale;
    return out;
  }

  /** The dot product of two rows, without copies of them. */
  dot(a: number, b: number): number {
    const [atA, atB] = [this.#rowAt(a), this.#rowAt(b)];
    if (!this.#quantised) return dot(this.#arena.floats(atA, this.dims), this.#arena.floats(atB, this.dims));
    const [first, second] = [this.#arena.bytesAt(atA, this.dims), this.#arena.bytesAt(atB, this.dims)];
    let sum = 0;
    for (let i = 0; i < first.length; i += 1) sum += first[i]! * second[i]!;
    return sum * this.#scaleOf(a)[0]! * this.#scaleOf(b)[0]!;
  }

  release(): void {
    for (const slab of this.#slabs) this.#arena.release(slab);
    this.#slabs = [];
    this.#rows = 0;
  }

  #perSlab(): number {
    // An int8 row has its scale beside it; both parts stay aligned to four bytes.
    return Math.floor(SLAB_BYTES / (this.#quantised ? this.#width + 4 : this.#width * 4));
  }

  /** Where a row begins, in bytes. */
  #rowAt(row: number): number {
    const perSlab = this.#perSlab();
    const slab = this.#slabs[Math.floor(row / perSlab)]!;
    return slab + (row % perSlab) * this.#width * (this.#quantised ? 1 : 4);
  }

  /** The scale of an int8 row; the scales of a slab stand behind its rows. */
  #scaleOf(row: number): Float32Array {
    const perSlab = this.#perSlab();
    const slab = this.#slabs[Math.floor(row / perSlab)]!;
    return this.#arena.floats(slab + perSlab * this.#width + (row % perSlab) * 4, 1);
  }

  #putQuery(query: Float32Array): number {
    if (!this.#quantised) {
      const place = this.#arena.floats(this.#arena.query, this.#width);
      place.fill(0);
      place.set(query);
      return 1;
    }
    const place = this.#arena.bytesAt(this.#arena.query, this.#width);
    const scale = quantise(query, place);
    if (!this.#arena.kernel.halves) return scale;
    const less = this.#arena.bytesAt(this.#arena.query + this.#width, this.#width);
    for (let i = 0; i < place.length; i += 1) {
      less[i] = Math.max(0, -place[i]!);
      place[i] = Math.max(0, place[i]!);
    }
    return scale;
  }

  #write(row: number, vector: Float32Array): void {
    const slabIndex = Math.floor(row / this.#perSlab());
    while (this.#slabs.length <= slabIndex) this.#slabs.push(this.#arena.allocate());
    const at = this.#rowAt(row);
    if (this.#quantised) {
      this.#scaleOf(row)[0] = quantise(vector, this.#arena.bytesAt(at, this.#width));
    } else {
      const place = this.#arena.floats(at, this.#width);
      place.fill(0);
      place.set(vector);
    }
  }

  #quantise(): void {
    const old = this.#slabs;
    const perOld = this.#perSlab();
    const rows = this.#rows;
    this.#slabs = [];
    this.#quantised = true;
    for (let row = 0; row < rows; row++) {
      const at = old[Math.floor(row / perOld)]! + (row % perOld) * this.#width * 4;
      this.#write(row, this.#arena.floats(at, this.dims).slice());
    }
    for (const slab of old) this.#arena.release(slab);
  }
}

/** Whole numbers from -127 to 127, and the factor that leads back. */
function quantise(vector: Float32Array, out: Int8Array): number {
  let most = 0;
  for (let i = 0; i < vector.length; i++) most = Math.max(most, Math.abs(vector[i]!));
  const scale = most === 0 ? 1 : most / 127;
  for (let i = 0; i < vector.length; i++) out[i] = Math.round(vector[i]! / scale);
  out.fill(0, vector.length);
  return scale;
}
