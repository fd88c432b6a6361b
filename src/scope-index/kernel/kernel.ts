import { KERNEL_BASE64 } from "./bytes.ts";

/** The few names of WebAssembly that the kernel uses; TypeScript has them only together with the whole DOM. */
declare namespace WebAssembly {
  class Memory {
    constructor(options: { initial: number; maximum: number });
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module, imports: { env: { memory: Memory } });
    readonly exports: Record<string, unknown>;
  }
}

/** Dot products of one query with many rows, over one shared memory. Pointers are byte offsets. */
export interface Kernel {
  readonly memory: WebAssembly.Memory;
  /** `out[i] = query · rows[i]`, float32. `dims` is a multiple of 16. */
  dotsF32(query: number, rows: number, count: number, dims: number, out: number): void;
  /** The same for int8 rows, each with its own scale. */
  dotsI8(
    query: number,
    rows: number,
    scales: number,
    count: number,
    dims: number,
    scale: number,
    out: number,
  ): void;
  /** Whether `dotsI8` takes its query as two: the positive numbers, then the negative ones without their sign. */
  readonly halves: boolean;
}

/** `native`: the fastest that this machine has; `halves` and `plain` are what other machines get. */
export type KernelKind = "native" | "halves" | "plain";

const PAGE = 65_536;
const MAX_PAGES = 65_536;

/** WebAssembly SIMD where the machine has it, plain JavaScript elsewhere; all give the same numbers. */
export function createKernel(initialBytes: number, kind: KernelKind = "native"): Kernel {
  const memory = new WebAssembly.Memory({ initial: Math.ceil(initialBytes / PAGE), maximum: MAX_PAGES });
  return (kind === "plain" ? null : simdKernel(memory, kind)) ?? plainKernel(memory);
}

interface Exports extends Pick<Kernel, "dotsF32" | "dotsI8"> {
  readonly dotsI8Halves: Kernel["dotsI8"];
  probe(x: number): number;
}

function simdKernel(memory: WebAssembly.Memory, kind: KernelKind): Kernel | null {
  try {
    const module = new WebAssembly.Module(Buffer.from(KERNEL_BASE64, "base64"));
    const { exports } = new WebAssembly.Instance(module, { env: { memory } });
    const { dotsF32, dotsI8, dotsI8Halves, probe } = exports as unknown as Exports;
    const halves = kind === "halves" || probe(-127) !== 4 * 127 * -127;
    return { memory, dotsF32, dotsI8: halves ? dotsI8Halves : dotsI8, halves };
  } catch {
    return null;
  }
}

/** Adds in the order of the SIMD lanes, so that not even the last bit differs. */
function plainKernel(memory: WebAssembly.Memory): Kernel {
  const { fround } = Math;
  return {
    memory,
    halves: false,
    // biome-ignore-start lint/complexity/useMaxParams: WebAssembly takes numbers only.
    dotsF32(query, rows, count, dims, out) {
      const floats = new Float32Array(memory.buffer);
      const lanes = new Float32Array(16);
      for (let i = 0; i < count; i++) {
        lanes.fill(0);
        const row = rows / 4 + i * dims;
        for (let k = 0; k < dims; k++) {
          const lane = k & 15;
          lanes[lane] = fround(lanes[lane]! + fround(floats[query / 4 + k]! * floats[row + k]!));
        }
        const sum = [0, 1, 2, 3].map((l) =>
          fround(fround(lanes[l]! + lanes[l + 4]!) + fround(lanes[l + 8]! + lanes[l + 12]!)),
        );
        floats[out / 4 + i] = fround(fround(sum[0]! + sum[1]!) + fround(sum[2]! + sum[3]!));
      }
    },
    dotsI8(query, rows, scales, count, dims, scale, out) {
      const bytes = new Int8Array(memory.buffer);
      const floats = new Float32Array(memory.buffer);
      for (let i = 0; i < count; i++) {
        let total = 0;
        const row = rows + i * dims;
        for (let k = 0; k < dims; k++) total += bytes[query + k]! * bytes[row + k]!;
        floats[out / 4 + i] = fround(fround(fround(total) * fround(scale)) * floats[scales / 4 + i]!);
      }
    },
    // biome-ignore-end lint/complexity/useMaxParams: WebAssembly takes numbers only.
  };
}

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

  /** Views are created for each use: growing detaches the old ones. */
  floats(at: number, length: number): Float32Array {
    return new Float32Array(this.kernel.memory.buffer, at, length);
  }

  bytesAt(at: number, length: number): Int8Array {
    return new Int8Array(this.kernel.memory.buffer, at, length);
  }
}
