import type { Candidate } from "../domain/candidate.ts";
import type { Event } from "../domain/event.ts";
import type { SourceRole } from "../domain/trust.ts";
import type { NewEvent } from "../store/events.ts";
import type { NewMemory } from "../store/writes/claim.ts";

/** The event that a claim rests on, as far as deciding needs it. */
export type ClaimSource = Omit<NewEvent, "authorName" | "content">;

/** What somebody who asks for a claim to be kept sets on purpose. */
export interface Asked {
  /** A name of the caller's own for it: that key decides what it meets (R219). `null`: what it says decides. */
  readonly key: string | null;
  /** Columns that hold for a memory that is already there, too. */
  readonly given: readonly (keyof NewMemory)[];
  readonly pinned: boolean;
  /** The words held letters that nobody sees; they are kept without those, and a person looks first. */
  readonly hidden: boolean;
  /** A member of a group gives it in chat: what would give power to somebody, or bind the others, waits for a person. */
  readonly byMember: boolean;
  readonly agent: string | null;
  readonly run: string | null;
  /** Columns that a hand edit sets as they are, of a new memory and of a known one. Default: none. */
  readonly columns?: Partial<NewMemory>;
  /** Its event was made for it, under an id that nobody else knows. Default: false. */
  readonly ownEvent?: boolean;
  /** The id that a new memory is to have. Default: any. */
  readonly id?: string | undefined;
}

/** A claim on its way in, whoever proposes it: what it says, whose word it is, and the event that says so. */
export interface Proposal {
  readonly candidate: Candidate;
  readonly role: SourceRole;
  readonly source: ClaimSource;
  /** `null`: nobody asked for it; it was read in an event. */
  readonly asked: Asked | null;
  /** What read it; `null`: no model did. */
  readonly model: string | null;
  readonly promptHash: string | null;
}

/** A recorded event as the source of a claim. */
export function sourceOf(event: Event): ClaimSource {
  const { id, type, role, actor, text, platform, session, thread, turn } = event;
  const times = { at: event.at.getTime(), recordedAt: event.recordedAt.getTime() };
  return { id, type, role, actor, text, platform, session, thread, turn, ...times };
}
