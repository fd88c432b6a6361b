import { allowedCategories, PROCEDURAL } from "../domain/allowlist.ts";
import { MemoirError } from "../domain/errors.ts";
import type { Settings } from "../domain/settings.ts";
import type { MemoryFilter, StoreFilter } from "../store/memory-search.ts";
import type { Source } from "./retrieve.ts";

/** What decides which rows a read may see. */
export interface Filtered {
  readonly settings: Settings;
  readonly agent: string | null;
  readonly from: readonly Source[];
  readonly filter: MemoryFilter;
  readonly asOf: number | null;
  readonly now: Date;
}

/** The request's filter, and what the policy and the agent's allowlist add to it. */
export function filterFor(request: Filtered): StoreFilter {
  const { settings, agent, from, asOf } = request;
  const { category, categories } = request.filter;
  const requested = categories ?? (category === undefined ? undefined : [category]);
  const allowed = allowedCategories(settings.allowlists, agent, requested);
  if (allowed !== null && requested === undefined && from.includes("events")) {
    throw new MemoirError(
      "not_allowed",
      `Agent "${agent}" may read only categories of memories; events belong to none. Leave "events" out of from.`,
    );
  }
  return {
    ...request.filter,
    ...(allowed === null ? {} : { categories: allowed }),
    status: request.filter.status ?? (asOf === null ? ["active"] : ["active", "superseded"]),
    at: asOf ?? request.now.getTime(),
    minConfidence: Math.max(settings.readPolicy.minConfidence, request.filter.minConfidence ?? 0),
  };
}

export function wantsProcedures({ category, categories, kind }: MemoryFilter): boolean {
  return category === PROCEDURAL || kind === PROCEDURAL || categories?.includes(PROCEDURAL) === true;
}
