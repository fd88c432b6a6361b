/** The orders of a list of memories. */
export const MEMORY_SORTS = ["created", "updated", "confirmed", "importance", "confidence"] as const;
export type MemorySort = (typeof MEMORY_SORTS)[number];
