import type { CutRule } from "../domain/budget.ts";
import type { Source } from "../domain/names.ts";
import type { Candidate } from "./candidate.ts";

/** Records what a recall leaves out, and why. */
export interface Trace {
  /** The least relevance that a source's lines needed. */
  floor(source: Source, least: number): void;
  cut(candidate: Candidate, rule: CutRule): void;
}

/** How many lines below the floor a trace records for each source of a scope: the best ones. */
export const MOST_BELOW = 100;
