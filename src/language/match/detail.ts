import type { Alignment } from "./align.ts";
import type { Claim, Fact } from "./claim.ts";
import { sameRole } from "./roles.ts";

/** Relations that add to a claim without changing what it says: with Anna, in May, since 2019. */
const ADDING = new Set("with in on at since for from along by about before after until as".split(" "));

/**
 * Whether the claim that has `extra` says all that the other does. What is added must be an adjunct of its own, a number
 * or a time; a word before the object may narrow it: who likes green tea need not like tea, while who has a red car has
 * a car.
 */
export function entails(richer: Claim, poorer: Claim, extra: readonly Fact[], { pairs }: Alignment): boolean {
  const kept = pairs.every(([x, y]) => sameRole(x, y));
  if (!kept || richer.polarity !== "yes" || richer.subject.join() !== poorer.subject.join()) return false;
  return extra.every((fact) => adds(fact, richer, poorer));
}

/** Two years, a week: how long or how often. */
const SPANS = new Set(["dai", "week", "month", "year", "~hour", "~minute", "night"]);

function adds(fact: Fact, richer: Claim, poorer: Claim): boolean {
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
