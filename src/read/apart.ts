import { terms } from "../language/shared/terms.ts";
import type { Candidate, MemoryCandidate } from "./candidate.ts";
import type { Lift } from "./retrieve.ts";

/** A quote of whose words a memory holds this share tells nothing beside it. */
const SAME = 0.75;

function shareIn(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  return words.size === 0 ? 0 : [...words].filter((word) => others.has(word)).length / words.size;
}

/** Without quotes that say in the same words what a memory says; the memory counts for as much as its quote did. */
export function withoutTwins(candidates: readonly Candidate[]): Candidate[] {
  const memories = candidates.filter((one) => one.kind !== "event");
  if (memories.length === candidates.length) return memories;
  const order = new Map<MemoryCandidate, Lift>();
  const rest = candidates.filter((one) => {
    if (one.kind !== "event" || one.quotation === null || one.quotation.later !== null) return true;
    const said = new Set(terms(one.quotation.text));
    const twin = memories.find(({ entry }) => shareIn(said, entry.terms.set) >= SAME);
    if (twin === undefined) return true;
    if (one.order > (order.get(twin)?.order ?? twin.order)) order.set(twin, one);
    return false;
  });
  return rest.map((one) => {
    const better = one.kind === "event" ? undefined : order.get(one);
    if (better === undefined) return one;
    const { relevance, order: by, explain } = better;
    return { ...one, relevance, order: by, explain };
  });
}

/**
 * A claim that stands in the scope and in its legacy one is shown once, from the scope (R62): candidates come scope
 * by scope, so the first is its own, whichever would rank higher.
 */
export function oncePerKey(candidates: readonly Candidate[]): Candidate[] {
  const first = new Map<unknown, Candidate>();
  for (const one of candidates) {
    // Events are each their own, whatever place they have in their scopes.
    const name = one.kind === "event" ? one : one.entry.row.key;
    if (!first.has(name)) first.set(name, one);
  }
  return [...first.values()];
}
