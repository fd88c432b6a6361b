import type { MemoryFilter } from "../api/memory-filter.ts";
import { MemoirError } from "../domain/errors.ts";
import { filterQuery } from "./filters.ts";

/** The query of a list with these filters. A server has one parameter for both ways to name categories. */
export function filterOf(filter: MemoryFilter): Record<string, unknown> {
  if (filter.category === undefined || filter.categories === undefined) return filterQuery(filter);
  throw new MemoirError(
    "invalid_argument",
    "Over a server a list takes `category` or `categories`, not both. Leave one of them out.",
    { details: { option: "category" } },
  );
}
