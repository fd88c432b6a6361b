import { MemoirError } from "../../domain/errors.ts";
import { reachedLimit } from "../../domain/limits.ts";
import { averagedConfidence } from "../../domain/meeting.ts";
import type { Settings } from "../../domain/settings.ts";
import { reinforced, strengthAt } from "../../domain/strength.ts";
import { type DecisionRow, logDecisions } from "../decisions.ts";
import { appendEvents, type NewEvent } from "../events.ts";
import { evictable } from "../evictable.ts";
import { type EvidenceRow, independentEvidence, isLinked, linkEvidence } from "../evidence.ts";
import { findMemory, findMemoryByKey, type MemoryRow } from "../memories.ts";
import type { OpenScope } from "../scopes.ts";
import { tombstonedAt, unbury } from "../tombstones.ts";
import type { Tx } from "../tx.ts";
import { firstInterval, openInterval } from "../validity.ts";
import type { NewVector } from "../vectors.ts";
import { noteWrites, usedWrites } from "../write-counts.ts";
import { changeMemory } from "./change-memory.ts";
import { inScope, type WriteContext } from "./context.ts";
import { freeId, type NewMemory } from "./persist.ts";
import { supersede } from "./supersede.ts";

type WritePolicy = Settings["writePolicy"];

/** What becomes of one candidate, as matching and the gate have decided. Plain data. */
export interface Claim {
  outcome: "create" | "reinforce" | "merge" | "revive" | "count" | "supersede" | "coexist";
  /** The row it becomes, where it becomes one. */
  memory: NewMemory;
  /** The known memory that it meets. */
  target: string | null;
  /** Columns the caller set on purpose: they hold for a claim that is already there, too. */
  given?: (keyof NewMemory)[];
  /** Memories that are no longer so once it stands. */
  replaces: string[];
  /** The event it came from; `null` = the one that is recorded with it. */
  source: { seq: number; recordedAt: number } | null;
  evidence: Omit<EvidenceRow, "memory" | "event">;
  /** The turn it was said in, for the limits. */
  turn?: string | null;
  /** Whether it may move what the memory it meets is worth. */
  moves: boolean;
  validFrom: number;
  vectors: NewVector[];
  /** For the decision log. */
  decision: Pick<DecisionRow, "stage" | "reason" | "hash">;
}

/** A candidate that nothing came of, for the log. */
export type Refusal = Omit<DecisionRow, "at" | "memory" | "policy">;

export interface ApplyArgs extends WriteContext {
  /** The scope's revision that matching saw: if it moved, nothing is written and matching runs again. */
  ifRev: number;
  /** The events that were read; `null` when none were. */
  watermark: { from: number; to: number } | null;
  /** A command that is its own source (C27). */
  event: NewEvent | null;
  claims: Claim[];
  refusals: Refusal[];
  /** The policy's version. */
  policy: number;
  /** How much may be written (R24, R69, R287); absent for what a user asks for on purpose. */
  limits?: WritePolicy | undefined;
}

export interface Applied {
  /** In the order of the claims; `null` where nothing was written. */
  memories: (MemoryRow | null)[];
  outcomes: string[];
  reasons: string[];
}

/** Everything that came of some events, with the watermark that says they were read: one transaction (C14, C15). */
export function apply(tx: Tx, args: ApplyArgs): Promise<Applied> {
  return inScope(tx, args, async (scope) => {
    const { watermark } = args;
    if (scope.rev !== args.ifRev || (watermark !== null && scope.extractedSeq !== watermark.from)) {
      throw new MemoirError("conflict", "The scope changed while its events were read. Read them again.", {
        details: { stale: true },
      });
    }
    const command = args.event === null ? null : await recorded(tx, scope, args.event);
    const memories: (MemoryRow | null)[] = [];
    const decisions: DecisionRow[] = [];
    for (const claim of args.claims) {
      const source = claim.source ?? command!;
      const { row, outcome, reason } = await one(tx, scope, args, claim, source);
      memories.push(row);
      decisions.push({
        ...claim.decision,
        ...(reason === undefined ? {} : { reason, stage: "gate" as const }),
        seq: source.seq,
        outcome,
        memory: row?.id ?? claim.target,
        policy: args.policy,
        at: args.at,
      });
    }
    for (const refusal of args.refusals) {
      decisions.push({ ...refusal, memory: null, policy: args.policy, at: args.at });
    }
    if (args.audit) await logDecisions(tx, scope, decisions);
    if (watermark !== null) {
      await tx.run("update scope set extracted_seq = $3 where tenant = $1 and num = $2", [
        scope.tenant,
        scope.num,
        watermark.to,
      ]);
    }
    const own = decisions.slice(0, memories.length);
    return {
      memories,
      outcomes: own.map(({ outcome }) => outcome),
      reasons: own.map(({ reason }) => reason),
    };
  });
}

interface Source {
  seq: number;
  recordedAt: number;
}

async function recorded(tx: Tx, scope: OpenScope, event: NewEvent): Promise<Source> {
  await appendEvents(tx, scope, [event]);
  return { seq: scope.seq, recordedAt: event.recordedAt };
}

