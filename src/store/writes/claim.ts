import type { Case } from "../../domain/case.ts";
import { strengthAt } from "../../domain/strength.ts";
import type { Again } from "../../domain/trust.ts";
import type { NewEvent } from "../tables/events.ts";
import { type EvidenceRow, independentEvidence, linkEvidence } from "../tables/evidence.ts";
import { noteWrites, type WriteQuotaKey } from "../tables/limits.ts";
import { findMemory, type MemoryRow } from "../tables/memories.ts";
import { SETTLED } from "../tables/review-queue.ts";
import type { OpenScope } from "../tables/scopes.ts";
import { unbury } from "../tables/tombstones.ts";
import { endInterval, firstInterval, openInterval } from "../tables/validity.ts";
import type { NewVector } from "../tables/vectors.ts";
import { changeMemory, freeId, UNAGED } from "./change-memory.ts";
import type { WriteContext } from "./context.ts";
import type { LinkArgs } from "./link.ts";

/** A new memory's row: everything but what the store gives it. */
export type NewMemory = Omit<
  MemoryRow,
  "id" | "rev" | "terms" | "evidence_count" | "aged_from" | "archive_at" | "remove_at" | "due_at" | "ttl_own"
>;

/** The decided outcome of one candidate: the rows to write. Plain data. */
export interface Claim {
  /** `supersede` and `coexist` are new memories too. */
  outcome: "create" | "supersede" | "coexist" | Again;
  /** For the decision log. */
  reason: string;
  /** The new memory; `null` where the claim meets a known one. */
  memory: NewMemory | null;
  /** The known memory that it meets, and the columns that it changes there. */
  met: { id: string; changes: Partial<MemoryRow> } | null;
  /** The status that the policy lets it in with. */
  status: MemoryRow["status"];
  /** The memory that makes room for a new one in a full scope. */
  evicts: string | null;
  /** Memories that end once it is active. */
  replaces: string[];
  /** Memories that hold until the claim begins to be true, and end then. */
  until: string[];
  evidence: Omit<EvidenceRow, "memory" | "event">;
  /** Where a new memory is counted; `null`: a person wrote it by hand, and no limit holds. */
  counted: WriteQuotaKey | null;
  /** The id that a new memory is to have if none in the scope begins so. Absent: any. */
  wantedId?: string | undefined;
  validFrom: number;
}

/** A claim with the event that it rests on. */
export interface ClaimEntry {
  claim: Claim;
  /** What the policy judged, for the decision log. */
  case: Case;
  /** The scope's revision that deciding saw: if it moved, nothing is written, and it is decided again. */
  ifRev: number;
  /** The same of its vectors. */
  ifVec: number;
  /**
   * A memory that was under way when this was decided, the newest of them: if it did not come, nothing is written. The
   * revision alone may be right by chance: one of our own that failed, and one of somebody else.
   */
  after: string | null;
  /** The event it came from: one that was read, by its place, or one that is recorded with it. */
  source: number | NewEvent;
  /** Further events that it rests on, by their places: they back it and make it no surer. */
  alsoFrom: number[];
  /** Vectors of its words; none when the embedder could not answer in time. */
  vectors: NewVector[];
  /** Its text. */
  text: string;
  /** Edges of the memory; `null`: they stay as they are. */
  links: Omit<LinkArgs, "id"> | null;
}

/** The event behind a claim; its words where it was there before the claim. */
export interface SourceRef {
  seq: number;
  text?: string;
}

/** The rows of one claim: a new memory or what it changes in a known one, its evidence, and what it replaces. */
export async function writeClaim(
  scope: OpenScope,
  args: WriteContext,
  entry: ClaimEntry,
  source: SourceRef,
): Promise<{ memory: MemoryRow; replaced: string[] }> {
  const { outcome, replaces, until, validFrom } = entry.claim;
  const memory =
    entry.claim.met === null
      ? await create(scope, args, entry, source)
      : await reinforceMemory(scope, args, entry, source);
  if (outcome === "count") return { memory, replaced: [] };
  await endLater(scope, args, memory, { ids: until, until: validFrom });
  const replaced = await supersede(scope, args, memory, { ids: replaces, until: validFrom });
  return { memory, replaced };
}

