import type { Row } from "./row.ts";

/** What each part of the benchmark is handed. */
export interface PartContext {
  readonly cache: string;
  readonly rebuild: boolean;
  /** Memories of the large database. */
  readonly rows: number;
  /** Says on stderr what is being measured. */
  progress(what: string): void;
}

/** What a part has measured, and what it could not measure. */
export interface Measured {
  readonly rows: readonly Row[];
  readonly skipped: readonly string[];
}
