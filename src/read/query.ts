import type { MemoryFilter } from "../api/memories.ts";
import type { QueryAnswer, QueryBullet, QueryItem, QueryRequest, Recall } from "../api/recall.ts";
import { checkAgent } from "../domain/allowlist.ts";
import { checkList, checkOneOf, checkOptions, checkUnit, checkWhole } from "../domain/arguments.ts";
import { MemoirError, show } from "../domain/errors.ts";
import {
  type ImportanceLevel,
  importanceFromLevel,
  importanceLevel,
  MEMORY_FIELDS,
} from "../domain/memory.ts";
import { paramsOf } from "../domain/memory-field.ts";
import { checkId, checkText, LIMITS } from "../domain/text.ts";

interface QueryOptions {
  readonly limit?: number;
  readonly maxTokens?: number;
  readonly threshold?: number;
  readonly categories?: readonly string[];
  readonly filters: MemoryFilter;
}

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
  given: QueryRequest,
  agent: string | null,
): { query: string; options: QueryOptions; answer: (found: Recall) => QueryAnswer } {
  const request = checkOptions(given, "query()");
  for (const name of Object.keys(request)) {
    if ((KNOWN as readonly string[]).includes(name)) continue;
    throw new MemoirError(
      "invalid_argument",
      `query() does not know ${show(name)}; it knows ${KNOWN.join(", ")}.`,
    );
  }
  checkAgent(agent, request.agent);
  const options: QueryOptions = {
    ...(request.top_k == null ? {} : { limit: checkWhole(request.top_k, "top_k", 1, 1_000) }),
    filters: filtersOf(request.filters),
    ...(request.budget_tokens === undefined
      ? {}
      : { maxTokens: checkWhole(request.budget_tokens, "budget_tokens", 1, Number.MAX_SAFE_INTEGER) }),
    ...(request.threshold === undefined ? {} : { threshold: checkUnit(request.threshold, "threshold") }),
    ...(request.categories === undefined
      ? {}
      : {
          categories: Array.from(checkList(request.categories, "categories"), (one, i) =>
            checkId(one, `categories[${i}]`),
          ),
        }),
  };
  const shape = checkOneOf(request.return ?? "bullets", ["bullets", "full"], "return");
  return {
    query: checkText(request.query, "query", LIMITS.query),
    options,
    answer: shape === "full" ? full : bullets,
  };
}

function filtersOf(given: unknown): MemoryFilter {
  const filters: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(checkOptions(given as object | undefined, "filters"))) {
    const ours = FILTERS.get(name);
    if (ours === undefined) {
      throw new MemoirError(
        "invalid_argument",
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

function bullets({ hits }: Recall): QueryBullet[] {
  return hits.flatMap((hit) => {
    if (hit.kind !== "memory") return [];
    const { id, category } = hit.memory;
    return [{ id, category, text: `[${category}] ${hit.text}` }];
  });
}

function full({ hits }: Recall): QueryItem[] {
  return hits.flatMap((hit) => {
    if (hit.kind !== "memory") return [];
    const { memory } = hit;
    return [
      {
        id: memory.id,
        category: memory.category,
        text: memory.text,
        score: hit.score,
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
      },
    ];
  });
}
