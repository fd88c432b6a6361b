import type { MEMORY_FIELDS } from "../domain/memory.ts";
import type { FilterOf } from "../domain/memory-field.ts";

/** Filters of lists and recalls, applied in the store. Times are epoch milliseconds. */
export type MemoryFilter = FilterOf<typeof MEMORY_FIELDS>;
