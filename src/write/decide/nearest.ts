import type { Candidate } from "../../domain/candidate.ts";
import { factKey } from "../../domain/key.ts";
import type { MemoryStatus } from "../../domain/memory.ts";
import { type Link, nearestNeighbours } from "../../domain/relation.ts";
import { dot } from "../../domain/relevance/cosine.ts";
import { Top } from "../../domain/relevance/top.ts";
import { scoresWith } from "../../domain/relevance/word-match.ts";
import type { Settings } from "../../domain/settings.ts";
import { tokenOverlap } from "../../language/match/token-overlap.ts";
import { terms } from "../../language/terms.ts";
import { calibrationOf, probability } from "../../models/calibration.ts";
import type { MemoryEntry } from "../../scope-index/memory-entry.ts";
import type { MemoryIndex } from "../../scope-index/memory-index.ts";
import type { ScopeCounters } from "../../scope-index/scope-index.ts";
import { type QueryVector, toQuery } from "../../scope-index/spaces.ts";
import { type MemoryRow, statusAt } from "../../store/tables/memories.ts";
import type { NumberedMemoryRow } from "../../store/tables/memory-search.ts";
import type { NewVector } from "../../store/tables/vectors.ts";
import type { Claim } from "../../store/writes/claim.ts";
import type { LinkArgs } from "../../store/writes/link.ts";
import { PLAIN_CLAIM } from "../tools/proposal.ts";
import type { PendingMemory } from "../tools/scope-queue.ts";
import type { WriteTools } from "../tools/write-tools.ts";

/** A known memory, and how similar a claim is to it: calibrated, 0–1; `null` without an embedder. */
export interface Near {
  readonly row: NumberedMemoryRow;
  readonly similarity: number | null;
  /** The same before it was calibrated. */
  readonly cosine: number | null;
  /** Words under which the memory is known too: those of one that was merged into it. Default: its own. */
  readonly words?: Pick<MemoryRow, "key" | "text">;
}

/** How many of the nearest by meaning, and by words, are compared word by word. */
const NEAREST = 5;
/** Characters of a claim by whose words others are found; a longer one is a document, known by its beginning. */
const LOOKED_UP = 4_000;
/** Forgotten memories that are compared word by word: those that share most. */
const LIKELY = 20;

/** Finds the memories a claim may match, by words, meaning, slot and key. */
interface NearMemories {
  /** How many memories the scope has that are not forgotten. */
  readonly memoryCount: number;
  readonly near: readonly Near[];
  readonly forgotten: readonly { readonly row: NumberedMemoryRow; readonly at: null }[];
  /** `null`: the database has to be asked. */
  readonly keyed: readonly MemoryRow[] | null;
}

/** Where nothing is looked for, the database says how many there are. */
export const NOTHING_NEAR: NearMemories = {
  memoryCount: Number.POSITIVE_INFINITY,
  near: [],
  forgotten: [],
  keyed: null,
};

/** A claim by what others are found near it. */
interface Sought {
  readonly candidate: Candidate;
  readonly vectors: readonly NewVector[];
  /** Default: none. */
  readonly keys?: readonly string[];
  /** Claims that are compared as if they were written. Default: none. */
  readonly underway?: readonly PendingMemory[];
}

/** The memories a claim may match: known ones and forgotten ones. */
export function findNear(
  { indexes, store }: WriteTools,
  scopeRef: ScopeCounters,
  { candidate, vectors, keys = [], underway = [] }: Sought,
): Promise<NearMemories> {
  return indexes.memories(store.read, scopeRef, async (index, stale) => {
    // A reader may use a slightly old state; a writer would store a duplicate of a memory it cannot see.
    if (stale instanceof Error) throw stale;
    return {
      memoryCount: index.size,
      near: [
        ...(await nearest(candidate, index, vectors.map(toQuery), underway)),
        ...likelyMerged(candidate, index),
      ],
      forgotten: likely(candidate, index.forgotten).map(({ row }) => ({ row, at: null })),
      keyed: keyedIn(index, keys),
    };
  });
}

