import type { MemoryFilter } from "../api/memory-filter.ts";
import { checkOptions } from "../domain/arguments.ts";
import { checkFilterValue } from "../domain/check-field.ts";
import { MemoirError, show } from "../domain/errors.ts";
import { MEMORY_FIELDS } from "../domain/memory.ts";
import { filtersOf } from "../domain/memory-field.ts";

const FILTERS = new Map(filtersOf(MEMORY_FIELDS).map((filter) => [filter.name, filter]));

/** A filter with nothing in it that the store cannot compare. A misspelt one is refused: it would find too much. */
export function checkFilter(given: unknown, call: string): MemoryFilter {
  const checked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(checkOptions(given as object | undefined, call))) {
    const filter = FILTERS.get(name);
    if (filter === undefined) {
      throw new MemoirError(
        "invalid_argument",
        `${call} does not know the filter ${show(name)}; it knows ${[...FILTERS.keys()].join(", ")}.`,
      );
    }
    if (value !== undefined) checked[name] = checkFilterValue(filter, value);
  }
  return checked;
}
