import type { OpEvent } from "../../api/stats.ts";
import { MemoirError } from "../../domain/errors.ts";
import { candidateHash, type DecisionRow, isDecided, logDecisions } from "../decisions.ts";
import { appendEvents, findEvent, type NewEvent } from "../events.ts";
import {
  type EvidenceRow,
  independentEvidence,
  isLinked,
  linkEvidence,
  placedSources,
  type SourceRow,
} from "../evidence.ts";
import { addFigures } from "../figures.ts";
import { findMemory, type MemoryRow, memoryNum } from "../memories.ts";
import { recordOps } from "../op-events.ts";
import type { RelationRow } from "../relations.ts";
import type { OpenScope } from "../scopes.ts";
import { unbury } from "../tombstones.ts";
import type { Tx } from "../tx.ts";
import { firstInterval, openInterval } from "../validity.ts";
import type { NewVector } from "../vectors.ts";
import { noteWrites } from "../write-counts.ts";
import { UNAGED } from "./ageing.ts";
import { changeMemory } from "./change-memory.ts";
import type { Claim } from "./claim.ts";
import { inScope, refuseOutside, type WriteContext } from "./context.ts";
import { freeId } from "./free-id.ts";
import { type LinkArgs, relink } from "./link.ts";
import { endLater, supersede } from "./supersede.ts";

/** A candidate that nothing came of, for the log. */
export type Refusal = Omit<DecisionRow, "at" | "policy">;

/** A claim with the event that it rests on. */
export interface Entry {
  claim: Claim;
  /** The scope's revision that deciding saw: if it moved, nothing is written, and it is decided again. */
  ifRev: number;
  /** The same of its vectors. */
  ifVec: number;
  /**
   * A memory that was under way when this was decided, the newest of them: if it did not come, nothing is written. The
   * revision alone may be right by chance: one of our own that failed, and one of somebody else.
   */
  after: string | null;
  /** The event it came from: one that was read, by its place, or one that is recorded with it (C27). */
  source: number | NewEvent;
  /** Further events that it rests on, by their places: they back it and make it no surer. */
  alsoFrom: number[];
  /** Vectors of its words; none when the embedder could not answer in time. */
  vectors: NewVector[];
  /** What it says. */
  text: string;
  /** Edges of the memory; `null`: they stay as they are. */
  links: Omit<LinkArgs, "id"> | null;
}

export interface CommitArgs extends WriteContext {
  /** `null`: nothing came of what was read. */
  entry: Entry | null;
  /** Events up to here are read once this is written; `null`: none more than before. It never goes back. */
  watermark: number | null;
  refusals: Refusal[];
  /** What is counted besides (R290). */
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
  /** What is no longer so because of it. */
  replaced: string[];
}

/** How far a write has moved its scope. */
interface MovedScope {
  num: number;
  seq: number;
  rev: number;
  vec: number;
}

/** A memory that is new, with all that an index keeps of it. */
interface Born {
  num: number;
  sources: SourceRow[];
  relations: RelationRow[];
}

export interface CommittedEntry extends Committed {
  scope: MovedScope;
  /** `null` where more changed than that one memory came. */
  born: Born | null;
}

/**
 * What was decided about one claim, and how far its events are read with it (C14, C15): one transaction. Everything that
 * deciding saw changes only with the scope's revision, so that comparing this one number is enough.
 */
export function commit(tx: Tx, args: CommitArgs): Promise<CommittedEntry | null> {
  return inScope(tx, args, async (scope) => {
    const { entry, policy, at } = args;
    if (entry !== null && !(await isAsSeen(tx, scope, entry, policy))) {
      throw new MemoirError("conflict", "The scope changed meanwhile. Decide again.", {
        // A revision that is not reached yet is one of our own that failed, and vectors come from a job.
        details: { stale: true, byOthers: scope.rev > entry.ifRev },
      });
    }
    const decisions: DecisionRow[] = [];
    const { seq: recorded } = scope;
    const committed = entry === null ? null : await enter(tx, scope, args, entry, decisions);
    for (const refusal of args.refusals) {
      if (refusal.seq > scope.extractedSeq) decisions.push({ ...refusal, policy, at });
    }
    if (args.audit) {
      await logDecisions(tx, scope, decisions, recorded);
      await recordOps(tx, scope, args.ops);
    }
    if (args.watermark !== null && args.watermark > scope.extractedSeq) {
      await tx.run("update scope set extracted_seq = $3 where tenant = $1 and num = $2", [
        scope.tenant,
        scope.num,
        args.watermark,
      ]);
    }
    if (committed === null) return null;
    const { num, seq, rev, vec } = scope;
    return { ...committed, scope: { num, seq, rev, vec } };
  });
}

