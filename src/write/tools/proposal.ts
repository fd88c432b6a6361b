import { randomUUID } from "node:crypto";
import type { Candidate } from "../../domain/candidate.ts";
import { MemoirError } from "../../domain/errors.ts";
import type { Event } from "../../domain/event.ts";
import type { Settings } from "../../domain/settings.ts";
import type { ToolName } from "../../domain/tool-definitions.ts";
import type { SourceRole } from "../../domain/trust.ts";
import type { NewEvent } from "../../store/tables/events.ts";
import type { NewMemory } from "../../store/writes/claim.ts";

/** The event that a claim rests on, as far as deciding needs it. */
export type ClaimSource = Omit<NewEvent, "authorName" | "content">;

/** Fields that a caller of `remember()` sets explicitly. */
export interface RememberOverrides {
  /** A name of the caller's own for it: that key decides what it meets. `null`: what it says decides. */
  readonly key: string | null;
  /** Columns that hold for a memory that is already there, too. */
  readonly statedFields: readonly (keyof NewMemory)[];
  readonly pinned: boolean;
  /** The words held letters that nobody sees; they are kept without those, and a person looks first. */
  readonly hidden: boolean;
  /** A member of a group gives it in chat: what would give power to somebody, or bind the others, waits for a person. */
  readonly byMember: boolean;
  /** A person gives it in chat as a command. Default: false, the application asks for it. */
  readonly inChat?: boolean;
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
export interface ClaimProposal {
  readonly candidate: Candidate;
  readonly role: SourceRole;
  readonly source: ClaimSource;
  /** `null`: nobody asked for it; it was read in an event. */
  readonly overrides: RememberOverrides | null;
  /** Its event was imported from another program. Default: false. */
  readonly imported?: boolean;
  /** The tool through which a model asks for it. Default: none. */
  readonly tool?: ToolName;
  /** The model that read it; `null`: none. */
  readonly model: string | null;
  readonly promptHash: string | null;
}

/** A recorded event as the source of a claim. */
export function sourceOf(event: Event): ClaimSource {
  const { id, type, role, actor, text, platform, session, thread, turn } = event;
  const times = { at: event.at.getTime(), recordedAt: event.recordedAt.getTime() };
  return { id, type, role, actor, text, platform, session, thread, turn, ...times };
}

/** Defaults of most claims: as stated, without a slot, a time or a known memory. */
export const PLAIN_CLAIM = {
  ...{ slot: null, affirmed: true, corrects: false, validFrom: null, expiresAt: null, source: 0 },
  ...{ matches: [], contradicts: [] },
} as const;

/** The event that a call is when no message says so. */
export function ownEvent(
  at: number,
  event: Pick<NewEvent, "type" | "role" | "actor" | "text"> & Partial<NewEvent>,
): NewEvent {
  const nowhere = { content: null, platform: null, session: null, thread: null, turn: null };
  return { id: randomUUID(), ...nowhere, at, recordedAt: at, ...event };
}

/** `done`: what is not done while the settings say so. */
export function checkEnabled({ enable }: Settings, done: "kept" | "remembered" | "written"): void {
  if (enable) return;
  throw new MemoirError(
    "writes_disabled",
    `enable is off in the settings: nothing is ${done}. Switch it on.`,
  );
}
