import type { MemoryFilter } from "../api/memories.ts";
import { invalidArgument } from "../domain/errors.ts";
import { MEMORY_FIELDS } from "../domain/memory.ts";
import { filtersOf } from "../domain/memory-field.ts";

const FILTERS = filtersOf(MEMORY_FIELDS);

/** Filters as a query string has them. Of two with one name there, a list says more than one value. */
export function filterQuery(filter: MemoryFilter, filters = FILTERS): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  for (const { name, param, type, compare } of filters) {
    const value = filter[name as keyof MemoryFilter];
    if (value === undefined || (query[param] !== undefined && compare !== "in")) continue;
    query[param] = type.kind === "time" ? new Date(value as number) : value;
  }
  return query;
}

/** The query of a list with these filters. A server has one parameter for both ways to name categories. */
export function memoryFilterQuery(filter: MemoryFilter): Record<string, unknown> {
  if (filter.category === undefined || filter.categories === undefined) return filterQuery(filter);
  throw invalidArgument(
    "Over a server a list takes `category` or `categories`, not both. Leave one of them out.",
    { option: "category" },
  );
}