/** Whether the scope is what deciding saw. */
async function isAsSeen(
  tx: Tx,
  scope: OpenScope,
  { ifRev, ifVec, after }: Entry,
  policy: number,
): Promise<boolean> {
  if (scope.rev !== ifRev || scope.vec !== ifVec || scope.policy !== policy) return false;
  return after === null || (await memoryNum(tx, scope.tenant, scope.num, after)) !== undefined;
}

async function enter(
  tx: Tx,
  scope: OpenScope,
  args: CommitArgs,
  entry: Entry,
  decisions: DecisionRow[],
): Promise<Committed & Pick<CommittedEntry, "born">> {
  const source = await sourceOf(tx, scope, entry);
  const { outcome, reason } = entry.claim;
  const known = await readBefore(tx, scope, args, entry, source);
  const committed = known ?? { outcome, reason, ...(await write(tx, scope, args, entry, source)) };
  let born: Born | null = null;
  if (known === null) {
    const { id } = committed.memory!;
    await linkFurther(tx, scope, entry, id, source);
    const relations = entry.links === null ? [] : await relink(tx, scope, args, { ...entry.links, id });
    if (relations.length > 0) await addFigures(tx, scope.tenant, args.at, { "link.made": relations.length });
    if (isAlone(entry.claim)) born = { ...(await placedSources(tx, scope.tenant, scope.num, id)), relations };
  }
  const decision: DecisionRow = {
    ...{
      seq: source.seq,
      stage: known?.memory === null ? "gate" : "persist",
      hash: candidateHash(entry.text),
    },
    ...{ outcome: committed.outcome, reason: committed.reason },
    ...{ memory: committed.memory?.id ?? entry.claim.met?.id ?? null, policy: args.policy, at: args.at },
  };
  // Who reads an event again decides nothing again.
  if (known === null || !(await isDecided(tx, scope, decision))) decisions.push(decision);
  return { ...committed, born };
}

/** Whether nothing but one new memory comes of a claim. */
export function isAlone({ met, replaces, until, evicts }: Claim): boolean {
  return met === null && replaces.length === 0 && until.length === 0 && evicts === null;
}

/** The event behind a claim; its words where it was there before the claim. */
interface Source {
  seq: number;
  text?: string;
}

/** Records the command, unless its id is known: then that event is the source (R302). */
async function sourceOf(tx: Tx, scope: OpenScope, { source }: Entry): Promise<Source> {
  if (typeof source === "number") return { seq: source };
  const { recorded } = await appendEvents(tx, scope, [source]);
  return recorded === 1 ? { seq: scope.seq } : (await findEvent(tx, scope.tenant, scope.num, source.id))!;
}

/** Whatever came of an event that was read before stands (R300). */
async function readBefore(
  tx: Tx,
  scope: OpenScope,
  args: CommitArgs,
  { claim: { met, reason }, source: from }: Entry,
  { seq }: Source,
): Promise<Committed | null> {
  const row = met === null ? undefined : await findMemory(tx, scope.tenant, scope.num, met.id);
  if (row !== undefined && (await isLinked(tx, scope, row.id, seq))) {
    refuseOutside(args, row.category);
    return { memory: row, outcome: "known", reason, replaced: [] };
  }
  if (typeof from !== "number" || seq > scope.extractedSeq) return null;
  return { memory: null, outcome: "known", reason: "its event was read meanwhile", replaced: [] };
}

async function write(
  tx: Tx,
  scope: OpenScope,
  args: CommitArgs,
  entry: Entry,
  source: Source,
): Promise<{ memory: MemoryRow; replaced: string[] }> {
  const { outcome, replaces, until, validFrom } = entry.claim;
  const memory =
    entry.claim.met === null
      ? await create(tx, scope, args, entry, source)
      : await meetAgain(tx, scope, args, entry, source);
  if (outcome === "count") return { memory, replaced: [] };
  await endLater(tx, scope, args, until, memory, validFrom);
  return { memory, replaced: await supersede(tx, scope, args, replaces, memory, validFrom) };
}

