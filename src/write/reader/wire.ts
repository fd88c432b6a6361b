import type { Said } from "../../domain/candidate.ts";
import type { BatchReading } from "./read-batch.ts";

/** What crosses between the main thread and the reader's. */
export interface WorkerData {
  /** One number: the position of the message that is being read, or `IDLE`. */
  readonly position: Int32Array<SharedArrayBuffer>;
}

export const IDLE = -1;

export interface Request {
  readonly said: readonly Said[];
  readonly from: number;
}

export type Response =
  | { readonly kind: "done"; readonly reading: BatchReading }
  | { readonly kind: "failed"; readonly message: string };
