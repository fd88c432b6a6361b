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

const OWN = new Set<string>(TOOL_NAMES);

/**
 * Whether an event's content is a call or an answer of one of Memoir's own tools, which is never a source (R295):
 * `{ tool: "memory_recall", … }`, also by the names that function calling and MCP give it.
 */
export function fromOwnTool(content: unknown): boolean {
  if (typeof content !== "object" || content === null) return false;
  const { tool, name, toolName, tool_name, function: called } = content as Record<string, unknown>;
  return [tool, name, toolName, tool_name, nameOf(tool), nameOf(called)].some(
    (given) => typeof given === "string" && isOwnTool(given),
  );
}

function isOwnTool(name: string): boolean {
  // `mcp__memoir__memory_recall`, `memoir.memory_recall`, `memoir/recall`
  return OWN.has(name) || /^(?:mcp__)?memoir(?:__|[._/:-])/i.test(name) || OWN.has(name.split("__").at(-1)!);
}

function nameOf(value: unknown): unknown {
  return typeof value === "object" && value !== null ? (value as { name?: unknown }).name : undefined;
}
