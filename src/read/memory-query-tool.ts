import type { MemoryFilter } from "../api/memories.ts";
import type {
  Hit,
  QueryAnswer,
  QueryBullet,
  QueryItem,
  QueryRequest,
  Recall,
  RecallCallOptions,
} from "../api/recall.ts";
import { checkAgent } from "../domain/allowlist.ts";
import {
  checkOneOf,
  checkOptions,
  checkUnit,
  checkWhole,
  MAX_HITS,
  withoutUndefined,
} from "../domain/arguments.ts";
import { fitBudget } from "../domain/budget.ts";
import { QUERY_RETURNS } from "../domain/enums.ts";
import { invalidArgument, show } from "../domain/errors.ts";
import {
  type ImportanceLevel,
  importanceFromLevel,
  importanceLevel,
  MEMORY_FIELDS,
} from "../domain/memory.ts";
import { paramsOf } from "../domain/memory-field.ts";
import { checkText, LIMITS } from "../domain/text.ts";
import { checkCategories } from "./parse/filter.ts";

const KNOWN = [
  "query",
  "agent",
  "categories",
  "filters",
  "top_k",
  "return",
  "budget_tokens",
  "threshold",
] as const satisfies readonly (keyof QueryRequest)[];

const FILTERS = paramsOf(MEMORY_FIELDS);

/** A request as a recall, and how its answer looks. Everything in it is checked before anything is read. */
export function queryOf(
  uncheckedRequest: QueryRequest,
  agent: string | null,
): {
  query: string;
  options: RecallCallOptions;
  answer: (recall: Recall, maxTokens: number | null) => QueryAnswer;
} {
  const request = checkOptions(uncheckedRequest, "query()");
  for (const name of Object.keys(request)) {
    if ((KNOWN as readonly string[]).includes(name)) continue;
    throw invalidArgument(`query() does not know ${show(name)}; it knows ${KNOWN.join(", ")}.`);
  }
  checkAgent(agent, request.agent);
  const { top_k, budget_tokens, threshold, categories } = request;
  const options = withoutUndefined({
    limit: top_k == null ? undefined : checkWhole(top_k, "top_k", 1, MAX_HITS),
    filters: filtersOf(request.filters),
    maxTokens:
      budget_tokens === undefined
        ? undefined
        : checkWhole(budget_tokens, "budget_tokens", 1, Number.MAX_SAFE_INTEGER),
    threshold: threshold === undefined ? undefined : checkUnit(threshold, "threshold"),
    categories: categories === undefined ? undefined : checkCategories(categories),
  });
  const shape = checkOneOf(request.return ?? "bullets", QUERY_RETURNS, "return");
  return {
    query: checkText(request.query, "query", LIMITS.query),
    options,
    answer: ({ hits }, maxTokens) =>
      shape === "full" ? asSent(full(hits), maxTokens) : asSent(bullets(hits), maxTokens),
  };
}

function filtersOf(uncheckedFilters: unknown): MemoryFilter {
  const filters: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(
    checkOptions(uncheckedFilters as object | undefined, "filters"),
  )) {
    const ours = FILTERS.get(name);
    if (ours === undefined) {
      throw invalidArgument(
        `query() does not know the filter ${show(name)}; it knows ${[...FILTERS.keys()].join(", ")}.`,
      );
    }
    if (value !== null && value !== undefined) filters[ours.name] = LEVELS[name]?.(value) ?? value;
  }
  return filters;
}

/** Importance comes as a level; what is on it is meant, whatever a sum has left of it. */
const LEVELS: Readonly<Record<string, (value: unknown) => number>> = {
  importance_min: (value) => level(value, "importance_min") - 1e-9,
  importance_max: (value) => Math.min(1, level(value, "importance_max") + 1e-9),
};

function level(value: unknown, name: string): number {
  return importanceFromLevel(checkWhole(value, name, 1, 5) as ImportanceLevel);
}

/** The best that fit as they are sent: as JSON, where names and metadata take more room than the words. */
function asSent<T extends object>(items: readonly T[], maxTokens: number | null): T[] {
  const lines = items.map((item) => ({ item, line: JSON.stringify(item), type: null }));
  const budget = { maxItems: null, maxTokens, maxPerType: null };
  return fitBudget(lines, budget, "[]").map(({ item }) => item);
}

function bullets(hits: Recall["hits"]): QueryBullet[] {
  return memoriesIn(hits).map(({ text, memory: { id, category } }) => {
    return { id, category, text: `[${category}] ${text}` };
  });
}

function full(hits: Recall["hits"]): QueryItem[] {
  return memoriesIn(hits).map(({ score, memory }) => ({
    id: memory.id,
    category: memory.category,
    text: memory.text,
    score,
    importance: importanceLevel(memory.importance),
    confidence: memory.confidence,
    pinned: memory.pinned,
    tags: memory.tags,
    user_id: memory.user,
    agent_id: memory.agent,
    run_id: memory.run,
    actor_id: memory.actor,
    role: memory.role,
    created_at: memory.createdAt.toISOString(),
    updated_at: memory.updatedAt.toISOString(),
  }));
}

function memoriesIn(hits: Recall["hits"]): Extract<Hit, { kind: "memory" }>[] {
  return hits.filter((hit) => hit.kind === "memory");
}
