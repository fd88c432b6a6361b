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
  /** The conversation that they belong to; `null`: nothing of them is kept. */
  readonly talk: {
    readonly name: string;
    /** They follow what was read of it before. */
    readonly goesOn: boolean;
  } | null;
  /** Conversations of which nothing is to be kept any more. */
  readonly forget: readonly string[];
}

export type Response =
  | { readonly kind: "done"; readonly reading: BatchReading }
  | { readonly kind: "failed"; readonly message: string };
