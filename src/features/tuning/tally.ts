import type { Case, Fate } from "../../domain/case.ts";
import type { ByObjective } from "../../domain/objectives.ts";
import { diversityOf } from "./diversity.ts";
import type { Label, LoggedCase } from "./logged-case.ts";

const DAY = 86_400_000;
/** A wait of a week or more counts as one of a week, and so does a claim that is missed. */
const LONGEST_WAIT = 7 * DAY;

/** Sums over some decisions under one policy, from which every objective follows. */
export interface Tally {
  decisions: number;
  right: number;
  wrong: number;
  rightActive: number;
  rightMissed: number;
  wrongActive: number;
  pending: number;
  tokens: number;
  tokensActive: number;
  waited: number;
  unsafe: number;
  /** Claims that are let in, by their way. */
  readonly paths: Map<string, number>;
  /** Ways that have brought a right claim. */
  readonly valid: Set<string>;
}

export function emptyTally(): Tally {
  return {
    decisions: 0,
    right: 0,
    wrong: 0,
    rightActive: 0,
    rightMissed: 0,
    wrongActive: 0,
    pending: 0,
    tokens: 0,
    tokensActive: 0,
    waited: 0,
    unsafe: 0,
    paths: new Map(),
    valid: new Set(),
  };
}

/** Adds one decision: what becomes of its claim. `reviewMs`: how long a claim that waits for a person waits. */
export function tallyDecision(
  tally: Tally,
  loggedCase: Pick<LoggedCase, "case" | "label">,
  fate: Fate,
  reviewMs: number,
): void {
  const { case: claim, label } = loggedCase;
  const isActive = fate === "active";
  tally.decisions += 1;
  if (fate === "pending") tally.pending += 1;
  if (claim.isNew) {
    tally.tokens += claim.tokens;
    if (isActive) tally.tokensActive += claim.tokens;
  }
  if (isActive) tally.paths.set(claim.path, (tally.paths.get(claim.path) ?? 0) + 1);
  if (isActive && isUnsafe(claim, label)) tally.unsafe += 1;
  if (label?.isRight === true) {
    tally.right += 1;
    tally.valid.add(claim.path);
    if (isActive) tally.rightActive += 1;
    else if (fate === "pending") tally.waited += Math.min(LONGEST_WAIT, reviewMs);
    else {
      tally.rightMissed += 1;
      tally.waited += LONGEST_WAIT;
    }
  } else if (label !== null) {
    tally.wrong += 1;
    if (isActive) tally.wrongActive += 1;
  }
}

/** Somebody else's word, or words that are held back, which no person has confirmed. */
function isUnsafe({ role, imported, suspicion, power, rule, consent }: Case, label: Label | null): boolean {
  if (label?.isRight === true) return false;
  return role !== "user" || imported || suspicion !== null || power || rule !== null || consent !== null;
}

/** How long people take to approve a claim, on average; a week where nobody has yet. */
export function reviewTime(cases: readonly Pick<LoggedCase, "at" | "label">[]): number {
  const waits = cases.flatMap(({ at, label }) =>
    label?.by === "approved" ? [Math.min(LONGEST_WAIT, label.at - at)] : [],
  );
  return waits.length === 0 ? LONGEST_WAIT : waits.reduce((sum, ms) => sum + ms, 0) / waits.length;
}

const NUMBERS = [
  "decisions",
  "right",
  "wrong",
  "rightActive",
  "rightMissed",
  "wrongActive",
  "pending",
  "tokens",
  "tokensActive",
  "waited",
  "unsafe",
] as const satisfies readonly (keyof Tally)[];

/** Tallies as vectors, which are quick to add up: the numbers, then for each way how often it is used, and is valid. */
export interface TallyVectors {
  readonly size: number;
  toVector(tally: Tally): Float64Array;
  toTally(vector: Float64Array): Tally;
}

/** For tallies that know no other ways than these. */
export function tallyVectors(paths: readonly string[]): TallyVectors {
  const [used, valid] = [NUMBERS.length, NUMBERS.length + paths.length];
  return {
    size: valid + paths.length,
    toVector(tally) {
      const vector = new Float64Array(valid + paths.length);
      for (const [i, name] of NUMBERS.entries()) vector[i] = tally[name];
      for (const [i, path] of paths.entries()) {
        vector[used + i] = tally.paths.get(path) ?? 0;
        vector[valid + i] = tally.valid.has(path) ? 1 : 0;
      }
      return vector;
    },
    toTally(vector) {
      const tally = emptyTally();
      for (const [i, name] of NUMBERS.entries()) tally[name] = vector[i]!;
      for (const [i, path] of paths.entries()) {
        if (vector[used + i]! > 0) tally.paths.set(path, vector[used + i]!);
        if (vector[valid + i]! > 0) tally.valid.add(path);
      }
      return tally;
    },
  };
}

export function objectivesOf(tally: Tally): ByObjective {
  const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
  return {
    keptRightly: share(tally.rightActive, tally.right),
    keptWrongly: share(tally.wrongActive, tally.wrong),
    missed: share(tally.rightMissed, tally.right),
    reviewLoad: share(tally.pending, tally.decisions),
    tokens: share(tally.tokensActive, tally.tokens),
    latency: share(tally.waited, tally.right * LONGEST_WAIT),
    unsafe: share(tally.unsafe, tally.decisions),
    diversity: diversityOf(tally.paths, tally.valid),
  };
}
