import { availableParallelism } from "node:os";
import { MemoirError } from "../../domain/errors.ts";

/** Half of the cores: the others belong to the program that has this memory. */
const THREADS = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));

export const OPTIONS: Readonly<Record<RuntimeKind, Readonly<Record<string, unknown>>>> = {
  native: {
    intraOpNumThreads: THREADS,
    extra: {
      session: {
        // Threads that wait by spinning would take the other cores anyway.
        intra_op: { allow_spinning: "0" },
        // Products of 8-bit numbers overflow on x64 without VNNI, and vectors differ by the processor; it costs nothing elsewhere.
        x64quantprecision: "1",
      },
    },
  },
  wasm: { executionProviders: ["wasm"] },
};

export interface Runtime {
  readonly kind: RuntimeKind;
  readonly ort: Ort;
}

/** `native` is seven to ten times as fast; `wasm` runs wherever Node does. */
export type RuntimeKind = "native" | "wasm";

/** The common part of `onnxruntime-node`, an optional peer, and `onnxruntime-web`, which the build makes part of the package. */
export interface Ort {
  readonly InferenceSession: {
    create(onnx: Uint8Array, options: Readonly<Record<string, unknown>>): Promise<OrtSession>;
  };
  readonly Tensor: new (
    type: "int64" | "float32",
    data: BigInt64Array | Float32Array,
    dims: readonly number[],
  ) => unknown;
  readonly env: { readonly wasm: { numThreads?: number | undefined } };
}

export interface OrtSession {
  readonly inputNames: readonly string[];
  run(feeds: Record<string, unknown>, fetches: readonly string[]): Promise<Record<string, { data: unknown }>>;
  release(): Promise<void>;
}

/**
 * The runtime that works here: the native one, or WASM where it has no binary for the machine or is not installed.
 * `MEMOIR_ONNX_RUNTIME` names one and refuses the other.
 */
export async function openRuntime(): Promise<Runtime> {
  const forced = wantedBy(process.env.MEMOIR_ONNX_RUNTIME);
  const problems: string[] = [];
  for (const kind of ["native", "wasm"] as const) {
    if (forced !== undefined && forced !== kind) continue;
    try {
      return { kind, ort: kind === "native" ? await importNative() : await importWasm() };
    } catch (error) {
      problems.push(`${kind}: ${error instanceof Error ? error.message.split("\n")[0] : String(error)}`);
    }
  }
  throw new MemoirError(
    "model_unavailable",
    `No ONNX runtime can be loaded (${problems.join("; ")}). Install memoir again, or onnxruntime-node beside it.`,
  );
}

function wantedBy(variable: string | undefined): RuntimeKind | undefined {
  if (!variable) return undefined;
  if (variable === "native" || variable === "wasm") return variable;
  throw new MemoirError(
    "invalid_settings",
    `MEMOIR_ONNX_RUNTIME is ${JSON.stringify(variable)}; it may be "native", "wasm" or not set.`,
  );
}

async function importNative(): Promise<Ort> {
  return (await import("onnxruntime-node")) as unknown as Ort;
}

async function importWasm(): Promise<Ort> {
  const ort = (await import("onnxruntime-web")) as unknown as Ort;
  // More threads would be workers of this worker, for sentences that take one a few milliseconds.
  ort.env.wasm.numThreads = 1;
  return ort;
}
