import { MEMORY_FIELDS } from "./memory.ts";
import { paramsOf } from "./memory-field.ts";
import type { ToolName } from "./tool-names.ts";

/** What a model is told of a tool. */
export interface ToolDefinition {
  readonly name: ToolName;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** How many lines a tool gives when the model does not say. */
export const FEW_LINES = 5;

interface Definition {
  readonly description: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
  readonly writes: boolean;
}

const text = (description: string): unknown => ({ type: "string", description });
const number = (description: string): unknown => ({ type: "number", description });

const TOOLS: Readonly<Record<ToolName, Definition>> = {
  // R219
  memory_store: {
    description: "Store a fact, or replace the one stored under the same key.",
    properties: {
      key: text("A short stable name, such as user_home."),
      content: text("The fact, in one self-contained sentence."),
      category: text("knowledge, or a label of your own."),
      importance: number("How much it matters, 0 to 1. Default: 0.5."),
    },
    required: ["key", "content", "category"],
    writes: true,
  },
  // R220
  memory_recall: {
    description: "Search what is remembered, also by time.",
    properties: {
      query: text("What to look for; * gives the newest."),
      category: text("Only this category; timeline for summaries of past conversations."),
      since: number("Only from this moment on: epoch seconds or milliseconds."),
      until: number("Only before this moment: epoch seconds or milliseconds."),
      limit: number(`How many. Default: ${FEW_LINES}.`),
    },
    required: ["query"],
    writes: false,
  },
  // R221
  memory_forget: {
    description: "Forget the fact stored under a key.",
    properties: { key: text("The key it was stored under.") },
    required: ["key"],
    writes: true,
  },
  // R144, R158
  recall_memory: {
    description: "Search older memories that are not in the prompt already.",
    properties: { query: text("What to look for."), limit: number(`How many. Default: ${FEW_LINES}.`) },
    required: ["query"],
    writes: false,
  },
  // R262
  "memory.query": {
    description: "Query the memory: bullets or full items of the categories you may read.",
    properties: {
      query: text("What to look for."),
      categories: { type: "array", items: { type: "string" }, description: "Default: all you may read." },
      filters: {
        type: "object",
        description: `${[...paramsOf(MEMORY_FIELDS).keys()].join(", ")}.`,
      },
      top_k: number("How many."),
      return: { type: "string", enum: ["bullets", "full"] },
      budget_tokens: number("The most tokens of the answer."),
      threshold: number("The least relevance, 0 to 1."),
    },
    required: ["query"],
    writes: false,
  },
  // R114
  remember: {
    description: "Remember what the user asks to remember.",
    properties: { fact: text("The fact, in one self-contained sentence.") },
    required: ["fact"],
    writes: true,
  },
  forget: {
    description: "Forget what the user asks to forget.",
    properties: { about: text("Words that the memory holds.") },
    required: ["about"],
    writes: true,
  },
};

export function toolDefinition(name: ToolName): ToolDefinition {
  const { description, properties, required } = TOOLS[name];
  return {
    name,
    description,
    parameters: { type: "object", properties, required, additionalProperties: false },
  };
}

/** Whether a tool changes what is remembered. */
export function toolWrites(name: ToolName): boolean {
  return TOOLS[name].writes;
}
