/** The type of an event. Commands, imports and hand edits are sources too. */
export const EVENT_TYPES = ["message", "tool_result", "system", "command", "import", "edit"] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** The role of its author. */
export const EVENT_ROLES = ["user", "assistant", "tool", "system"] as const;
export type EventRole = (typeof EVENT_ROLES)[number];

/** Something that happened. Append-only: its text changes only by an edit event, by retention or by erasure. */
export interface Event {
  /** The caller's own id, unique in its scope. */
  readonly id: string;
  /** Its place in the scope's order; the order of commit. */
  readonly seq: number;
  readonly type: EventType;
  readonly role: EventRole;
  /** The `author` id, as the caller gave it. */
  readonly actor: string | null;
  readonly text: string;
  /** Structured content: a tool's name, arguments and result. */
  readonly content: Readonly<Record<string, unknown>> | null;
  readonly platform: string | null;
  readonly session: string | null;
  readonly thread: string | null;
  /** The user turn it belongs to; messages of one turn are not independent evidence. */
  readonly turn: string | null;
  /** When it happened. */
  readonly at: Date;
  /** When Memoir made it durable. */
  readonly recordedAt: Date;
  /** When its text was erased by a purge, if it was. */
  readonly erasedAt: Date | null;
  /** When somebody asked to forget what it says: since then it is not recalled. */
  readonly hiddenAt: Date | null;
  /** When its line was taken out of the core: since then it is quoted only where it answers. */
  readonly coreOffAt: Date | null;
}

/** An event for a reader who may not see its words: that it happened, and when. */
export function withoutWords(event: Event): Event {
  return { ...event, text: "", content: null };
}

/**
 * The input of `observe()`. Only `text` (or `content`, or `parts`) is required. A message of OpenAI or of the AI SDK is
 * taken as it is.
 */
export interface EventInput {
  /** Default: a new uuid. Sending an id again records nothing. */
  id?: string;
  /** Default: `"message"`, or `"tool_result"` when the role is `tool`. */
  type?: EventType;
  /** Default: `"user"`. `developer` is a `system` message, `function` one of a `tool`. */
  role?: EventRole | "developer" | "function";
  /** The author's id, which must never change, such as the platform's. Default: the user of a `user:` scope, otherwise none. */
  author?: string;
  /**
   * The author's current display name. It may change at any time: prompts and memories use the newest name of an
   * account, and questions find it under its old names too. Never used to tell people apart. Default: none.
   */
  authorName?: string;
  /** Required unless `content` or `parts` is given. */
  text?: string;
  /**
   * The words as chat SDKs write them, a string or a list of parts; or structured content of your own, an object. Pictures,
   * files and calls of tools are kept as structured content, without the bytes.
   */
  content?: string | readonly unknown[] | object | null;
  /** The parts of the AI SDK's UIMessage. */
  parts?: readonly unknown[];
  /** OpenAI's name of the author: the same as `authorName`. Of a `function` message, the function. */
  name?: string;
  /** OpenAI's calls of tools, and the call that a `tool` message answers. */
  tool_calls?: readonly unknown[];
  tool_call_id?: string;
  platform?: string;
  session?: string;
  thread?: string;
  turn?: string;
  /** Default: now. */
  at?: Date | string | number;
}

/** How a claim was taken from an event. */
export const EVIDENCE_METHODS = ["user_explicit", "rule", "llm_extract"] as const;
export type EvidenceMethod = (typeof EVIDENCE_METHODS)[number];

/** The link from a memory to an event that backs it. */
export interface Evidence {
  readonly eventId: string;
  readonly method: EvidenceMethod;
  /** The least trusted input it was derived from. */
  readonly trust: number;
  /** The words in the event's text that say it: `[start, end)`. */
  readonly span: readonly [number, number] | null;
  readonly model: string | null;
  readonly promptHash: string | null;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
}

/**
 * When a claim is true (`validFrom`, `validTo`) beside when it was known (`revFrom`, `revTo`). A memory has one
 * row and any number of intervals, so that A → B → A is one row with two.
 */
export interface Validity {
  readonly validFrom: Date;
  /** `null` = still true. */
  readonly validTo: Date | null;
  readonly revFrom: number;
  /** `null` = this is what is known now. */
  readonly revTo: number | null;
}
