import type { WriteOutcome } from "../domain/change.ts";
import type { Memory, MemoryStatus, MemoryType } from "../domain/memory.ts";

export interface ObserveResult {
  recorded: number;
  duplicates: number;
  /** Number of passages that were removed or masked before storing. */
  redacted: number;
  /** The scope's last event number after this call. */
  seq: number;
}

/** Options of `remember()`. */
export interface RememberOptions {
  /** A stable key; a new text under the same key replaces the old one. Default: derived from the text. */
  key?: string;
  /** Default: the category of the type, else `"profile"`. */
  category?: string;
  /** Default: the type of the category. */
  type?: MemoryType;
  tags?: readonly string[];
  /** 0–1. Default: 0.5. */
  importance?: number;
  /** 0–1. Default: 1. */
  confidence?: number;
  /** Default: false. */
  pinned?: boolean;
  /** When the memory expires, such as a due date. Default: never. */
  expiresAt?: Date | string | number;
  /** Since when the claim is true. Default: now. */
  validFrom?: Date | string | number;
  /** The person or thing it is about. Default: the scope's user. */
  subject?: string;
  /** The author. Default: the handle's actor. */
  author?: string;
  session?: string;
  run?: string;
  platform?: string;
  /** Id of the command event. Repeating an id changes nothing. Default: a new UUID. */
  eventId?: string;
  /** Custom JSON data, stored and returned with the command event. Default: none. */
  metadata?: Record<string, unknown>;
}

/** Result of `remember()`. */
export interface Remembered {
  /** The new memory, or the existing one that the claim matched. */
  readonly memory: Memory;
  /** Outcome of the claim: `added`, `reinforced`, `superseded`, `waiting`, … */
  readonly outcome: WriteOutcome;
}

export interface WriteEntry {
  readonly outcome: WriteOutcome;
  /** Text of the candidate; for a message without one, its first 1,000 characters. */
  readonly text: string;
  readonly reason: string;
  /** The caller's id of the source event. */
  readonly eventId: string;
  /** The resulting memory; `null` if the candidate was rejected or ignored. */
  readonly memory: Memory | null;
  /** Ids of the memories that it supersedes. */
  readonly replaced: readonly string[];
}

/** Report of an extraction, for people to read. */
export interface WriteReport {
  /** Number of events that were read. */
  readonly events: number;
  readonly entries: readonly WriteEntry[];
}

/** A memory as it would be made. */
export type DraftMemory = Pick<
  Memory,
  "text" | "key" | "kind" | "type" | "category" | "tags" | "status" | "subject" | "confidence" | "importance"
>;

/** The result for one claim, or for a message without one. */
export interface PreviewEntry {
  readonly outcome: WriteOutcome;
  /** The claim's words; of a message that holds none, its first 1,000 characters. */
  readonly text: string;
  readonly reason: string;
  /** Which message it is from, counted from 0. */
  readonly message: number;
  /** `null` where no new memory would be made. */
  readonly memory: DraftMemory | null;
  /** The known memory that it meets; `null` = it meets none. */
  readonly meets: Memory | null;
  /** Known memories that would be replaced. */
  readonly replaces: readonly Memory[];
}

export interface Preview {
  /** The messages as they would be stored, with what must not be kept masked. */
  readonly texts: readonly string[];
  /** How many pieces were cut or masked. */
  readonly redacted: number;
  readonly entries: readonly PreviewEntry[];
}

/**
 * The memories to forget: one by id or key, or all whose text holds every word of `about`. Or one message by the id of its
 * event: it is kept, and quoted no more, until its batch is undone; `events.remove()` erases it.
 */
export type ForgetTarget =
  | { readonly id: string }
  | { readonly key: string }
  | { readonly message: string }
  | {
      readonly about: string /** Only say what would be forgotten. Default: false. */;
      readonly dryRun?: boolean;
    };

export interface ForgetOptions {
  /** Erase permanently, including history, events and log files. Default: false; restorable for 30 days. */
  hard?: boolean;
  /**
   * With `hard`: also remove it from every other message of the scope that repeats it, such as the bot's replies.
   * Default: false.
   */
  includeRepetitions?: boolean;
  /** @deprecated Use `includeRepetitions`. */
  echoes?: boolean;
  /** Only memories with one of these statuses. Default: all except forgotten ones; with `hard`, all. */
  statuses?: readonly MemoryStatus[];
  /** `false`: memories that a forgotten one had superseded do not become current again. Default: true. */
  bringBack?: boolean;
  /** Reason, recorded in the history. Default: `"forget"`. */
  reason?: string;
  /** Batch id of your own, to group several calls. Default: a new batch with `about`, otherwise none. */
  batch?: string;
  signal?: AbortSignal;
}

export interface ForgetResult {
  readonly found: boolean;
  /** The memories that were forgotten, or would be. After a hard forget: their last state. */
  readonly memories: readonly Memory[];
  /** Pass it to `memories.undoBatch()` to undo. `null` if there is no batch, the forget was hard, or nothing was found. */
  readonly batch: string | null;
  /** Ids of messages that are no longer quoted, each as a whole, or would be; of a hard forget those too that lost words. */
  readonly hidden: readonly string[];
  /** Ids of memories that the forgotten ones had superseded and that are current again. */
  readonly restored: readonly string[];
  /**
   * Ids of memories that the forgotten ones had superseded and that did not come back: they were forgotten or disabled
   * themselves, their time is over, or another memory contradicts them. Pass them to `memories.restore()` if they are true.
   */
  readonly replaced: readonly string[];
}
