import type { MemoryFilter } from "../../api/memories.ts";
import type { PageOptions } from "../../api/options.ts";
import type { EventListOptions } from "../../api/scope.ts";
import {
  type Access,
  allowedCategories,
  checkAllowed,
  checkUnbound,
  PROCEDURAL,
} from "../../domain/allowlist.ts";
import { checkList, checkOneOf, checkOptions } from "../../domain/arguments.ts";
import { invalidArgument, show } from "../../domain/errors.ts";
import { EVENT_ROLES, EVENT_TYPES } from "../../domain/event.ts";
import { MEMORY_FIELDS } from "../../domain/memory.ts";
import { checkFilterValue, filtersOf } from "../../domain/memory-field.ts";
import { checkId, checkTime } from "../../domain/text.ts";
import type { EventFilter } from "../../store/tables/events.ts";
import type { StoreFilter } from "../../store/tables/memory-search.ts";
import type { Question } from "../shared/request.ts";

/** A filter, narrowed to what a handle may see. Naming a category outside is an error. */
export function visibleFilter(access: Access, filter: MemoryFilter): MemoryFilter {
  const { category, categories } = filter;
  // One of the list that is not the one named meets nothing, but asking for it is as wrong.
  if (category !== undefined) checkAllowed(access, category);
  const allowed = allowedCategories(access, categories);
  return allowed === null ? filter : { ...filter, categories: allowed };
}

/** The request's filter, and what the policy and the agent's allowlist add to it. */
export function filterFor(request: Question): StoreFilter {
  const { settings, access, from, asOf } = request;
  const filter = visibleFilter(access, request.filter);
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

const FILTERS = new Map(filtersOf(MEMORY_FIELDS).map((filter) => [filter.name, filter]));

/** A filter with nothing in it that the store cannot compare. A misspelt one is refused: it would find too much. */
export function checkFilter(filterInput: unknown, call: string): MemoryFilter {
  const checked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(checkOptions(filterInput as object | undefined, call))) {
    const filter = FILTERS.get(name);
    if (filter === undefined) {
      throw invalidArgument(
        `${call} does not know the filter ${show(name)}; it knows ${[...FILTERS.keys()].join(", ")}.`,
      );
    }
    if (value !== undefined) checked[name] = checkFilterValue(filter, value);
  }
  return checked;
}

export function checkCategories(value: unknown): readonly string[] {
  return Array.from(checkList(value, "categories"), (one, i) => checkId(one, `categories[${i}]`));
}

export function checkEventFilter({
  session,
  role,
  type,
  since,
  until,
}: Omit<EventListOptions, keyof PageOptions>): EventFilter {
  return {
    session: session === undefined ? undefined : checkId(session, "session"),
    role: role === undefined ? undefined : checkOneOf(role, EVENT_ROLES, "role"),
    type: type === undefined ? undefined : checkOneOf(type, EVENT_TYPES, "type"),
    since: since === undefined ? undefined : checkTime(since, "since"),
    until: until === undefined ? undefined : checkTime(until, "until"),
  };
}
