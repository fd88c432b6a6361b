import type { ParsedClaim, ParsedFact } from "./grammar.ts";
import { compatible, covers } from "./units.ts";

/** Which facts of two claims are the same, and what either says beyond that. */
export interface Alignment {
  readonly pairs: readonly (readonly [a: ParsedFact, b: ParsedFact])[];
  readonly onlyA: readonly ParsedFact[];
  readonly onlyB: readonly ParsedFact[];
  /** Facts that a claim may leave out, of those that only one has: they count once the other says more. */
  readonly softA: readonly ParsedFact[];
  readonly softB: readonly ParsedFact[];
}

export function align(a: ParsedClaim, b: ParsedClaim): Alignment {
  const pairs: [ParsedFact, ParsedFact][] = [];
  let restA = [...a.facts];
  let restB = [...b.facts];
  const take = (same: (x: ParsedFact, y: ParsedFact) => boolean): void => {
    const unmatched: ParsedFact[] = [];
    for (const x of restA) {
      const at = restB.findIndex((y) => same(x, y));
      if (at < 0) unmatched.push(x);
      else pairs.push([x, restB.splice(at, 1)[0]!]);
    }
    restA = unmatched;
  };
  take((x, y) => x.concept === y.concept && x.sign === y.sign);
  take((x, y) => x.concept === y.concept);
  take((x, y) => x.time !== undefined && y.time !== undefined && compatible(x.time, y.time));

  // Said twice is said once; written apart is written together.
  const said = (pool: readonly ParsedFact[]) => (fact: ParsedFact) =>
    !(
      fact.kind !== "number" &&
      pool.some(({ concept, sign }) => concept === fact.concept && sign === fact.sign)
    );
  restA = restA.filter(said(b.facts));
  restB = restB.filter(said(a.facts));
  [restA, restB] = withoutCompounds(restA, restB);
  [restB, restA] = withoutCompounds(restB, restA);
  return {
    pairs,
    onlyA: weighty(withDates(restA, pairs, 0), restB),
    onlyB: weighty(withDates(restB, pairs, 1), restA),
    softA: restA.filter(({ kind }) => kind === "soft"),
    softB: restB.filter(({ kind }) => kind === "soft"),
  };
}

/** Words that a claim may leave out without a change of meaning; "one man" is "a man", unless the other states a number. */
function weighty(rest: readonly ParsedFact[], other: readonly ParsedFact[]): ParsedFact[] {
  const counted = other.some(({ kind }) => kind === "number");
  return rest.filter(({ kind, concept }) => kind !== "soft" && (counted || concept !== "#1"));
}

/** Takes out a word of one side that is two of the other: "backyard", "back yard". 1 and 1 is not 11. */
function withoutCompounds(
  first: readonly ParsedFact[],
  two: readonly ParsedFact[],
): [ParsedFact[], ParsedFact[]] {
  const unmatched = [...two];
  const rest = first.filter((whole) => {
    if (whole.kind === "number") return true;
    const at = unmatched.findIndex(
      (fact, i) => fact.surface + (unmatched[i + 1]?.surface ?? "") === whole.surface,
    );
    if (at < 0 || unmatched[at + 1] === undefined) return true;
    unmatched.splice(at, 2);
    return false;
  });
  return [rest, unmatched];
}

/** A date told more closely on one side is a fact that the other lacks. */
function withDates(
  rest: readonly ParsedFact[],
  pairs: readonly (readonly [ParsedFact, ParsedFact])[],
  side: 0 | 1,
): ParsedFact[] {
  const closer = pairs
    .filter(([x, y]) => x.time !== undefined && y.time !== undefined)
    .filter((pair) => !covers(pair[1 - side]!.time!, pair[side]!.time!))
    .map((pair) => pair[side]!);
  return [...rest, ...closer];
}
