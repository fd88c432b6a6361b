import { categoryRules } from "../../domain/settings/reading.ts";
import { memoryIdOf, type RecallCandidate } from "../candidate.ts";
import { type RankedCandidate, rank } from "../rank/rank.ts";
import { type BlockBounds, withinShare } from "../select/budget.ts";
import type { RecallRun, RetrieveRequest } from "../types.ts";
import { lookupOf, oncePerKey, type ScopeQuestion } from "./retrieve.ts";
import { retrieve } from "./sources.ts";

/** The memories of categories that belong into every context. */
export interface WholeCategories {
  /** Those that fit into the share of these categories. */
  readonly first: readonly RankedCandidate[];
  /** The others, for the room that is left when everything else has its place. */
  readonly later: readonly RankedCandidate[];
}

const NONE: WholeCategories = { first: [], later: [] };

/**
 * Whatever is asked, the newest first; where not all fit into their share, those that answer the question come first. A
 * query of an agent, and a read that names the relevance it wants, get no more than they ask for.
 */
export async function wholeCategories(
  reading: RecallRun,
  asked: readonly ScopeQuestion[],
  block: BlockBounds,
): Promise<WholeCategories> {
  const { visible, settings, now } = reading;
  if (reading.asked || reading.threshold !== undefined || !reading.from.includes("memories")) return NONE;
  const rules = [...categoryRules(settings.categories).values()];
  const named = rules.filter((rule) => rule.context === "all").map((rule) => rule.name);
  const categories = named.filter((name) => visible.categories?.includes(name) ?? true);
  if (categories.length === 0) return NONE;
  const within = { ...reading, visible: { ...visible, categories } };
  const found = async (lookup: (one: ScopeQuestion) => RetrieveRequest): Promise<RankedCandidate[]> => {
    const candidates: RecallCandidate[] = [];
    for (const one of asked) candidates.push(...(await retrieve(lookup(one), one.scope, "memories")));
    return rank(oncePerKey(candidates), settings.readPolicy, now);
  };
  const all = await found((one) => ({ ...lookupOf(within, one), retriever: "all" }));
  const fitting = withinShare(all, block);
  if (fitting.length === all.length) return { first: all, later: [] };
  const answering = await found((one) => ({
    ...lookupOf({ ...within, asked: true }, one),
    enough: all.length,
  }));
  const order = new Map(answering.map((one, i) => [memoryIdOf(one.candidate), i]));
  const placeOf = ({ candidate }: RankedCandidate): number => order.get(memoryIdOf(candidate)) ?? all.length;
  const ordered = all.toSorted((a, b) => placeOf(a) - placeOf(b));
  const first = withinShare(ordered, block);
  return { first, later: ordered.filter((one) => !first.includes(one)) };
}
