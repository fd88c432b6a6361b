import type { CutRule } from "../domain/budget.ts";
import type { Source } from "../domain/source.ts";
import type { Candidate } from "./candidate.ts";

/** Told what a recall leaves out, and why. */
export interface Trace {
  /** The least relevance that a source's lines needed. */
  floor(source: Source, least: number): void;
  cut(candidate: Candidate, rule: CutRule): void;
}

/** Lines below the floor that a trace is told of, for each source of a scope: the best of them. */
export const MOST_BELOW = 100;
