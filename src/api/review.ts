import type { Event } from "../domain/event.ts";
import type { Memory, WaitingStatus } from "../domain/memory.ts";
import type { QuotedEvidence } from "./memories.ts";
import type { PageOptions } from "./page.ts";
import type { Proposal } from "./profile.ts";

/** A memory that waits for a person. */
export interface WaitingMemory {
  readonly kind: "memory";
  /** What approving does: lets it in, or forgets an active one because a model's tool asks for it. */
  readonly asks: "keep" | "forget";
  readonly scope: string;
  readonly memory: Memory;
  /** Why it waits, in the gate's words; `null` where nothing is on record. */
  readonly reason: string | null;
  readonly evidence: readonly QuotedEvidence[];
  /** What is no longer so once it is approved. */
  readonly replaces: readonly Memory[];
}

/** A change of the profile that waits for the user's consent, or for a second signal. */
export interface WaitingProposal {
  readonly kind: "profile";
  readonly scope: string;
  readonly proposal: Proposal;
  /** The events that say so. */
  readonly events: readonly Event[];
}

export type Waiting = WaitingMemory | WaitingProposal;

export interface ReviewOptions extends PageOptions {
  /** `"pending"`: memories that need approval, and the profile's proposals. `"shadow"`: what is only kept apart. Default: both. */
  status?: WaitingStatus;
}
