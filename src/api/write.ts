import type { Memory, MemoryType } from "../domain/memory.ts";
import type { WriteOutcome } from "../domain/write-outcome.ts";

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
