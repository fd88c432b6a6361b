import { KERNEL_BASE64 } from "./bytes.ts";

/** `WebAssembly.Memory` as far as the index needs it: published types must not ask for the browser's library. */
export interface KernelMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** Dot products of one query with many rows, over one shared memory. Pointers are byte offsets. */
export interface Kernel {
  readonly memory: KernelMemory;
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
