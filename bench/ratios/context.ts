import type { Row } from "./row.ts";

/** The input of each part of the benchmark. */
export interface PartContext {
  readonly cache: string;
  readonly rebuild: boolean;
  /** Memories of the large database. */
  readonly rows: number;
  /** Says on stderr what is being measured. */
  progress(what: string): void;
}

/** The measurements of a part, and those that failed. */
export interface Measured {
  readonly rows: readonly Row[];
  readonly skipped: readonly string[];
}
