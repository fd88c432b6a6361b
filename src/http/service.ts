import type { HttpBindings } from "@hono/node-server";
import type { MemoirEngine, Settings } from "../index.ts";
import type { Metrics } from "./metrics.ts";

/** The context that all routes share. */
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

/** One line of the log. It never holds what was remembered, said or asked. */
export interface LogEntry {
  readonly level: "info" | "warn" | "error";
  readonly event: string;
  readonly [field: string]: unknown;
}

/** Where the log goes; the command line prints it. */
export type Log = (entry: LogEntry) => void;

/** The variables of a request. `incoming` is missing where the app is called without a server. */
export interface Env {
  Bindings: Partial<HttpBindings>;
  Variables: { id: string; route: string; tenant: string | null; key: string | null };
}
