import { categoryRules } from "../../domain/settings/reading.ts";
import type { ScopeQuestion } from "../parse/parse.ts";
import type { RecallCandidate } from "../shared/candidate.ts";
import type { RecallRun } from "../shared/request.ts";
import { lookupOf, type RetrieveRequest } from "./lookup.ts";
import { retrieveFrom } from "./sources.ts";

/**
 * The memories of categories that belong into every context, whatever is asked. A query of an agent, and a read that
 * names the relevance it wants, get no more than they ask for.
 */
export async function retrieveWholeCategories(
  run: RecallRun,
  questions: readonly ScopeQuestion[],
): Promise<RecallCandidate[]> {
  if (run.explicitQuery || run.threshold !== undefined || !run.from.includes("memories")) return [];
  const within = inWholeCategories(run);
  if (within === null) return [];
  return retrieveMemories(questions, (one) => ({ ...lookupOf(within, one), retriever: "all" }));
}

/** Those of them that answer the question. */
export async function retrieveWholeAnswers(
  run: RecallRun,
  questions: readonly ScopeQuestion[],
  enough: number,
): Promise<RecallCandidate[]> {
  const within = inWholeCategories(run);
  if (within === null) return [];
  return retrieveMemories(questions, (scopeQuestion) => ({
    ...lookupOf({ ...within, explicitQuery: true }, scopeQuestion),
    enough,
  }));
}

/** The same recall in these categories only; `null`: there are none. */
function inWholeCategories(run: RecallRun): RecallRun | null {
  const { visible, settings } = run;
  const rules = [...categoryRules(settings.categories).values()];
  const names = rules.filter((rule) => rule.context === "all").map((rule) => rule.name);
  const categories = names.filter((name) => visible.categories?.includes(name) ?? true);
  return categories.length === 0 ? null : { ...run, visible: { ...visible, categories } };
}

async function retrieveMemories(
  questions: readonly ScopeQuestion[],
  lookup: (one: ScopeQuestion) => RetrieveRequest,
): Promise<RecallCandidate[]> {
  const candidates: RecallCandidate[] = [];
  for (const scopeQuestion of questions)
    candidates.push(...(await retrieveFrom(lookup(scopeQuestion), scopeQuestion.scope, "memories")));
  return oncePerKey(candidates);
}

/**
 * A claim that stands in the scope and in its legacy one is shown once, from the scope: candidates come scope
 * by scope, so the first is its own, whichever would rank higher.
 */
export function oncePerKey(candidates: readonly RecallCandidate[]): RecallCandidate[] {
  const first = new Map<unknown, RecallCandidate>();
  for (const candidate of candidates) {
    // Events are each their own, whatever place they have in their scopes.
    const name = candidate.kind === "event" ? candidate : candidate.entry.row.key;
    if (!first.has(name)) first.set(name, candidate);
  }
  return [...first.values()];
}