/** A new memory with its event as evidence, its first interval and history. */
async function create(
  scope: OpenScope,
  args: WriteContext,
  entry: ClaimEntry,
  source: SourceRef,
): Promise<MemoryRow> {
  const { claim, vectors } = entry;
  const memory = claim.memory!;
  if (claim.evicts !== null) await evict(scope, args, claim.evicts);
  if (claim.counted !== null) await noteWrites(scope.tx, scope, { ...claim.counted, at: args.at, writes: 1 });
  const id = await freeId(scope, claim.wantedId);
  const created = await changeMemory(scope, args, {
    before: null,
    after: { ...memory, ...UNAGED, id, evidence_count: 1, rev: 0, terms: "" },
    event: "created",
    vectors,
    evidence: source.seq,
  });
  await linkSource(scope, entry, id, source);
  await firstInterval(scope, id, claim.validFrom, created.rev);
  await unbury(scope, created);
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
async function reinforceMemory(
  scope: OpenScope,
  args: WriteContext,
  entry: ClaimEntry,
  source: SourceRef,
): Promise<MemoryRow> {
  const { claim, vectors } = entry;
  const { id, changes } = claim.met!;
  const before = (await findMemory(scope.tx, scope, id))!;
  await linkSource(scope, entry, id, source);
  const after: MemoryRow = { ...before, ...changes };
  after.evidence_count = await independentEvidence(scope, after);
  const changed = await changeMemory(scope, args, {
    before,
    after,
    event: EVENT_OF[claim.outcome as keyof typeof EVENT_OF],
    vectors: after.text === before.text ? undefined : vectors,
    evidence: source.seq,
  });
  if (claim.outcome === "revive") {
    await openInterval(scope, id, claim.validFrom, changed.rev);
    await unbury(scope, before);
    await unbury(scope, changed);
  }
  return changed;
}

async function linkSource(
  scope: OpenScope,
  { claim, text }: ClaimEntry,
  memory: string,
  source: SourceRef,
): Promise<void> {
  const link = { ...claim.evidence, ...spanIn(source, text), memory, event: source.seq };
  await linkEvidence(scope, link);
}

/**
 * A claim made in two messages is one statement: the further links are trusted less than the first, and not counted.
 */
export async function linkFurther(
  scope: OpenScope,
  { claim: { evidence }, alsoFrom }: ClaimEntry,
  memory: string,
  source: SourceRef,
): Promise<void> {
  for (const event of new Set(alsoFrom)) {
    if (event === source.seq) continue;
    const further = { trust: evidence.trust / 2, span_start: null, span_end: null, meta: "{}" };
    await linkEvidence(scope, { ...evidence, ...further, memory, event });
  }
}

/** The scope is full: one that matters less makes room. */
async function evict(scope: OpenScope, args: WriteContext, id: string): Promise<void> {
  const before = await findMemory(scope.tx, scope, id);
  if (before === undefined) return;
  const context = { ...args, reason: "evicted: the scope is full" };
  const after: MemoryRow = { ...before, status: "archived" };
  await changeMemory(scope, context, { before, after, event: "updated" });
}

/** An event's words are its own; a purge must not cut those at the place the claim has in the command. */
function spanIn({ text }: SourceRef, words: string): Partial<Pick<EvidenceRow, "span_start" | "span_end">> {
  if (text === undefined) return {};
  const start = text.indexOf(words);
  return start < 0
    ? { span_start: null, span_end: null }
    : { span_start: start, span_end: start + words.length };
}

/** Memories that a claim ends, and since when they are no longer true. */
interface Ended {
  readonly ids: readonly string[];
  readonly until: number;
}

/**
 * Ends the memories that a claim replaces once it is active: kept with half the strength, and valid until `until`
 * . Returns them.
 */
export async function supersede(
  scope: OpenScope,
  context: WriteContext,
  by: MemoryRow,
  { ids, until }: Ended,
): Promise<string[]> {
  if (by.status !== "active") return [];
  const replaced: string[] = [];
  for (const id of new Set(ids)) {
    const before = await findMemory(scope.tx, scope, id);
    if (before === undefined || before.id === by.id || SETTLED.has(before.status)) continue;
    const strength = strengthAt(before.strength, new Date(before.strength_at), new Date(context.at)) * 0.5;
    const changed = await changeMemory(scope, context, {
      before,
      after: { ...before, status: "superseded", superseded_by: by.id, strength, strength_at: context.at },
      event: "updated",
    });
    await endInterval(scope, id, until, changed.rev);
    replaced.push(id);
  }
  return replaced;
}

/** A memory that holds until a claim becomes valid ends at that moment, as a memory with a fixed end does. */
async function endLater(
  scope: OpenScope,
  context: WriteContext,
  by: MemoryRow,
  { ids, until }: Ended,
): Promise<void> {
  if (by.status !== "active") return;
  for (const id of new Set(ids)) {
    const before = await findMemory(scope.tx, scope, id);
    if (before === undefined || before.id === by.id || SETTLED.has(before.status)) continue;
    if (before.expires_at !== null && before.expires_at <= until) continue;
    await changeMemory(scope, context, {
      before,
      after: { ...before, expires_at: until },
      event: "updated",
    });
  }
}
