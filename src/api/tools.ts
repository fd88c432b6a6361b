import type {
  ForgottenResult,
  FoundResult,
  QueryResult,
  StoredResult,
  ToolDefinition,
} from "../domain/tool-definitions.ts";
import type { CallOptions } from "./call-options.ts";

/** The answer of a tool: words for a model, and the same as plain data. */
export interface ToolAnswer {
  readonly text: string;
  /** As the tool's `output` describes it; `null` where `text` tells the model what it did wrong. */
  readonly result: StoredResult | FoundResult | ForgottenResult | QueryResult | null;
}

/** A tool for function-calling models. */
export interface MemoryTool extends ToolDefinition {
  /** Returns the text for the model. Mistakes of the model do not throw; the text says what to do. */
  execute(args: unknown, options?: CallOptions): Promise<string>;
  /** The same with the plain data beside the words. */
  call(args: unknown, options?: CallOptions): Promise<ToolAnswer>;
}
