import { randomUUID } from "node:crypto";
import type { Candidate } from "../../domain/candidate.ts";
import { MemoirError } from "../../domain/errors.ts";
import type { Event } from "../../domain/event.ts";
import { joinedTags } from "../../domain/memory.ts";
import type { Settings } from "../../domain/settings.ts";
import { reinforced, strengthAt } from "../../domain/strength.ts";
import type { ToolName } from "../../domain/tool-definitions.ts";
import { type Again, isUsersWord, metConfidence, metStatus, type SourceRole } from "../../domain/trust.ts";
import type { NewEvent } from "../../store/tables/events.ts";
import type { MemoryRow } from "../../store/tables/memories.ts";
import type { NewMemory } from "../../store/writes/claim.ts";

/** The event that a claim rests on, as far as deciding needs it. */
export type ClaimSource = Omit<NewEvent, "authorName" | "content">;

/** Fields that a caller of `remember()` sets explicitly. */
export interface RememberOverrides {
  /** A name of the caller's own for it: that key decides what it meets. `null`: what it says decides. */
  readonly key: string | null;
  /** Columns that hold for a memory that is already there, too. */
  readonly given: readonly (keyof NewMemory)[];
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
  readonly asked: RememberOverrides | null;
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

type Decided = "key" | "status" | "confidence" | "rank" | "trust" | "ttl_days" | "expires_at" | "user_id";

/** A proposal as the row it would become, with what was decided about it. */
export function newMemory(
  { candidate, source, asked }: ClaimProposal,
  { tags, at, ...decided }: Pick<NewMemory, Decided> & { tags: readonly string[]; at: number },
): NewMemory {
  const { text, kind, type, category, subject, slot, importance, affirmed } = candidate;
  const { actor, role, thread, session, platform } = source;
  return {
    ...{ ...decided, text, kind, type, category, subject, slot, importance },
    ...{ actor, role, thread, session, platform },
    tags: JSON.stringify([...new Set(tags)]),
    affirmed: affirmed ? 1 : 0,
    // A memory is born as alive as it is important.
    strength: importance,
    strength_at: at,
    pinned: asked?.pinned === true ? 1 : 0,
    agent: asked?.agent ?? null,
    run: asked?.run ?? null,
    ...{ created_at: at, updated_at: at, confirmed_at: at, last_activated: at, activation_count: 0 },
    ...{ last_accessed: null, access_count: 0, superseded_by: null, merged_into: null, purge_at: null },
    ...asked?.columns,
    // Whoever writes by hand chooses among what the gate lets in.
    ...(decided.status === "active" ? {} : { status: decided.status }),
  };
}

/** The change a claim makes to a known memory: confidence, text, lifetime; none where it is only counted. */
export function changesOf(
  before: MemoryRow,
  incoming: NewMemory,
  outcome: Again,
  how: { given: readonly (keyof NewMemory)[]; replaces: boolean; at: number; ceiling: number },
): Partial<MemoryRow> {
  if (outcome === "count") return {};
  const { given, replaces, at, ceiling } = how;
  const changes: Partial<MemoryRow> = {
    confidence: metConfidence(before, incoming.confidence),
    importance: Math.max(before.importance, incoming.importance),
    confirmed_at: at,
    last_activated: at,
    activation_count: before.activation_count + 1,
    strength: reinforced(strengthAt(before.strength, new Date(before.strength_at), new Date(at)), ceiling),
    strength_at: at,
    rank: Math.max(before.rank, incoming.rank),
    trust: Math.max(before.trust, incoming.trust),
    slot: before.slot ?? incoming.slot,
    tags: joinedTags(before.tags, incoming.tags),
    status: metStatus(before, incoming),
  };
  // Said again against what was to end it: that end is off.
  if (replaces || incoming.expires_at !== null) changes.expires_at = incoming.expires_at;
  Object.assign(changes, Object.fromEntries(given.map((column) => [column, incoming[column]])));
  // A revived memory takes the new text: the old one may have said more. The same holds for a memory that the user
  // admits (S5).
  const letIn = before.status === "pending" && changes.status === "active";
  if (outcome !== "reinforce" || letIn) changes.text = incoming.text;
  if (letIn) changes.role = incoming.role;
  if (outcome === "revise" || outcome === "revive") {
    changes.confidence = incoming.confidence;
    changes.expires_at = incoming.expires_at;
    // How long it lives goes by its type, which it keeps unless another is given.
    if (incoming.type === (changes.type ?? before.type)) changes.ttl_days = incoming.ttl_days;
  }
  // New text from a tool must be admitted again, whoever admitted the old one.
  if (outcome === "revise" && !isUsersWord(incoming.trust)) changes.status = incoming.status;
  if (outcome === "revive")
    Object.assign(changes, { status: incoming.status, purge_at: null, superseded_by: null });
  return changes;
}
