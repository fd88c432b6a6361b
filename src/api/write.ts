import type { Memory, MemoryType } from "../domain/memory.ts";
import type { WriteOutcome } from "../domain/write-outcome.ts";

export interface ObserveResult {
  recorded: number;
  duplicates: number;
  /** How many pieces of the messages were cut or masked before anything was stored (R328). */
  redacted: number;
  /** The scope's last place after this call. */
  seq: number;
}

/** Options of `remember()`. */
export interface RememberOptions {
  /** A stable name of your own; new text under it replaces the old (R219). Default: made from the text. */
  key?: string;
  /** Default: what the type is called, else `"profile"`. */
  category?: string;
  /** Default: what the category stands for (C4). */
  type?: MemoryType;
  tags?: readonly string[];
  /** 0–1. Default: 0.5. */
  importance?: number;
  /** 0–1. Default: 1: the user said so. */
  confidence?: number;
  /** Default: false. */
  pinned?: boolean;
  /** A fixed end, such as a due date. Default: none. */
  expiresAt?: Date | string | number;
  /** When the claim began to be true. Default: now. */
  validFrom?: Date | string | number;
  /** Whom it is about. Default: the scope's own user. */
  subject?: string;
  /** Who said it. Default: the handle's actor. */
  author?: string;
  session?: string;
  run?: string;
  platform?: string;
  /** The id of the command event that backs it; the same id again changes nothing. Default: a new uuid. */
  eventId?: string;
  /** Anything of your own, as JSON; kept with the command event, and returned with it. Default: none. */
  metadata?: Record<string, unknown>;
}

/** What `remember()` came to. */
export interface Remembered {
  /** The memory as it is now: a new one, or the known one that the claim met. */
  readonly memory: Memory;
  /** What became of the claim: `added`, `reinforced`, `superseded`, `waiting`, … */
  readonly outcome: WriteOutcome;
}

export interface WriteEntry {
  readonly outcome: WriteOutcome;
  /** The candidate's words; of a message that held none, its first 1,000 characters. */
  readonly text: string;
  readonly reason: string;
  /** The event it came from, by the caller's own id. */
  readonly eventId: string;
  /** The memory it led to; `null` when it was refused or ignored. */
  readonly memory: Memory | null;
  /** Ids of memories that are no longer so. */
  readonly replaced: readonly string[];
}

/** What a reading of events came to, for a person to read. */
export interface WriteReport {
  /** How many events were read. */
  readonly events: number;
  readonly entries: readonly WriteEntry[];
}