/** Memories that are known under words of one that was merged into them. */
function likelyMerged(candidate: Candidate, index: MemoryIndex): Near[] {
  return likely(candidate, index.merged).flatMap(({ row: words }) => {
    const row = index.survivor(words.id)?.row;
    return row === undefined ? [] : [{ row, similarity: null, cosine: null, words }];
  });
}

/** The memories nearest to a text by words and by meaning. */
export function nearTo(
  { indexes, store }: Pick<WriteTools, "indexes" | "store">,
  scopeRef: ScopeCounters,
  text: string,
  vectors: readonly QueryVector[],
): Promise<readonly Near[]> {
  const plain = { ...PLAIN_CLAIM, text, kind: "semantic" as const, subject: null };
  return indexes.memories(store.read, scopeRef, (index) => nearest(plain, index, vectors));
}

type Compared = Pick<Candidate, "text" | "key" | "kind" | "slot" | "subject" | "extends" | ModelRelation>;
/** Lists of known memories by their numbers. */
type ModelRelation = "matches" | "contradicts";

/**
 * Named memories, those with the same slot and key, and the nearest by meaning and by words: each with its calibrated
 * similarity.
 */
async function nearest(
  claim: Compared,
  index: MemoryIndex,
  vectors: readonly QueryVector[],
  underway: readonly PendingMemory[] = [],
): Promise<Near[]> {
  const { corpus } = index;
  const { size } = corpus;
  const cosines = await corpus.similarity(vectors);
  const cosinesUnderway = underway.map((one) => cosineOf(one, vectors));
  const items = namedIn(claim, index, underway);
  // Writes in progress are numbered after the corpus, as they will be in it.
  const rowOf = (item: number): NumberedMemoryRow | undefined =>
    item < size ? corpus.rows[item]?.row : underway[item - size]?.row;
  const byWords = new Top(NEAREST);
  const byMeaning = new Top(NEAREST);
  const offer = (top: Top, item: number, score: number): void => {
    const row = rowOf(item);
    // A summary of a conversation is no claim that could be met.
    if (row !== undefined && (row.kind !== "timeline" || claim.kind === "timeline")) top.offer(item, score);
  };
  const offerAll = (top: Top, scores: Float32Array): void =>
    eachAbove(scores, size, top, (item, score) => offer(top, item, score));
  const termsUnderway = underway.map((one) => one.terms);
  const inWords = scoresWith([...new Set(terms(claim.text.slice(0, LOOKED_UP)))], corpus, termsUnderway);
  offerAll(byWords, inWords);
  if (cosines !== undefined) offerAll(byMeaning, cosines);
  for (const [i, cosine] of cosinesUnderway.entries()) {
    const score = inWords[size + i]!;
    if (score > 0) offer(byWords, size + i, score);
    if (cosine !== null && cosine > 0) offer(byMeaning, size + i, cosine);
  }
  for (const item of [...byWords.items(), ...byMeaning.items()]) items.add(item);
  const model = vectors[0]?.model;
  const calibration = model === undefined ? undefined : calibrationOf(model);
  return [...items].flatMap((item) => {
    const row = rowOf(item);
    if (row === undefined) return [];
    const stored = cosines !== undefined && corpus.embedded[item] === 1 ? cosines[item]! : null;
    const cosine = item < size ? stored : cosinesUnderway[item - size]!;
    const similarity = cosine === null || calibration === undefined ? null : probability(cosine, calibration);
    return [{ row, similarity, cosine }];
  });
}

