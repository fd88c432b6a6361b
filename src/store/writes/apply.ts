import type { OpEvent } from "../../api/stats.ts";
import { MemoirError } from "../../domain/errors.ts";
import { factKey } from "../../domain/key.ts";
import { isUsersWord, movesConfidence } from "../../domain/match/trust.ts";
import { meet } from "../../domain/meeting.ts";
import type { Settings } from "../../domain/settings.ts";
import { type DecisionRow, isDecided, logDecisions } from "../decisions.ts";
import { appendEvents, findEvent, type NewEvent } from "../events.ts";
import { type EvidenceRow, isLinked, linkEvidence } from "../evidence.ts";
import { findMemory, findMemoryByKey, type MemoryRow, statusAt } from "../memories.ts";
import { recordOps } from "../op-events.ts";
import type { OpenScope } from "../scopes.ts";
import { tombstonedAt } from "../tombstones.ts";
import type { Tx } from "../tx.ts";
import type { Claim, NewMemory } from "./claim.ts";
import { inScope, refuseOutside, type WriteContext } from "./context.ts";
import { createMemory } from "./create-memory.ts";
import { type Again, meetAgain } from "./meet-again.ts";
import { noRoom } from "./room.ts";
import { endLater, supersede } from "./supersede.ts";

type WritePolicy = Settings["writePolicy"];

/** A candidate that nothing came of, for the log. */
export type Refusal = Omit<DecisionRow, "at" | "memory" | "policy">;

export interface ApplyArgs extends WriteContext {
  /** The scope's revision that matching saw: if it moved, no claim is written and matching runs again. */
  ifRev: number;
  /** Events up to here are read once this is written; `null`: none more than before. It never goes back. */
  watermark: number | null;
  /** A command that is its own source (C27). */
  event: NewEvent | null;
  claims: Claim[];
  refusals: Refusal[];
  /** What is counted besides (R290). Default: nothing. */
  ops?: OpEvent[] | undefined;
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
  /** What is no longer so because of each. */
  replaced: string[][];
}

/** Everything that came of some events, with the watermark that says they were read: one transaction (C14, C15). */
export function apply(tx: Tx, args: ApplyArgs): Promise<Applied> {
  return inScope(tx, args, async (scope) => {
    const { policy, at } = args;
    if (args.claims.length > 0 && scope.rev !== args.ifRev) {
      throw new MemoirError("conflict", "The scope changed meanwhile. Match again.", {
        details: { stale: true },
      });
    }
    const command = args.event === null ? null : await recorded(tx, scope, args.event);
    const applied: Applied = { memories: [], outcomes: [], reasons: [], replaced: [] };
    const decisions: DecisionRow[] = [];
    for (const claim of args.claims) {
      const source = claim.source ?? command!;
      const { row, outcome, reason, replaced = [] } = await one(tx, scope, args, claim, source);
      if (row !== null) await linkFurther(tx, scope, claim, row, source);
      const decision: DecisionRow = {
        ...claim.decision,
        ...(reason === undefined ? {} : { reason, stage: "gate" as const }),
        ...{ seq: source.seq, outcome, memory: row?.id ?? claim.target, policy, at },
      };
      applied.memories.push(row);
      applied.outcomes.push(outcome);
      applied.reasons.push(decision.reason);
      applied.replaced.push(replaced);
      // Who reads an event again decides nothing again.
      const again = outcome === "known" || outcome === "forgotten";
      if (!again || !(await isDecided(tx, scope, decision))) decisions.push(decision);
    }
    for (const refusal of args.refusals) {
      if (refusal.seq > scope.extractedSeq) decisions.push({ ...refusal, memory: null, policy, at });
    }
    if (args.audit) {
      await logDecisions(tx, scope, decisions);
      await recordOps(tx, scope, args.ops ?? []);
    }
    if (args.watermark !== null && args.watermark > scope.extractedSeq) {
      await tx.run("update scope set extracted_seq = $3 where tenant = $1 and num = $2", [
        scope.tenant,
        scope.num,
        args.watermark,
      ]);
    }
    return applied;
  });
}

/** The event behind a claim, and where the words stand in one that was there before the claim. */
interface Source {
  seq: number;
  recordedAt: number;
  /** When it was said. */
  at: number;
  text?: string;
}

/** Records the command, unless its id is known: then that event is the source (R302). */
async function recorded(tx: Tx, scope: OpenScope, event: NewEvent): Promise<Source> {
  const { recorded } = await appendEvents(tx, scope, [event]);
  if (recorded === 1) return { seq: scope.seq, recordedAt: event.recordedAt, at: event.at };
  const known = (await findEvent(tx, scope.tenant, scope.num, event.id))!;
  const { seq, recordedAt, at, text } = known;
  return { seq, recordedAt: recordedAt.getTime(), at: at.getTime(), text };
}

interface Outcome {
  row: MemoryRow | null;
  outcome: string;
  /** Where it is not the one that matching gave. */
  reason?: string;
  replaced?: string[];
}

