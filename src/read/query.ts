import { checkList, checkOneOf, checkOptions, checkUnit, checkWhole } from "../domain/arguments.ts";
import { MemoirError, show } from "../domain/errors.ts";
import { type ImportanceLevel, importanceFromLevel, importanceLevel } from "../domain/importance.ts";
import { MEMORY_FIELDS } from "../domain/memory.ts";
import { type ParamsOf, paramsOf } from "../domain/memory-field.ts";
import { checkId, checkText, LIMITS } from "../domain/text.ts";
import type { MemoryFilter } from "../store/memory-search.ts";
import type { Recall } from "./recall.ts";

/** A request of `memory.query`, in the words the supervisor's agents use (R262). Only `query` is required. */
export interface QueryRequest {
  query: string;
  /** Must be the handle's own agent: who asks is known, not said (C22). */
  agent?: string;
  categories?: readonly string[];
  filters?: QueryFilters;
  /** Default: the read policy's `maxItems`. */
  top_k?: number;
  /** Default: `"bullets"`. */
  return?: "bullets" | "full";
  /** Default: the read policy's `maxTokens`. */
  budget_tokens?: number;
  /** The least relevance, 0–1. Default: the read policy's. */
  threshold?: number;
}

/** `null` is as good as absent. Importance is 1 to 5 here (C5). */
export type QueryFilters = ParamsOf<typeof MEMORY_FIELDS>;

export interface QueryBullet {
  readonly id: string;
  readonly category: string;
  /** `[tasks] …` (R263). */
  readonly text: string;
}

export interface QueryItem {
  readonly id: string;
  readonly category: string;
  readonly text: string;
  readonly score: number;
  /** 1 to 5. */
  readonly importance: number;
  readonly confidence: number;
  readonly pinned: boolean;
  readonly tags: readonly string[];
  readonly user_id: string | null;
  readonly agent_id: string | null;
  readonly run_id: string | null;
  readonly actor_id: string | null;
  readonly role: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export type QueryAnswer<R extends "bullets" | "full" = "bullets" | "full"> = R extends "full"
  ? QueryItem[]
  : QueryBullet[];

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
  if (request.agent !== undefined && request.agent !== agent) {
    throw new MemoirError(
      "not_allowed",
      `This handle acts for ${agent === null ? "no agent" : `agent ${show(agent)}`}, not for ${show(request.agent)}. Open the scope with that agent.`,
      { details: { agent } },
    );
  }
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