async function one(
  tx: Tx,
  scope: OpenScope,
  args: ApplyArgs,
  claim: Claim,
  source: Source,
): Promise<{ row: MemoryRow | null; outcome: string; reason?: string }> {
  const { outcome } = claim;
  const { tenant, num } = scope;
  const known = claim.target === null ? undefined : await findMemory(tx, tenant, num, claim.target);
  const taken = await findMemoryByKey(tx, tenant, num, claim.memory.key);
  // Read before: whatever came of it then stands (R300).
  for (const row of [known, taken]) {
    if (row !== undefined && (await isLinked(tx, scope, row.id, source.seq)))
      return { row, outcome: "known" };
  }
  // Forgotten after it was said: only saying it again brings it back (C18).
  const buried = await tombstonedAt(tx, scope, claim.memory);
  if (buried !== null && buried >= source.recordedAt) {
    return { row: null, outcome: "forgotten", reason: "it was forgotten after it was said" };
  }
  if (outcome === "reinforce" || outcome === "merge" || outcome === "revive" || outcome === "count") {
    const known =
      claim.target === null ? undefined : await findMemory(tx, scope.tenant, scope.num, claim.target);
    if (known !== undefined) {
      const row = await meetAgain(tx, scope, args, claim, known, outcome, source);
      await supersede(tx, scope, args, claim.replaces, row, args.at);
      return { row, outcome };
    }
  }
  // A key that a forgotten or disabled memory has is not given out again: that row is the one that is meant.
  if (taken !== undefined) {
    const again = taken.status === "disabled" ? "count" : taken.status === "active" ? "reinforce" : "revive";
    const row = await meetAgain(tx, scope, args, claim, taken, again, source);
    await supersede(tx, scope, args, claim.replaces, row, args.at);
    return { row, outcome: again };
  }
  const limit = await noRoom(tx, scope, args, claim);
  if (limit !== null) return { row: null, outcome: "limited", reason: limit };
  const row = await create(tx, scope, args, claim, source);
  await supersede(tx, scope, args, claim.replaces, row, args.at);
  return { row, outcome };
}

/** Why there is no room for one more memory; `null` when there is, or when one that matters less has made some. */
async function noRoom(
  tx: Tx,
  scope: OpenScope,
  args: ApplyArgs,
  { memory, turn }: Claim,
): Promise<string | null> {
  const { limits, at } = args;
  if (limits === undefined) return null;
  const place = { session: memory.session, turn: turn ?? null };
  const used = await usedWrites(tx, scope, { ...place, hourFrom: at - HOUR, dayFrom: at - DAY });
  const reached = reachedLimit(used, limits);
  if (reached !== null) return reached.reason;
  const room = await evictable(tx, scope, limits.maxItemsPerScope, at, memory.status);
  if (room.full && room.evict === null)
    return `the scope holds ${limits.maxItemsPerScope} memories that matter more`;
  if (room.evict !== null) {
    const before = await findMemory(tx, scope.tenant, scope.num, room.evict);
    if (before !== undefined) {
      const after: MemoryRow = { ...before, status: "archived" };
      await changeMemory(
        tx,
        scope,
        { ...args, reason: "evicted: the scope is full" },
        { before, after, event: "updated" },
      );
    }
  }
  await noteWrites(tx, scope, { ...place, at, writes: 1 });
  return null;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

async function create(
  tx: Tx,
  scope: OpenScope,
  args: ApplyArgs,
  claim: Claim,
  source: Source,
): Promise<MemoryRow> {
  const id = await freeId(tx, scope, claim.memory.id);
  const created = await changeMemory(tx, scope, args, {
    before: null,
    after: { ...claim.memory, id, evidence_count: 1, rev: 0, terms: "" },
    event: "created",
    vectors: claim.vectors,
    evidence: source.seq,
  });
  await linkEvidence(tx, scope, { ...claim.evidence, memory: id, event: source.seq });
  await firstInterval(tx, scope, id, claim.validFrom, created.rev);
  await unbury(tx, scope, created);
  return created;
}

async function meetAgain(
  tx: Tx,
  scope: OpenScope,
  args: ApplyArgs,
  claim: Claim,
  before: MemoryRow,
  outcome: "reinforce" | "merge" | "revive" | "count",
  source: Source,
): Promise<MemoryRow> {
  const { memory: incoming } = claim;
  const { at } = args;
  await linkEvidence(tx, scope, { ...claim.evidence, memory: before.id, event: source.seq });
  const after: MemoryRow = {
    ...before,
    evidence_count: await independentEvidence(tx, scope, before.id),
  };
  if (outcome !== "count" && claim.moves) {
    after.confidence = averagedConfidence(before.confidence, before.evidence_count, incoming.confidence, 1);
    after.importance = Math.max(before.importance, incoming.importance);
    after.confirmed_at = at;
    after.last_activated = at;
    after.activation_count = before.activation_count + 1;
    after.strength = reinforced(strengthAt(before.strength, new Date(before.strength_at), new Date(at)));
    after.strength_at = at;
    after.rank = Math.max(before.rank, incoming.rank);
    after.trust = Math.max(before.trust, incoming.trust);
    after.slot = before.slot ?? incoming.slot;
    // What waited for a better word has it now.
    if (before.status === "shadow" && incoming.status === "active") after.status = "active";
    if (incoming.expires_at !== null) after.expires_at = incoming.expires_at;
  }
  if (outcome !== "count") {
    Object.assign(after, Object.fromEntries((claim.given ?? []).map((column) => [column, incoming[column]])));
  }
  if (outcome === "merge" && claim.moves) after.text = incoming.text;
  if (outcome === "revive" && claim.moves) {
    after.status = incoming.status;
    after.confidence = incoming.confidence;
    after.expires_at = incoming.expires_at;
    after.ttl_days = incoming.ttl_days;
    after.purge_at = null;
    after.superseded_by = null;
  }
  const changed = await changeMemory(tx, scope, args, {
    before,
    after,
    event: outcome === "revive" ? "restored" : outcome === "count" ? "updated" : "merged",
    vectors: after.text === before.text ? undefined : claim.vectors,
    evidence: source.seq,
  });
  if (outcome === "revive" && claim.moves) {
    await openInterval(tx, scope, before.id, claim.validFrom, changed.rev);
    await unbury(tx, scope, changed);
  }
  return changed;
}