/** A new memory with its event as evidence, its first interval, history and full text. */
async function create(
  tx: Tx,
  scope: OpenScope,
  args: CommitArgs,
  entry: Entry,
  source: Source,
): Promise<MemoryRow> {
  const { claim, vectors } = entry;
  const memory = claim.memory!;
  if (claim.evicts !== null) await evict(tx, scope, args, claim.evicts);
  if (claim.counted !== null) await noteWrites(tx, scope, { ...claim.counted, at: args.at, writes: 1 });
  const id = await freeId(tx, scope, claim.wantedId);
  const created = await changeMemory(tx, scope, args, {
    before: null,
    after: { ...memory, ...UNAGED, id, evidence_count: 1, rev: 0, terms: "" },
    event: "created",
    vectors,
    evidence: source.seq,
  });
  await linkSource(tx, scope, entry, id, source);
  await firstInterval(tx, scope, id, claim.validFrom, created.rev);
  await unbury(tx, scope, created);
  return created;
}

const EVENT_OF = {
  reinforce: "merged",
  merge: "merged",
  revise: "updated",
  count: "updated",
  revive: "restored",
} as const;

/** The known memory with the claim's event as evidence, and what the claim changes in it. */
async function meetAgain(
  tx: Tx,
  scope: OpenScope,
  args: CommitArgs,
  entry: Entry,
  source: Source,
): Promise<MemoryRow> {
  const { claim, vectors } = entry;
  const { id, changes } = claim.met!;
  const before = (await findMemory(tx, scope.tenant, scope.num, id))!;
  await linkSource(tx, scope, entry, id, source);
  const after: MemoryRow = { ...before, ...changes };
  after.evidence_count = await independentEvidence(tx, scope, after);
  const changed = await changeMemory(tx, scope, args, {
    before,
    after,
    event: EVENT_OF[claim.outcome as keyof typeof EVENT_OF],
    vectors: after.text === before.text ? undefined : vectors,
    evidence: source.seq,
  });
  if (claim.outcome === "revive") {
    await openInterval(tx, scope, id, claim.validFrom, changed.rev);
    await unbury(tx, scope, before);
    await unbury(tx, scope, changed);
  }
  return changed;
}

async function linkSource(
  tx: Tx,
  scope: OpenScope,
  { claim, text }: Entry,
  memory: string,
  source: Source,
): Promise<void> {
  const link = { ...claim.evidence, ...spanIn(source, text), memory, event: source.seq };
  await linkEvidence(tx, scope, link);
}

/** What was said in two messages is one statement: the further links are trusted less than the first, and not counted. */
async function linkFurther(
  tx: Tx,
  scope: OpenScope,
  { claim: { evidence }, alsoFrom }: Entry,
  memory: string,
  source: Source,
): Promise<void> {
  for (const event of new Set(alsoFrom)) {
    if (event === source.seq) continue;
    const further = { trust: evidence.trust / 2, span_start: null, span_end: null, meta: "{}" };
    await linkEvidence(tx, scope, { ...evidence, ...further, memory, event });
  }
}

/** The scope is full: one that matters less makes room (R69). */
async function evict(tx: Tx, scope: OpenScope, args: CommitArgs, id: string): Promise<void> {
  const before = await findMemory(tx, scope.tenant, scope.num, id);
  if (before === undefined) return;
  const context = { ...args, reason: "evicted: the scope is full" };
  const after: MemoryRow = { ...before, status: "archived" };
  await changeMemory(tx, scope, context, { before, after, event: "updated" });
}

/** An event's words are its own; a purge must not cut those at the place the claim has in the command. */
function spanIn({ text }: Source, words: string): Partial<Pick<EvidenceRow, "span_start" | "span_end">> {
  if (text === undefined) return {};
  const start = text.indexOf(words);
  return start < 0
    ? { span_start: null, span_end: null }
    : { span_start: start, span_end: start + words.length };
}
