import { MemoirError, toWire, type WireError } from "../../domain/errors.ts";
import type { LoadProgress, LoadSettings } from "./loader.ts";
import type { RuntimeKind } from "./runtime.ts";

/** The messages between the main thread and the embedder's. */
export interface WorkerData {
  readonly load: LoadSettings;
  readonly runtime: RuntimeKind | undefined;
  /** See `exit-lock.ts`. */
  readonly lock: SharedArrayBuffer;
}

/** Queries are somebody waiting for a reply; documents are not. */
export type Lane = "query" | "document";

export type Request =
  | { readonly kind: "load"; readonly model: string }
  | {
      readonly kind: "embed";
      readonly id: number;
      readonly model: string;
      readonly lane: Lane;
      readonly text: string;
    }
  | { readonly kind: "cancel"; readonly id: number }
  | { readonly kind: "close" };

export type Response =
  | { readonly kind: "progress"; readonly progress: LoadProgress }
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "loaded"; readonly model: string; readonly runtime: RuntimeKind }
  | { readonly kind: "failed"; readonly model: string; readonly error: WireError }
  | { readonly kind: "done"; readonly id: number; readonly vector: Float32Array }
  | { readonly kind: "error"; readonly id: number; readonly error: WireError };

export function failure(error: unknown): WireError {
  if (MemoirError.is(error)) return toWire(error);
  const message = error instanceof Error ? error.message : String(error);
  return { code: "model_unavailable", message: `The local embedder failed: ${message}`, details: {} };
}
