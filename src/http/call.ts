import type { z } from "zod";
import type { Principal } from "../domain/api-key.ts";
import type { MemoirEngine, Settings } from "../index.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";

/** What all routes share. */
export interface Service {
  readonly memoir: MemoirEngine;
  /** Of this package. */
  readonly version: string;
  readonly settings: Settings["server"];
  readonly metrics: Metrics;
  readonly log: Log;
  /** Aborts when the server stops; a stream that never ends by itself ends then. */
  readonly stopping: AbortSignal;
}

/** One request, read and checked. */
export interface Call<P = unknown, Q = unknown, B = unknown> {
  readonly service: Service;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** Whose key it is. */
  readonly principal: Principal;
  /** For what the schemas do not read: headers, a body that is streamed. */
  readonly request: Request;
  readonly id: string;
  /** The same for every try of a request that has an `Idempotency-Key`, and no other's; else `null`. */
  readonly once: string | null;
  /** Aborts when the caller leaves. */
  readonly signal: AbortSignal;
}

export type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
