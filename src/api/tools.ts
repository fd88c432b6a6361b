import type { ToolDefinition } from "../domain/tool-definitions.ts";

/** A tool for function-calling models. */
export interface MemoryTool extends ToolDefinition {
  /** Returns the text for the model. Mistakes of the model do not throw; the text says what to do. */
  execute(args: unknown): Promise<string>;
}
