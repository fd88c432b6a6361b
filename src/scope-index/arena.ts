import { createKernel, type Kernel, type KernelKind } from "./kernel/kernel.ts";

/** Rows of 384 floats: 85 a slab. Small enough for a scope of a hundred items, large enough for one kernel call. */
export const SLAB_BYTES = 131_072;
const GROW_SLABS = 16;

/**
 * One growable memory for the vectors of all scopes, given out in slabs of one size. A memory for each scope fails at
 * about 16,000 of them, and copying a matrix in for each query would cost more than the query.
 */
export class Arena {
  readonly kernel: Kernel;
  /** Slabs for a query and for the numbers a scan gives back. */
  readonly query: number;
  readonly out: number;
  readonly #free: number[] = [];
  #end: number;
  #used = 0;

  constructor(kind?: KernelKind) {
    this.kernel = createKernel(3 * SLAB_BYTES, kind);
    // The first bytes stay unused: no slab is at 0.
    this.query = 1_024;
    this.out = SLAB_BYTES;
    this.#end = 3 * SLAB_BYTES;
  }

  /** Bytes given out. */
  get bytes(): number {
    return this.#used * SLAB_BYTES;
  }

  allocate(): number {
    const slab = this.#free.pop();
    this.#used += 1;
    if (slab !== undefined) return slab;
    const { memory } = this.kernel;
    if (this.#end + SLAB_BYTES > memory.buffer.byteLength) memory.grow((GROW_SLABS * SLAB_BYTES) / 65_536);
    const next = this.#end;
    this.#end += SLAB_BYTES;
    return next;
  }

  release(slab: number): void {
    this.#used -= 1;
    this.#free.push(slab);
  }

  /** Views are made anew for each use: growing detaches the old ones. */
  floats(at: number, length: number): Float32Array {
    return new Float32Array(this.kernel.memory.buffer, at, length);
  }

  bytesAt(at: number, length: number): Int8Array {
    return new Int8Array(this.kernel.memory.buffer, at, length);
  }
}