/** The memories that a claim names, and those with its slot or its key; by their positions, as `nearest()` has them. */
function namedIn(claim: Compared, index: MemoryIndex, underway: readonly PendingMemory[]): Set<number> {
  const { key: requestedKey, slot, subject, matches, contradicts, extends: more = [] } = claim;
  const { corpus } = index;
  const key = factKey(claim.text);
  const items = new Set(index.alike(key, slot, subject));
  if (requestedKey !== undefined) for (const item of index.alike(requestedKey, null, null)) items.add(item);
  for (const num of [...matches, ...contradicts, ...more]) {
    const item = corpus.itemOf(num);
    if (item !== undefined) items.add(item);
  }
  for (const [i, { row }] of underway.entries()) {
    const isInSlot = slot !== null && row.slot === slot && row.subject === subject;
    if (isInSlot || row.key === key || row.key === requestedKey) items.add(corpus.size + i);
  }
  return items;
}

/**
 * Gives every item that may be among the best. One tight loop over numbers, because it goes through the whole scope; what
 * is left of a removed item in them is passed over by `give`.
 */
function eachAbove(
  scores: Float32Array,
  size: number,
  top: Top,
  give: (item: number, score: number) => void,
): void {
  let bar = 0;
  for (let item = 0; item < size; item += 1) {
    const score = scores[item]!;
    if (score <= 0 || score < bar) continue;
    give(item, score);
    bar = top.bar;
  }
}

/** How near a claim that is under way is by meaning; `null` where vectors do not tell. */
function cosineOf({ vectors: theirs }: PendingMemory, vectors: readonly QueryVector[]): number | null {
  let best: number | null = null;
  for (const { model, vector } of vectors)
    for (const other of theirs)
      if (other.model === model && other.vector.length === vector.length)
        best = Math.max(best ?? 0, dot(vector, other.vector));
  return best;
}

/** Forgotten or merged memories that it may say again. Their vectors are not at hand, so their words alone tell. */
function likely(candidate: Candidate, entries: Iterable<MemoryEntry>): { row: NumberedMemoryRow }[] {
  const all = [...entries];
  if (all.length === 0) return [];
  const words = terms(candidate.text.slice(0, LOOKED_UP));
  const shared = ({ row, terms: { set } }: MemoryEntry): number =>
    words.filter((word) => set.has(word)).length +
    (candidate.slot !== null && row.slot === candidate.slot ? 1 : 0);
  return all
    .map((entry) => ({ row: entry.row, shared: shared(entry) }))
    .filter((one) => one.shared > 0)
    .sort((a, b) => b.shared - a.shared)
    .slice(0, LIKELY);
}

/** The memories that have some keys, as the index knows them. */
function keyedIn(index: MemoryIndex, keys: readonly string[]): MemoryRow[] {
  return keys.flatMap((key) => {
    const entry = index.keyed(key);
    return entry === undefined ? [] : [{ ...entry.row, key }];
  });
}

/** Ended memories are not compared. */
const LINKABLE: ReadonlySet<MemoryStatus> = new Set(["active", "shadow", "pending", "archived"]);

/** The edges of a text to the memories near it. */
export function linksTo(
  text: string,
  near: readonly Near[],
  { neighbours, minStrength }: Settings["relations"],
  now: number,
): Link[] {
  const links = near
    .filter(({ words }) => words === undefined)
    .filter(({ row }) => row.kind === "semantic" && LINKABLE.has(statusAt(row, now)))
    .map(({ row, similarity }) => ({ id: row.id, similarity, overlap: tokenOverlap(text, row.text) }));
  return nearestNeighbours(links, { minStrength, most: neighbours });
}

/** The edges that come with a claim: those of a new memory, or of one whose words change. `null`: none change. */
export function linksOf(
  { memory, met, replaces, until, evicts, evidence }: Claim,
  { text, kind }: Pick<Candidate, "text" | "kind">,
  near: readonly Near[],
  relations: Settings["relations"],
): Omit<LinkArgs, "id"> | null {
  if (!relations.enable || kind !== "semantic") return null;
  if (memory === null && met?.changes.text === undefined) return null;
  if (met !== null && near.some(({ row }) => row.id === met.id && row.text === text)) return null;
  const out = new Set([met?.id, ...replaces, ...until, evicts]);
  const others = near.filter(({ row }) => !out.has(row.id));
  return { links: linksTo(text, others, relations, evidence.created_at), anew: met !== null };
}
