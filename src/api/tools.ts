import type { ToolDefinition } from "../domain/tool-definitions.ts";

/** A tool as function-calling models take it. */
export interface MemoryTool extends ToolDefinition {
  /** Gives back what the model is told. It never throws for what a model may get wrong, but says what to do. */
  execute(args: unknown): Promise<string>;
}
