import { MemoirError } from "../../domain/errors.ts";
import { isUsersWord, movesConfidence } from "../../domain/match/trust.ts";
import { type Meeting, meet } from "../../domain/meeting.ts";
import { candidateHash, isDecided, logDecisions } from "../decisions.ts";
import { appendEvents, findEvent, type NewEvent } from "../events.ts";
import { type EvidenceRow, isLinked } from "../evidence.ts";
import { findMemoryByKey, type MemoryRow, statusAt } from "../memories.ts";
import type { OpenScope } from "../scopes.ts";
import { tombstonedAt } from "../tombstones.ts";
import type { Tx } from "../tx.ts";
import type { NewVector } from "../vectors.ts";
import type { NewMemory } from "./claim.ts";
import { inScope, refuseOutside, type WriteContext } from "./context.ts";
import { createMemory } from "./create-memory.ts";
import { meetAgain } from "./meet-again.ts";

export interface PersistArgs extends WriteContext {
  /** The event that backs the claim; recorded in the same transaction (C27). */
  event: NewEvent;
  memory: NewMemory;
  /** Columns the caller set on purpose: they hold for a claim that is already there, too. */
  given: (keyof NewMemory)[];
  /** The key is the caller's own, so new words under it replace the old ones. */
  ownKey: boolean;
  /** What the gate said of it, and the policy's version, for the decision log. */
  admitted: string;
  policy: number;
  evidence: Omit<EvidenceRow, "memory" | "event">;
  validFrom: number;
  /** The scope's revision that matching saw; if it moved, nothing is written. `null`: whatever it is. */
  ifScopeRev?: number | null;
  /** Vectors of the text; none when the embedder could not answer in time. */
  vectors: NewVector[];
}

export interface PersistResult {
  memory: MemoryRow;
  /** `known`: the same event has said it before. */
  meeting: Meeting | "known";
}

/**
 * One claim with its event, evidence, interval, history and full text. Meeting what the scope already has happens
 * here, under the scope's lock, so that two writers never make a duplicate.
 */
export function persist(tx: Tx, args: PersistArgs): Promise<PersistResult> {
  return inScope(tx, args, async (scope) => {
    if (args.ifScopeRev != null && scope.rev !== args.ifScopeRev) {
      throw new MemoirError("conflict", "The scope changed meanwhile. Match again.", {
        details: { stale: true },
      });
    }
    const existing = await findMemoryByKey(tx, scope.tenant, scope.num, args.memory.key);
    if (!isUsersWord(args.evidence.trust)) await refuseWeak(tx, scope, args, existing);
    const { source, span } = await recordOnce(tx, scope, args);
    const evidence = { ...args.evidence, ...span };
    if (existing === undefined) {
      const memory = await createMemory(tx, scope, args, { ...args, evidence }, source);
      await logMeeting(tx, scope, args, source, memory, "create", "asked to remember; its key is new");
      return { memory, meeting: "create" };
    }

    refuseOutside(args, existing.category);
    // The same event again is not new evidence (R300).
    if (await isLinked(tx, scope, existing.id, source)) return { memory: existing, meeting: "known" };
    const awake = { ...existing, status: statusAt(existing, args.at) };
    const meeting = movesConfidence(args.evidence.trust, existing.trust)
      ? meet(awake, { text: args.memory.text, ownKey: args.ownKey })
      : "count";
    const memory = await meetAgain(tx, scope, args, { ...args, evidence }, existing, meeting, source);
    const reason = `asked to remember; its key was ${awake.status === "active" ? "known" : awake.status}`;
    await logMeeting(tx, scope, args, source, memory, meeting, reason);
    return { memory, meeting };
  });
}

/** What is not the user's word brings back nothing that was forgotten, and puts no words into the user's mouth. */
async function refuseWeak(
  tx: Tx,
  scope: OpenScope,
  { memory, evidence }: PersistArgs,
  existing: MemoryRow | undefined,
): Promise<void> {
  if ((await tombstonedAt(tx, scope, memory)) !== null || existing?.status === "soft_deleted") {
    throw new MemoirError(
      "not_allowed",
      "It was forgotten, and only the user brings it back by saying it again. Nothing was stored.",
    );
  }
  if (existing === undefined || existing.text === memory.text) return;
  if (movesConfidence(evidence.trust, existing.trust)) return;
  throw new MemoirError("conflict", "The user's own memory stands under this key. Nothing was stored.", {
    details: { taken: true },
  });
}

/** Where its own key decides, that is a decision too (R4). */
async function logMeeting(
  tx: Tx,
  scope: OpenScope,
  { memory: { text, status }, admitted, policy, audit, at }: PersistArgs,
  seq: number,
  { id }: MemoryRow,
  outcome: Meeting,
  met: string,
): Promise<void> {
  const hash = candidateHash(text);
  if (!audit || (await isDecided(tx, scope, { seq, hash }))) return;
  const reason = status === "active" ? met : `${met}; ${admitted}`;
  const stage = "persist";
  await logDecisions(tx, scope, [{ seq, stage, outcome, reason, memory: id, hash, policy, at }]);
}

type Place = Pick<EvidenceRow, "span_start" | "span_end">;

/** Records the event unless its id is known; says its place, and where in its words the claim stands. */
async function recordOnce(
  tx: Tx,
  scope: OpenScope,
  { event, memory, evidence }: PersistArgs,
): Promise<{ source: number; span: Place }> {
  const { recorded } = await appendEvents(tx, scope, [event]);
  const known = recorded === 1 ? undefined : await findEvent(tx, scope.tenant, scope.num, event.id);
  if (known === undefined) {
    return { source: scope.seq, span: { span_start: evidence.span_start, span_end: evidence.span_end } };
  }
  // Its words are its own; a purge must not cut those at the place the claim has in the command.
  const start = known.text.indexOf(memory.text);
  const span =
    start < 0
      ? { span_start: null, span_end: null }
      : { span_start: start, span_end: start + memory.text.length };
  return { source: known.seq, span };
}
