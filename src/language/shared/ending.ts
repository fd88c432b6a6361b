/**
 * What sort of thing ended, as the words for its end tell: what was sold was had, what was cancelled was planned.
 * `any`: the words tell nothing ("that's over").
 */
export type Sort =
  | "thing"
  | "doing"
  | "work"
  | "study"
  | "bond"
  | "single"
  | "place"
  | "life"
  | "birth"
  | "diet"
  | "plan"
  | "done"
  | "health"
  | "any";

/** A statement that something has ended, before the memory that it ends is known. */
export interface Ending {
  readonly sorts: readonly Sort[];
  /** The words that name it: "the Golf", 健身房; empty if it is only referred to ("gave it up") or named by its sort. */
  readonly named: string;
  /** The last topics, newest first, where it is only referred to. */
  readonly before: readonly string[];
  /** The event it came from, by its place in what was read, and the clause in it. */
  readonly source: number;
  readonly span: readonly [start: number, end: number];
}

/** The end that a clause states. */
export interface Ended {
  readonly sorts: readonly Sort[];
  readonly named: string;
  /** It says "it" or nothing at all, so that only what was said before tells what it was. */
  readonly points: boolean;
}
