import type { MEMORY_FIELDS } from "../domain/memory.ts";
import type { FilterOf } from "../domain/memory-field.ts";

/** Filters of lists and recalls (R52, R266), applied in the store. Times are epoch milliseconds. */
export type MemoryFilter = FilterOf<typeof MEMORY_FIELDS>;
