import type { DecisionEntry } from "../domain/change.ts";
import type { Event } from "../domain/event.ts";
import type { Memory } from "../domain/memory.ts";
import type { Wait } from "../domain/waiting-reason.ts";

/** A decision about a message, and the memory that it led to. */
export interface MessageOutcome extends DecisionEntry {
  /** As it is now; `null` where there is none. */
  readonly memory: Memory | null;
}

/** An event of a conversation with what became of it. */
export interface ConversationEntry {
  readonly event: Event;
  /** Oldest first. Empty until it is read, and where `audit` is off. */
  readonly outcomes: readonly MessageOutcome[];
  /** What it still waits for; `null`: it was read, and nobody has to decide anything. */
  readonly waits: Wait | null;
  /** Whether `context(event.id)` says what the model knew when it said this. */
  readonly hasContext: boolean;
}
