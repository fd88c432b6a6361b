import type { OpEvent } from "../../api/stats.ts";
import { encodeCase, type Fate } from "../../domain/case.ts";
import { MemoirError } from "../../domain/errors.ts";
import { ERASED } from "../../domain/text.ts";
import { candidateHash, type DecisionRow, isDecided, logDecisions } from "../tables/decisions.ts";
import { appendEvents, eventsBySeq, findEvent } from "../tables/events.ts";
import { isLinked, type SourceRow, sourcePositions } from "../tables/evidence.ts";
import { findMemory, type MemoryRow, memoryNum } from "../tables/memories.ts";
import type { RelationRow } from "../tables/relations.ts";
import type { OpenScope } from "../tables/scopes.ts";
import { addFigures, recordOps } from "../tables/statistics.ts";
import { moveWatermark, unreadAmong } from "../tables/unread.ts";
import type { Tx } from "../tx.ts";
import { type Claim, type ClaimEntry, linkFurther, type SourceRef, writeClaim } from "./claim.ts";
import { inScope, refuseOutside, type WriteContext } from "./context.ts";
import { relink } from "./link.ts";

/** A candidate that nothing came of, for the log. */
export type RefusalRow = Omit<DecisionRow, "at" | "policy">;

export interface CommitArgs extends WriteContext {
  /** `null`: nothing came of what was read. */
  entry: ClaimEntry | null;
  /** Events up to here are read once this is written; `null`: none more than before. It never goes back. */
  watermark: number | null;
  /** Only those of this session. Default: all of the scope. */
  session?: string;
  refusals: RefusalRow[];
  /** Additional counters. */
  ops: OpEvent[];
  /** The version of the policies that deciding went by: an entry under older ones is not written, but decided again. */
  policy: number;
}

export interface Committed {
  /** `null` where nothing was written. */
  memory: MemoryRow | null;
  /** `known`: its event had been read before. */
  outcome: Claim["outcome"] | "known";
  reason: string;
  /** The memories it ends. */
  replaced: string[];
}

/** How far a write has moved its scope. */
interface MovedCounters {
  num: number;
  seq: number;
  rev: number;
  vec: number;
}

/** A memory that is new, with all that an index keeps of it. */
interface CreatedMemory {
  num: number;
  sources: SourceRow[];
  relations: RelationRow[];
}

export interface CommittedEntry extends Committed {
  scope: MovedCounters;
  /** `null` where more changed than that one memory came. */
  created: CreatedMemory | null;
}

/**
 * Stores the decision on one claim, and how far its events have been read: one transaction. All input of the
 * decision changes only with the scope's revision, so comparing this one number is enough.
 */
export function commit(tx: Tx, args: CommitArgs): Promise<CommittedEntry | null> {
  return inScope(tx, args, async (scope) => {
    const { entry, policy, at } = args;
    if (entry !== null && !(await isAsSeen(scope, entry, policy))) {
      throw new MemoirError("conflict", "The scope changed meanwhile. Decide again.", {
        // A revision that is not reached yet is one of our own that failed, and vectors come from a job.
        details: { stale: true, byOthers: scope.rev > entry.ifRev },
      });
    }
    const decisions: DecisionRow[] = [];
    const { seq: recorded } = scope;
    const committed = entry === null ? null : await writeDecision(scope, args, entry, decisions);
    const unread = await unreadAmong(
      scope,
      args.refusals.map(({ seq }) => seq),
    );
    for (const refusal of args.refusals) {
      if (unread.has(refusal.seq)) decisions.push({ ...refusal, policy, at });
    }
    if (args.audit) {
      await logDecisions(scope, decisions, recorded);
      await recordOps(scope.tx, scope, args.ops);
    }
    if (args.watermark !== null && args.watermark > scope.extractedSeq)
      await moveWatermark(scope, args.watermark, args.session ?? null);
    if (committed === null) return null;
    const { num, seq, rev, vec } = scope;
    return { ...committed, scope: { num, seq, rev, vec } };
  });
}

/** Whether the scope is what deciding saw. */
async function isAsSeen(
  scope: OpenScope,
  { ifRev, ifVec, after }: ClaimEntry,
  policy: number,
): Promise<boolean> {
  if (scope.rev !== ifRev || scope.vec !== ifVec || scope.policy !== policy) return false;
  return after === null || (await memoryNum(scope, after)) !== undefined;
}

async function writeDecision(
  scope: OpenScope,
  args: CommitArgs,
  entry: ClaimEntry,
  decisions: DecisionRow[],
): Promise<Committed & Pick<CommittedEntry, "created">> {
  const { tx, tenant } = scope;
  const source = await sourceOf(scope, entry);
  const { outcome, reason } = entry.claim;
  const earlier = await readBefore(scope, args, entry, source);
  const committed = earlier ?? { outcome, reason, ...(await writeClaim(scope, args, entry, source)) };
  let created: CreatedMemory | null = null;
  if (earlier === null) {
    const { id } = committed.memory!;
    await linkFurther(scope, entry, id, source);
    const relations = entry.links === null ? [] : await relink(scope, args, { ...entry.links, id });
    if (relations.length > 0) await addFigures(tx, tenant, args.at, { "link.made": relations.length });
    if (isAlone(entry.claim)) created = { ...(await sourcePositions(scope, id)), relations };
  }
  const decision: DecisionRow = {
    seq: source.seq,
    stage: earlier?.memory === null ? "gate" : "persist",
    hash: candidateHash(entry.text),
    outcome: committed.outcome,
    reason: committed.reason,
    memory: committed.memory?.id ?? entry.claim.met?.id ?? null,
    policy: args.policy,
    at: args.at,
    ...(earlier === null
      ? { input: encodeCase(entry.case), fate: entry.claim.status as Fate }
      : { input: null, fate: null }),
  };
  // Reading an event again repeats no decision.
  if (earlier === null || !(await isDecided(scope, decision))) decisions.push(decision);
  return { ...committed, created };
}

/** Whether nothing but one new memory comes of a claim. */
export function isAlone({ met, replaces, until, evicts }: Claim): boolean {
  return met === null && replaces.length === 0 && until.length === 0 && evicts === null;
}

/** Records the command, unless its id is known: then that event is the source. */
async function sourceOf(scope: OpenScope, { source }: ClaimEntry): Promise<SourceRef> {
  if (typeof source === "number") return { seq: source };
  const { recorded } = await appendEvents(scope, [source]);
  return recorded === 1 ? { seq: scope.seq } : (await findEvent(scope.tx, scope, source.id))!;
}

/** Whatever came of an event that was read before stands. */
async function readBefore(
  scope: OpenScope,
  args: CommitArgs,
  { claim: { met, reason }, source: from }: ClaimEntry,
  { seq }: SourceRef,
): Promise<Committed | null> {
  const row = met === null ? undefined : await findMemory(scope.tx, scope, met.id);
  if (row !== undefined && (await isLinked(scope, row.id, seq))) {
    refuseOutside(args, row.category);
    return { memory: row, outcome: "known", reason, replaced: [] };
  }
  if (typeof from !== "number") return null;
  const words = (await eventsBySeq(scope.tx, scope, [seq])).get(seq);
  if (words?.text === ERASED) {
    return { memory: null, outcome: "known", reason: "its event was erased meanwhile", replaced: [] };
  }
  if ((await unreadAmong(scope, [seq])).has(seq)) return null;
  return { memory: null, outcome: "known", reason: "its event was read meanwhile", replaced: [] };
}
