import { isUsersWord } from "../../domain/match/trust.ts";
import { type Meeting, metConfidence, metStatus } from "../../domain/meeting.ts";
import { reinforced, strengthAt } from "../../domain/strength.ts";
import { joinedTags } from "../../domain/tags.ts";
import { independentEvidence, linkEvidence } from "../evidence.ts";
import type { MemoryRow } from "../memories.ts";
import type { OpenScope } from "../scopes.ts";
import { unbury } from "../tombstones.ts";
import type { Tx } from "../tx.ts";
import { openInterval } from "../validity.ts";
import { changeMemory } from "./change-memory.ts";
import type { Claim } from "./claim.ts";
import type { WriteContext } from "./context.ts";

/** What a known memory gets from a claim: more evidence, better or other words, another life, or only a count. */
export type Again = Exclude<Meeting, "create"> | "merge";

const EVENT_OF = {
  reinforce: "merged",
  merge: "merged",
  revise: "updated",
  count: "updated",
  revive: "restored",
} as const;

/** The known memory once the claim has met it, with the claim's event as evidence. */
export async function meetAgain(
  tx: Tx,
  scope: OpenScope,
  context: WriteContext,
  claim: Pick<Claim, "memory" | "given" | "evidence" | "validFrom" | "vectors"> & {
    readonly replaces?: readonly string[];
  },
  before: MemoryRow,
  outcome: Again,
  event: number,
): Promise<MemoryRow> {
  const { memory: incoming } = claim;
  const { at } = context;
  await linkEvidence(tx, scope, { ...claim.evidence, memory: before.id, event });
  const after: MemoryRow = { ...before };
  if (outcome !== "count") {
    after.confidence = metConfidence(before, incoming.confidence);
    after.importance = Math.max(before.importance, incoming.importance);
    after.confirmed_at = at;
    after.last_activated = at;
    after.activation_count = before.activation_count + 1;
    after.strength = reinforced(strengthAt(before.strength, new Date(before.strength_at), new Date(at)));
    after.strength_at = at;
    after.rank = Math.max(before.rank, incoming.rank);
    after.trust = Math.max(before.trust, incoming.trust);
    after.slot = before.slot ?? incoming.slot;
    after.tags = joinedTags(before.tags, incoming.tags);
    after.status = metStatus(before, incoming.status);
    // Said again against what was to end it: that end is off.
    const stays = (claim.replaces ?? []).length > 0;
    if (stays || incoming.expires_at !== null) after.expires_at = incoming.expires_at;
    Object.assign(after, Object.fromEntries((claim.given ?? []).map((column) => [column, incoming[column]])));
  }
  // What is so again is so in the words of now: the old ones may have said more.
  if (outcome === "merge" || outcome === "revise" || outcome === "revive") after.text = incoming.text;
  if (outcome === "revise" || outcome === "revive") {
    after.confidence = incoming.confidence;
    after.expires_at = incoming.expires_at;
    after.ttl_days = incoming.ttl_days;
  }
  // Other words of a tool's are let in anew, whoever let in the old ones.
  if (outcome === "revise" && !isUsersWord(claim.evidence.trust)) after.status = incoming.status;
  if (outcome === "revive") {
    after.status = incoming.status;
    after.purge_at = null;
    after.superseded_by = null;
  }
  after.evidence_count = await independentEvidence(tx, scope, after);
  const changed = await changeMemory(tx, scope, context, {
    before,
    after,
    event: EVENT_OF[outcome],
    vectors: after.text === before.text ? undefined : claim.vectors,
    evidence: event,
  });
  if (outcome === "revive") {
    await openInterval(tx, scope, before.id, claim.validFrom, changed.rev);
    await unbury(tx, scope, before);
    await unbury(tx, scope, changed);
  }
  return changed;
}
