import type { MemoryFilter } from "../api/memory-filter.ts";
import {
  type Access,
  allowedCategories,
  checkAllowed,
  checkUnbound,
  PROCEDURAL,
} from "../domain/allowlist.ts";
import type { Settings } from "../domain/settings.ts";
import type { Source } from "../domain/source.ts";
import type { StoreFilter } from "../store/memory-search.ts";

/** What decides which rows a read may see. */
export interface Filtered {
  readonly settings: Settings;
  /** The handle's, never the request's (C22). */
  readonly access: Access;
  readonly from: readonly Source[];
  readonly filter: MemoryFilter;
  readonly asOf: number | null;
  readonly now: Date;
}

/** A filter, narrowed to what a handle may see. Naming a category outside is an error (R261). */
export function visibleOnly(access: Access, filter: MemoryFilter): MemoryFilter {
  const { category, categories } = filter;
  // One of the list that is not the one named meets nothing, but asking for it is as wrong.
  if (category !== undefined) checkAllowed(access, category);
  const allowed = allowedCategories(access, categories);
  return allowed === null ? filter : { ...filter, categories: allowed };
}

/** The request's filter, and what the policy and the agent's allowlist add to it. */
export function filterFor(request: Filtered): StoreFilter {
  const { settings, access, from, asOf } = request;
  const filter = visibleOnly(access, request.filter);
  if (from.includes("events") || from.includes("quotes")) checkUnbound(access, "events");
  const procedures = namesCategory(request.filter)
    ? {}
    : { categories: filter.categories?.filter((one) => one !== PROCEDURAL) };
  return {
    ...filter,
    ...procedures,
    status: request.filter.status ?? (asOf === null ? ["active"] : ["active", "superseded"]),
    at: asOf ?? request.now.getTime(),
    minConfidence: Math.max(settings.readPolicy.minConfidence, request.filter.minConfidence ?? 0),
  };
}

export function namesCategory({ category, categories }: MemoryFilter): boolean {
  return category !== undefined || categories !== undefined;
}

export function wantsProcedures({ category, categories, kind }: MemoryFilter): boolean {
  return category === PROCEDURAL || kind === PROCEDURAL || categories?.includes(PROCEDURAL) === true;
}
