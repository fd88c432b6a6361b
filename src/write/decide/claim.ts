import { isConfidential, joinedTags } from "../../domain/memory.ts";
import { reinforcedStrength, strengthAt } from "../../domain/strength.ts";
import { type Again, isUsersWord, metStatus, reinforcedConfidence } from "../../domain/trust.ts";
import type { MemoryRow } from "../../store/tables/memories.ts";
import type { NewMemory } from "../../store/writes/claim.ts";
import type { ClaimProposal } from "../tools/proposal.ts";

type Decided =
  | "key"
  | "status"
  | "hearsay"
  | "confidence"
  | "rank"
  | "trust"
  | "ttl_days"
  | "expires_at"
  | "user_id";

/** A proposal as the row it would become, with what was decided about it. */
export function newMemory(
  { candidate, source, overrides }: ClaimProposal,
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
    pinned: overrides?.pinned === true ? 1 : 0,
    agent: overrides?.agent ?? null,
    run: overrides?.run ?? null,
    ...{ created_at: at, updated_at: at, confirmed_at: at, last_activated: at, activation_count: 0 },
    ...{ last_accessed: null, access_count: 0, superseded_by: null, merged_into: null, purge_at: null },
    ...overrides?.columns,
    // Whoever writes by hand chooses among what the gate lets in.
    ...(decided.status === "active" ? {} : { status: decided.status }),
  };
}

/** The change a claim makes to a known memory: confidence, text, lifetime; none where it is only counted. */
export function changesOf(
  before: MemoryRow,
  incoming: NewMemory,
  outcome: Again,
  how: { statedFields: readonly (keyof NewMemory)[]; replaces: boolean; at: number; ceiling: number },
): Partial<MemoryRow> {
  // Nothing that is not trusted changes it, but what one asks to keep from somebody is not quoted as another's word.
  if (outcome === "count") return isConfidential(incoming) ? { hearsay: 0 } : {};
  const { statedFields, replaces, at, ceiling } = how;
  const changes: Partial<MemoryRow> = {
    confidence: reinforcedConfidence(before, incoming.confidence),
    importance: Math.max(before.importance, incoming.importance),
    confirmed_at: at,
    last_activated: at,
    activation_count: before.activation_count + 1,
    strength: reinforcedStrength(
      strengthAt(before.strength, new Date(before.strength_at), new Date(at)),
      ceiling,
    ),
    strength_at: at,
    rank: Math.max(before.rank, incoming.rank),
    trust: Math.max(before.trust, incoming.trust),
    slot: before.slot ?? incoming.slot,
    tags: joinedTags(before.tags, incoming.tags),
    status: metStatus(before, incoming),
    // Words of others are only counted.
    hearsay: 0,
  };
  // Said again against what was to end it: that end is off.
  if (replaces || incoming.expires_at !== null) changes.expires_at = incoming.expires_at;
  Object.assign(changes, Object.fromEntries(statedFields.map((column) => [column, incoming[column]])));
  // A revived memory takes the new text: the old one may have said more. The same holds for a memory that the user
  // admits.
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
