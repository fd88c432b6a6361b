/** Every tool an agent can be given (C22). */
export const TOOL_NAMES = [
  "memory_store",
  "memory_recall",
  "memory_forget",
  "recall_memory",
  "memory.query",
  "remember",
  "forget",
] as const;

export type ToolName = (typeof TOOL_NAMES)[number];