async function one(
  tx: Tx,
  scope: OpenScope,
  args: ApplyArgs,
  given: Claim,
  source: Source,
): Promise<Outcome> {
  const { memory, taken } = await keyed(tx, scope, given.memory);
  const claim: Claim = { ...given, memory, evidence: { ...given.evidence, ...placeIn(source, memory.text) } };
  const known =
    claim.target === null ? undefined : await findMemory(tx, scope.tenant, scope.num, claim.target);
  // Read before: whatever came of it then stands (R300).
  for (const row of [known, taken]) {
    if (row !== undefined) refuseOutside(args, row.category);
    if (row !== undefined && (await isLinked(tx, scope, row.id, source.seq)))
      return { row, outcome: "known" };
  }
  if (claim.source !== null) {
    if (source.seq <= scope.extractedSeq) {
      return { row: null, outcome: "known", reason: "its event was read meanwhile" };
    }
    const forgotten = await isForgotten(tx, scope, claim, source, known);
    if (forgotten !== null) return { row: null, outcome: "forgotten", reason: forgotten };
  }
  // A key that a forgotten or disabled memory has is not given out again: that row is the one that is meant.
  const met = known ?? taken;
  if (met === undefined) return born(tx, scope, args, claim, source);
  const outcome = known === undefined ? meetingOf(met, claim, args.at) : (claim.outcome as Again);
  // Evidence that is not trusted as much is kept, and moves nothing.
  const again = movesConfidence(claim.evidence.trust, met.trust) ? outcome : "count";
  const row = await meetAgain(tx, scope, args, claim, met, again, source.seq);
  const replaced = again === "count" ? [] : await replace(tx, scope, args, claim, row);
  return { row, outcome: again, replaced };
}

/** What was said in two messages is one statement: the further links are trusted less than the first, and not counted. */
async function linkFurther(
  tx: Tx,
  scope: OpenScope,
  { evidence, alsoFrom = [] }: Claim,
  { id }: MemoryRow,
  source: Source,
): Promise<void> {
  for (const event of new Set(alsoFrom)) {
    if (event === source.seq) continue;
    const further = { trust: evidence.trust / 2, span_start: null, span_end: null, meta: "{}" };
    await linkEvidence(tx, scope, { ...evidence, ...further, memory: id, event });
  }
}

function meetingOf(row: MemoryRow, { memory: { text } }: Claim, at: number): Again {
  return meet({ status: statusAt(row, at), text: row.text }, { text, ownKey: false });
}

async function born(
  tx: Tx,
  scope: OpenScope,
  args: ApplyArgs,
  claim: Claim,
  source: Source,
): Promise<Outcome> {
  const { memory, turn = null } = claim;
  const said = { turn, said: source.at };
  const limit = args.limits === undefined ? null : await noRoom(tx, scope, args, args.limits, memory, said);
  if (limit !== null) return { row: null, outcome: "limited", reason: limit };
  const row = await createMemory(tx, scope, args, claim, source.seq);
  return { row, outcome: claim.outcome, replaced: await replace(tx, scope, args, claim, row) };
}

/** What it replaces was so until the claim became true; what it replaces later ends then. */
async function replace(
  tx: Tx,
  scope: OpenScope,
  args: ApplyArgs,
  { replaces, until = [], validFrom }: Claim,
  by: MemoryRow,
): Promise<string[]> {
  await endLater(tx, scope, args, until, by, validFrom);
  return supersede(tx, scope, args, replaces, by, validFrom);
}

/** Two people of one name may say the same of themselves: each claim has a key of its own. */
async function keyed(
  tx: Tx,
  scope: OpenScope,
  memory: NewMemory,
): Promise<{ memory: NewMemory; taken: MemoryRow | undefined }> {
  const { tenant, num } = scope;
  const taken = await findMemoryByKey(tx, tenant, num, memory.key);
  const { subject } = memory;
  if (subject === null || taken === undefined || taken.subject === null || taken.subject === subject) {
    return { memory, taken };
  }
  const key = factKey(`${memory.key} ${subject}`);
  return { memory: { ...memory, key }, taken: await findMemoryByKey(tx, tenant, num, key) };
}

/** Its words are its own; a purge must not cut those at the place the claim has in the command. */
function placeIn({ text }: Source, words: string): Partial<Pick<EvidenceRow, "span_start" | "span_end">> {
  if (text === undefined) return {};
  const start = text.indexOf(words);
  return start < 0
    ? { span_start: null, span_end: null }
    : { span_start: start, span_end: start + words.length };
}

/** Why what was forgotten stays so, in other words too: only the user, by saying it again, brings it back (C18). */
async function isForgotten(
  tx: Tx,
  scope: OpenScope,
  { memory, evidence, restates }: Claim,
  { recordedAt }: Source,
  known: MemoryRow | undefined,
): Promise<string | null> {
  const said = restates === undefined ? known : await findMemory(tx, scope.tenant, scope.num, restates);
  const times = [await tombstonedAt(tx, scope, memory)];
  if (said?.status === "soft_deleted") times.push(await tombstonedAt(tx, scope, said));
  const buried = times.reduce((a, b) => (a === null || b === null ? (a ?? b) : Math.max(a, b)), null);
  if (buried === null) return null;
  if (buried >= recordedAt) return "it was forgotten after it was said";
  return isUsersWord(evidence.trust) ? null : "it was forgotten, and this is not the user's word";
}
