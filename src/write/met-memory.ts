import { joinedTags } from "../domain/memory.ts";
import { reinforced, strengthAt } from "../domain/strength.ts";
import { type Again, isUsersWord, metConfidence, metStatus } from "../domain/trust.ts";
import type { MemoryRow } from "../store/memories.ts";
import type { NewMemory } from "../store/writes/claim.ts";

/** What a known memory gets from a claim: surer, other words, another life; nothing where it is only counted. */
export function changesOf(
  before: MemoryRow,
  incoming: NewMemory,
  outcome: Again,
  {
    given,
    replaces,
    at,
    ceiling,
  }: { given: readonly (keyof NewMemory)[]; replaces: boolean; at: number; ceiling: number },
): Partial<MemoryRow> {
  if (outcome === "count") return {};
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
  // What is so again is so in the words of now: the old ones may have said more. So is what the user lets in (S5).
  const letIn = before.status === "pending" && changes.status === "active";
  if (outcome !== "reinforce" || letIn) changes.text = incoming.text;
  if (letIn) changes.role = incoming.role;
  if (outcome === "revise" || outcome === "revive") {
    changes.confidence = incoming.confidence;
    changes.expires_at = incoming.expires_at;
    // How long it lives goes by its type, which it keeps unless another is given.
    if (incoming.type === (changes.type ?? before.type)) changes.ttl_days = incoming.ttl_days;
  }
  // Other words of a tool's are let in anew, whoever let in the old ones.
  if (outcome === "revise" && !isUsersWord(incoming.trust)) changes.status = incoming.status;
  if (outcome === "revive")
    Object.assign(changes, { status: incoming.status, purge_at: null, superseded_by: null });
  return changes;
}
