/** What kind of happening an event records. Commands, imports and hand edits are sources too (C27). */
export const EVENT_TYPES = ["message", "tool_result", "system", "command", "import", "edit"] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Who produced it (R6). */
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
  /** Who said it: a platform account id or a name, as the caller gave it. */
  readonly actor: string | null;
  readonly text: string;
  /** Structured content: a tool's name, arguments and result. */
  readonly content: Readonly<Record<string, unknown>> | null;
  readonly platform: string | null;
  readonly session: string | null;
  readonly thread: string | null;
  /** The user turn it belongs to; messages of one turn are not independent evidence (C31). */
  readonly turn: string | null;
  /** When it happened. */
  readonly at: Date;
  /** When Memoir made it durable. */
  readonly recordedAt: Date;
  /** When its text was erased by a purge, if it was. */
  readonly erasedAt: Date | null;
  /** When somebody asked to forget what it says: since then it is not recalled. */
  readonly hiddenAt: Date | null;
}

/** What `observe()` takes. Only `text` (or `content`) is required. */
export interface EventInput {
  /** Default: a new uuid. Sending an id again records nothing. */
  id?: string;
  /** Default: `"message"`, or `"tool_result"` when the role is `tool`. */
  type?: EventType;
  /** Default: `"user"`. */
  role?: EventRole;
  /** Who said it. Store platform ids here; names are looked up only for prompts (R79). */
  author?: string;
  /** Required unless `content` is given. */
  text?: string;
  content?: Record<string, unknown>;
  platform?: string;
  session?: string;
  thread?: string;
  turn?: string;
  /** Default: now. */
  at?: Date | string | number;
}
