import type { EventInput } from "../domain/event.ts";
import type { Source } from "../domain/names.ts";
import type { ScopeInput } from "../domain/scope.ts";
import type {
  ForgottenResult,
  FoundResult,
  QueryResult,
  StoredResult,
  ToolDefinition,
} from "../domain/tool-definitions.ts";
import type { CommandsHandle } from "./commands.ts";
import type { DigestHandle } from "./digest.ts";
import type { EventsHandle } from "./events.ts";
import type { MarkdownHandle } from "./markdown.ts";
import type { MemoriesHandle } from "./memories.ts";
import type { CallOptions, Page } from "./options.ts";
import type { ProfileHandle } from "./profile.ts";
import type { QueryAnswer, QueryCallOptions, QueryRequest } from "./query.ts";
import type { ExplainOptions, Explanation, Recall, RecallCallOptions, Receipt } from "./recall.ts";
import type { ReviewOptions, Waiting } from "./review.ts";
import type { SessionHandle } from "./session.ts";
import type {
  ForgetOptions,
  ForgetResult,
  ForgetTarget,
  ObserveResult,
  Preview,
  Remembered,
  RememberOptions,
  WriteReport,
} from "./write.ts";

export interface ScopeOptions {
  /** Default: `"default"`. */
  tenant?: string;
  /** The agent that uses this handle; recorded with its writes. Default: none. */
  agent?: string;
  /** The conversation; recorded with writes. Default: none. */
  thread?: string;
  /** The actor recorded in the history. Default: the agent, else `"library"`. */
  actor?: string;
  /**
   * Restricts this handle to these categories; an empty list allows none. Combined with the agent's
   * allowlist, only categories in both are visible. Default: all.
   */
  categories?: readonly string[];
  /**
   * Further scopes that are included in reads and in forgetting, but never written to. `scopeFor()` adds
   * the scopes of other identity strategies. Default: none.
   */
  legacy?: readonly ScopeInput[];
}

/** All operations of one scope. */
export interface ScopeHandle {
  readonly scope: string;
  readonly tenant: string;
  /** Further scopes that are included in reads. */
  readonly legacy: readonly string[];
  /** Records messages durably. A known id counts as a duplicate and changes nothing. */
  observe(messages: readonly EventInput[], options?: CallOptions): Promise<ObserveResult>;
  /**
   * Extracts and decides without writing: returns what would become of these messages. A language model is called as usual.
   * Each claim is decided against the stored memories, not against the other claims of the call.
   */
  preview(messages: readonly EventInput[], options?: CallOptions): Promise<Preview>;
  /** Extracts memories from all unread events now, instead of in the background, and reports the outcome. */
  flush(options?: CallOptions): Promise<WriteReport>;
  /** Stores a claim as the user's own statement, with a command event as evidence, and returns the outcome. */
  remember(text: string, options?: RememberOptions & CallOptions): Promise<Remembered>;
  /** Finds memories and quotes for a question. `""` or `"*"` returns the newest. */
  recall<S extends Source = "memories" | "quotes">(
    query: string,
    options?: RecallCallOptions<S>,
  ): Promise<Recall<S>>;
  /** A recall that also returns the lines it left out, each with the rule that cut it. */
  explain(query: string, options?: ExplainOptions): Promise<Explanation>;
  /** Marks a recall as delivered by its receipt; also from another process. */
  delivered(receipt: Receipt): Promise<void>;
  /** The supervisor's tool `memory.query`, checked against the handle's agent. */
  query<R extends "bullets" | "full" = "bullets">(
    request: QueryRequest & { return?: R },
    options?: QueryCallOptions,
  ): Promise<QueryAnswer<R>>;
  /** The preset's tools for a function-calling model. */
  tools(): MemoryTool[];
  /** Forgets memories: restorable by default, erased at once with `hard`. */
  forget(target: ForgetTarget, options?: ForgetOptions & CallOptions): Promise<ForgetResult>;
  /** Everything that waits for review: pending memories, profile proposals, then shadow memories. */
  review(options?: ReviewOptions): Promise<Page<Waiting>>;
  /** A handle on one conversation. */
  session(id: string): SessionHandle;
  readonly memories: MemoriesHandle;
  readonly events: EventsHandle;
  /** What is known of a person: facts, the current day, and the days before. */
  readonly digest: DigestHandle;
  /** Commands that people give in chat: remember, forget, what do you know about … */
  readonly commands: CommandsHandle;
  /** The structured fields that may need consent. */
  readonly profile: ProfileHandle;
  /** The memories as a MEMORY.md that people read and edit. */
  readonly markdown: MarkdownHandle;
}

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
