import { wordSet } from "../shared/words.ts";
import type { Alignment } from "./align.ts";
import type { ParsedClaim, ParsedFact } from "./grammar.ts";

/** Relations that deny each other: before dinner and after dinner. */
const OPPOSED = bothWays("before after, since until, above under, than under, front behind, for against");
/** Relations that say something else: to Berlin and from Berlin, about Bob and with Bob. */
const OTHER = bothWays(
  "from to, from at, from in, from on, from for, up down, with against, for with, about at, about in, about with, about to",
);

function bothWays(pairs: string): ReadonlySet<string> {
  return new Set(pairs.split(", ").flatMap((pair) => [pair, pair.split(" ").reverse().join(" ")]));
}

/** The first fact that stands in another relation in the second claim, and whether that denies it. */
export function otherRole({ pairs }: Alignment): { fact: ParsedFact; denies: boolean } | null {
  for (const [fact, { role }] of pairs) {
    const roles = `${fact.role} ${role}`;
    if (OPPOSED.has(roles)) return { fact, denies: true };
    if (OTHER.has(roles)) return { fact, denies: false };
  }
  return null;
}

/**
 * Two facts that trade places: "Alice met Bob's sister" and "Bob met Alice's sister" have the same words. They have
 * traded when each takes the other's preposition, or when a third stands between them in both and they have changed
 * sides. A fact that keeps its preposition may stand anywhere.
 */
export function tradedPlaces(
  a: ParsedClaim,
  b: ParsedClaim,
  { pairs }: Alignment,
): readonly [string, string] | null {
  const isMovable = ([x, y]: Aligned): boolean => unique(a, x) && unique(b, y);
  const keeps = ([x, y]: Aligned): boolean => x.role !== "" && sameRole(x, y);
  const free = pairs.filter((pair) => !keeps(pair) && isMovable(pair));
  if (free.length < 2) return null;
  const movable = pairs.filter(isMovable);
  for (const [i, x] of free.entries()) {
    for (const y of free.slice(i + 1)) if (swapRoles(x, y)) return [x[0].surface, y[0].surface];
  }
  for (const [p, q] of pivots(a, b, movable)) {
    const crossed = free.filter(([x, y]) => x.at < p && y.at > q);
    const right = free.filter(([x, y]) => x.at > p && y.at < q);
    for (const x of crossed) {
      const traded = right.find((y) => !isMutual(x, y));
      if (traded !== undefined) return [x[0].surface, traded[0].surface];
    }
  }
  return null;
}

type Aligned = readonly [ParsedFact, ParsedFact];

const takeEachOthers = ([x1, x2]: Aligned, [y1, y2]: Aligned): boolean =>
  x1.role === y2.role && y1.role === x2.role && x1.role !== y1.role;

/** From Berlin to Paris, from Paris to Berlin; older than Bob. */
function swapRoles(x: Aligned, y: Aligned): boolean {
  const roles = [x[0].role, y[0].role];
  return takeEachOthers(x, y) && (!roles.includes("") || roles.includes("than"));
}

/** Symmetric relations: if A plays with B, B plays with A. */
function isMutual(x: Aligned, y: Aligned): boolean {
  const roles = [x[0].role, y[0].role];
  return takeEachOthers(x, y) && roles.includes("") && roles.includes("with") && x[0].kind !== "number";
}

/** In, on and at are often one. */
function sameRole(x: ParsedFact, y: ParsedFact): boolean {
  const plain = ({ role }: ParsedFact): string => (role === "in" || role === "on" ? "at" : role);
  return plain(x) === plain(y);
}

function unique({ facts }: ParsedClaim, { concept, sign }: ParsedFact): boolean {
  return facts.filter((fact) => fact.concept === concept && fact.sign === sign).length === 1;
}

const DIRECTED = new Set(["not", "from", "to", "than", "before", "after", "for", "against"]);
/** Attributes that may stand before or after their value. */
const SYMMETRIC = new Set(["~name", "~叫", "~birthday", "~生日", "favorit"]);

function pivots(a: ParsedClaim, b: ParsedClaim, movable: readonly Aligned[]): (readonly [number, number])[] {
  const words = movable
    .filter(([x, y]) => x.role === "" && y.role === "" && !SYMMETRIC.has(x.concept))
    .map(([x, y]) => [x.at, y.at] as const);
  const once = ({ turns }: ParsedClaim, key: string): number | undefined => {
    const places = turns.filter((turn) => turn.key === key);
    return places.length === 1 ? places[0]!.at : undefined;
  };
  const turns = a.turns.flatMap(({ key, at }) => {
    if (!DIRECTED.has(key)) return [];
    const other = once(b, key);
    return other === undefined || once(a, key) === undefined ? [] : [[at, other] as const];
  });
  return [...words, ...turns];
}

/** Relations that add to a claim without changing what it says: with Anna, in May, since 2019. */
const ADDING = wordSet("with in on at since for from along by about before after until as");

/**
 * Whether the claim that has `extra` says all that the other does. The addition must be a separate adjunct, a number or
 * a time; a word before the object may narrow it: who likes green tea need not like tea, while who has a red car has a
 * car.
 */
export function entails(
  richer: ParsedClaim,
  poorer: ParsedClaim,
  extra: readonly ParsedFact[],
  { pairs }: Alignment,
): boolean {
  const sameRoles = pairs.every(([x, y]) => sameRole(x, y));
  if (!sameRoles || richer.polarity !== "yes" || richer.subject.join() !== poorer.subject.join())
    return false;
  return extra.every((fact) => adds(fact, richer, poorer));
}

/** Two years, a week: how long or how often. */
const SPANS = new Set(["dai", "week", "month", "year", "~hour", "~minute", "night"]);

function adds(fact: ParsedFact, richer: ParsedClaim, poorer: ParsedClaim): boolean {
  const { kind, role, at } = fact;
  if (kind === "limit") return false;
  if (kind === "time" || kind === "manner" || ADDING.has(role)) return true;
  if (kind === "number") return !poorer.facts.some(({ single }) => single);
  const previous = richer.facts.filter((one) => one.at < at).at(-1);
  if (SPANS.has(fact.concept) && (previous?.kind === "number" || fact.single)) return true;
  if (previous?.concept === "~name" || previous?.concept === "~叫") return true;
  const next = richer.facts.find((one) => one.at > at);
  const possessed =
    (richer.hasA !== null && poorer.hasA !== null) || (richer.isA !== null && poorer.isA !== null);
  return possessed && fact.single && next?.single === true && next.role === role;
}
