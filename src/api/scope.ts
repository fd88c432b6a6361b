import type { Source } from "../domain/enums.ts";
import type { Event, EventInput, EventRole, EventType } from "../domain/event.ts";
import type { ScopeInput } from "../domain/scope.ts";
import type { CompressReason } from "../domain/timeline/fit.ts";
import type {
  ForgottenResult,
  QueryResult,
  SearchToolResult,
  StoredResult,
  ToolDefinition,
} from "../domain/tool-definitions.ts";
import type { CommandsHandle } from "./commands.ts";
import type { ContextEntry, ContextOptions, ReplyContext } from "./context.ts";
import type { ConversationEntry } from "./conversation.ts";
import type { DigestHandle } from "./digest.ts";
import type { Feedback, FeedbackInput, FeedbackListOptions } from "./feedback.ts";
import type { MarkdownHandle } from "./markdown.ts";
import type { MemoriesHandle, ReviewOptions, Waiting } from "./memories.ts";
import type { CallOptions, Page, PageOptions } from "./options.ts";
import type { AboutPerson, PersonOptions } from "./person.ts";
import type { ProfileHandle } from "./profile.ts";
import type {
  CoreLines,
  CoreOptions,
  Degraded,
  DeliverOptions,
  ExplainOptions,
  Explanation,
  QueryAnswer,
  QueryCallOptions,
  QueryRequest,
  Recall,
  RecallCallOptions,
  Receipt,
  TimelineEntry,
} from "./recall.ts";
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
  /** The lines that stand in every prompt, whatever is asked, in the prompt's order. */
  core(options?: CoreOptions): Promise<CoreLines>;
  /**
   * What is known about one person, in sections for people to read: memories, and their own words where no memory says the
   * same. Nothing is counted as delivered. Default: the user of a user's scope, else who spoke last; `null` if nobody has.
   */
  person(account?: string, options?: PersonOptions): Promise<AboutPerson | null>;
  /** A recall that also returns the lines it left out, each with the rule that cut it. */
  explain(query: string, options?: ExplainOptions): Promise<Explanation>;
  /** Marks a recall as delivered by its receipt, and records it for the reply; also from another process. */
  delivered(receipt: Receipt, options?: DeliverOptions): Promise<void>;
  /** What the model knew when it said this: the block that went with a reply. `null`: none is on record. */
  context(reply: string, options?: ContextOptions): Promise<ReplyContext | null>;
  /** The replies with a context on record, newest first. */
  contexts(options?: PageOptions): Promise<Page<ContextEntry>>;
  /** The events of the scope, newest first, each with what became of it, or with what it waits for. */
  conversation(options?: PageOptions): Promise<Page<ConversationEntry>>;
  /** Yields at once, and again whenever `conversation()` would answer otherwise, until the signal aborts. */
  followConversation(options?: CallOptions): AsyncIterable<void>;
  /** Records what somebody says of a line that a model was given, and keeps a wrong or private one out of prompts. */
  feedback(input: FeedbackInput, options?: CallOptions): Promise<Feedback>;
  /** What people said of lines, newest first. */
  feedbacks(options?: FeedbackListOptions): Promise<Page<Feedback>>;
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
  /** The context of a person: facts, the current day, and the days before. */
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
  readonly result: StoredResult | SearchToolResult | ForgottenResult | QueryResult | null;
}

/** A tool for function-calling models. */
export interface MemoryTool extends ToolDefinition {
  /** Returns the text for the model. Mistakes of the model do not throw; the text says what to do. */
  execute(args: unknown, options?: CallOptions): Promise<string>;
  /** The same with the plain data beside the words. */
  call(args: unknown, options?: CallOptions): Promise<ToolAnswer>;
}

export interface EventListOptions extends PageOptions {
  session?: string;
  role?: EventRole;
  type?: EventType;
  /** Events at or after this moment. */
  since?: Date | string | number;
  /** Events before this moment. */
  until?: Date | string | number;
}

export interface TakeBackOptions extends CallOptions {
  /**
   * Also erase the memories that rest on the old words alone, and what a command in the message had written. They may be
   * said again. Default: false, they stay.
   */
  forget?: boolean;
}

