/** What a list of memories can be ordered by. */
export const MEMORY_SORTS = ["created", "updated", "confirmed", "importance", "confidence"] as const;
export type MemorySort = (typeof MEMORY_SORTS)[number];
