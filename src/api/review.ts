import type { Event } from "../domain/event.ts";
import type { Memory, WaitingStatus } from "../domain/memory.ts";
import type { QuotedEvidence } from "./memories.ts";
import type { PageOptions } from "./options.ts";
import type { Proposal } from "./profile.ts";

/** A memory that waits for review. */
export interface WaitingMemory {
  readonly kind: "memory";
  /** Effect of an approval: activate the memory, or forget an active one as a model's tool asked. */
  readonly asks: "keep" | "forget";
  readonly scope: string;
  readonly memory: Memory;
  /** Why it waits; `null` if no reason was recorded. */
  readonly reason: string | null;
  readonly evidence: readonly QuotedEvidence[];
  /** Memories that an approval supersedes. */
  readonly replaces: readonly Memory[];
}

/** A profile change that waits for consent or a second signal. */
export interface WaitingProposal {
  readonly kind: "profile";
  readonly scope: string;
  readonly proposal: Proposal;
  /** The events that support it. */
  readonly events: readonly Event[];
}

export type Waiting = WaitingMemory | WaitingProposal;

export interface ReviewOptions extends PageOptions {
  /** `"pending"`: memories that need approval, and profile proposals. `"shadow"`: memories that are only recorded. Default: both. */
  status?: WaitingStatus;
}