/** The events of one scope: the record everything else is derived from. */
export interface EventsHandle {
  get(id: string): Promise<Event | null>;
  /** Newest first. */
  list(options?: EventListOptions): Promise<Page<Event>>;
  /**
   * A message was changed where it was sent: its old words are erased, and the new ones stand at the same time under the
   * same id. Memories made from the old words stay, unless `forget` is given; the new ones are read like any message.
   * `false`: there is no such message, or its words are gone.
   */
  edit(id: string, text: string, options?: TakeBackOptions): Promise<boolean>;
  /** A message was deleted where it was sent: its words are erased. Memories made from it stay, unless `forget` is given. */
  remove(id: string, options?: TakeBackOptions): Promise<boolean>;
  /**
   * Whether the line of a message may stand in the core. `false` takes it out of every prompt; the message stays on record
   * and is quoted where it answers. `true` undoes that. Returns `false` if there is no such message, or its words are gone.
   */
  allowCore(id: string, allowed: boolean, options?: CallOptions): Promise<boolean>;
}

export type SessionOptions = CallOptions;

/** Result of a session call. */
export interface SessionResult {
  /** Number of background jobs that the settings' `triggers` started. */
  readonly jobs: number;
}

export interface SessionEndOptions extends SessionOptions {
  /** Read the session now, and say what came of it. Default: the setting `triggers.waitAtEnd`. */
  wait?: boolean;
}

/** The end of a session. With `wait` it also says what was read. */
export interface SessionEnd extends SessionResult {
  /** False when nothing was observed in it, or when it had ended already. */
  readonly ended: boolean;
  /** How many memories are new, and how many were updated. Absent without `wait`. */
  readonly new?: number;
  readonly updated?: number;
  /** Why nothing could be read now; a job tries again. `null`: nothing failed. Absent without `wait`. */
  readonly failed?: string | null;
}

export interface CompressOptions extends SessionOptions {
  /** The model's context window in tokens: beyond half of it the conversation is compressed. Default: `triggers.contextWindow`. */
  contextWindow?: number;
}

/** The entries that were written into the timeline. */
export interface Consolidated {
  /** The new entries, oldest first. */
  readonly entries: readonly TimelineEntry[];
  /** Summaries in a row that have failed; after `timeline.maxFailures` the messages themselves are kept as `[RAW]` entries. */
  readonly failures: number;
  /** Why the last summary failed; `null` = none did. */
  readonly degraded: Degraded | null;
}

/** A conversation after `compress()`. */
export interface Compressed<M> extends SessionResult, Consolidated {
  /**
   * The messages to go on with: one `[Context Summary]` in the place of what was compressed, and the rest as it was given,
   * except for those of `shortened`. The given list is not touched.
   */
  readonly messages: M[];
  /** The places of the given messages that are among them. */
  readonly kept: readonly number[];
  /** Where in `messages` the summary stands; `null` = nothing was compressed, and they are all as they were. */
  readonly summaryAt: number | null;
  /**
   * The places of the given messages that are too long for the window by themselves: among `messages` are copies with their
   * beginning and end. The whole message is on record, under the id that the copy names.
   */
  readonly shortened: readonly number[];
  /** Which condition was met; `null` = none was, and nothing was summarised. */
  readonly reason: CompressReason | null;
}

/** One conversation of a scope, for events that only the bot knows about. */
export interface SessionHandle {
  readonly id: string;
  /** Ends the conversation. A job reads it or, with `wait`, the call itself. */
  end(options?: SessionEndOptions): Promise<SessionEnd>;
  /** Reports that the bot has compressed its conversation by itself. */
  compress(): Promise<SessionResult>;
  /**
   * The conversation as it would be sent to a model, made shorter where it is too long, had `triggers.turns` turns or was
   * silent for `triggers.idleMinutes`: old messages become a summary, which is kept as a timeline entry. Messages that
   * were not observed yet are. A summary that fails costs nothing but the length. Give messages the `id` they were
   * observed with; those without are known again by their words and order.
   */
  compress<M extends object>(messages: readonly M[], options?: CompressOptions): Promise<Compressed<M>>;
  /** Writes what was observed, and is in no timeline entry yet, into the timeline now, to the last message. */
  consolidate(options?: SessionOptions): Promise<Consolidated>;
  /** Reports a finished round of the bot's heartbeat. */
  heartbeat(options?: SessionOptions): Promise<SessionResult>;
}
