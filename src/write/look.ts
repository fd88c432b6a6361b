import { mayTouch } from "../domain/allowlist.ts";
import type { Candidate } from "../domain/candidate.ts";
import { factKey } from "../domain/key.ts";
import type { Evictable, UsedWrites } from "../domain/limits.ts";
import { Top } from "../domain/relevance/top.ts";
import { matchWords } from "../domain/relevance/word-match.ts";
import type { Scope } from "../domain/scope.ts";
import type { Settings } from "../domain/settings.ts";
import { terms } from "../language/shared/terms.ts";
import { calibrationOf, probability } from "../models/calibration.ts";
import type { QueryVector } from "../scope-index/corpus.ts";
import type { MemoryEntry } from "../scope-index/memory-entry.ts";
import type { MemoryIndex } from "../scope-index/memory-index.ts";
import type { ScopePlace } from "../scope-index/scope-index.ts";
import { heldInFull } from "../store/evictable.ts";
import { backedByTurn } from "../store/evidence.ts";
import { findMemoryByKey, type MemoryRow } from "../store/memories.ts";
import type { PlacedMemoryRow } from "../store/memory-search.ts";
import { survivorOf } from "../store/merged.ts";
import type { ScopeRow } from "../store/scopes.ts";
import { forgottenAt } from "../store/tombstones.ts";
import { decodeVector, type NewVector } from "../store/vectors.ts";
import { usedWrites, type WritePlace } from "../store/write-counts.ts";
import type { Proposal } from "./proposal.ts";
import type { WriteTools } from "./write-tools.ts";

/** A known memory, and how similar a claim is to it: calibrated, 0–1; `null` without an embedder. */
export interface Near {
  readonly row: PlacedMemoryRow;
  readonly similarity: number | null;
  /** Words under which the memory is known too: those of one that was merged into it. Default: its own. */
  readonly words?: Pick<MemoryRow, "key" | "text">;
}

/**
 * All that deciding about one claim needs to know of its scope. Plain data that changes only with the scope's revision,
 * so that who writes compares this one number.
 */
export interface Seen {
  /** What may be the same, or the opposite. */
  readonly near: readonly Near[];
  /** Forgotten memories that share its words, and when they were forgotten. */
  readonly forgotten: readonly { readonly row: PlacedMemoryRow; readonly at: number | null }[];
  /** The memories that have its key, or its key with the subject's name. */
  readonly keyed: readonly MemoryRow[];
  /** When a claim that says the same was forgotten, even one that is erased; `null`: never. */
  readonly forgottenAt: number | null;
  /** Ids of memories that its turn backs already. */
  readonly backed: readonly string[];
  readonly used: UsedWrites;
  /** The memories of a full scope; `null` while there is room. */
  readonly full: readonly Evictable[] | null;
}

const UNUSED: UsedWrites = { turn: 0, session: 0, hour: 0, day: 0 };
export const NOTHING_SEEN: Seen = {
  ...{ near: [], forgotten: [], keyed: [], forgottenAt: null, backed: [], used: UNUSED, full: null },
};

/** How many of the nearest by meaning, and by words, are compared word by word. */
const NEAREST = 5;
/** Characters of a claim by whose words others are found; a longer one is a document, known by its beginning. */
export const LOOKED_UP = 4_000;
/** Forgotten memories that are compared word by word: those that share most. */
const LIKELY = 20;

/** The keys a claim may have: two people of one name may say the same of themselves, and each needs one. */
export function keysOf({ candidate: { text, subject }, asked }: Proposal): string[] {
  const key = asked?.key ?? factKey(text);
  return subject === null ? [key] : [key, factKey(`${key} ${subject}`)];
}

/** Under a key of their own a user's words meet nothing else, whatever they say. */
export function keyDecides({ asked, role }: Proposal): boolean {
  return asked !== null && asked.key !== null && role === "user";
}

/** Where a new memory is counted. An event that names no turn is one of its own. */
export function countedIn({ source: { id, session, turn, at } }: Proposal): WritePlace {
  return { session, turn: turn ?? `event ${id}`, said: at };
}

/** Looks up what a claim may meet. `categories`: those outside are not seen, and so neither met nor replaced. */
export async function look(
  tools: WriteTools,
  scope: Scope,
  place: ScopeRow,
  proposal: Proposal,
  vectors: readonly NewVector[],
  { writePolicy }: Pick<Settings, "writePolicy">,
  categories: readonly string[] | undefined,
): Promise<Seen> {
  const { store, now } = tools;
  const { candidate, source } = proposal;
  const here = { ...place, tenant: scope.tenant };
  const found = keyDecides(proposal) ? FOUND_NOTHING : await findNear(tools, here, candidate, vectors);
  const visible = ({ row }: { row: MemoryRow }): boolean => mayTouch(categories, row.category);
  const near = found.near.filter(visible);
  const forgotten = found.forgotten.filter(visible);
  const [key, ...others] = keysOf(proposal);
  const own = { key: key!, text: candidate.text, subject: candidate.subject, slot: candidate.slot };
  const rows = forgotten.map(({ row }) => row);
  const [at = null, ...times] = await forgottenAt(store.read, here, [own, ...rows]);
  const keyed: MemoryRow[] = [];
  for (const one of [key!, ...others]) {
    const row = await findMemoryByKey(store.read, scope.tenant, place.num, one);
    // A key of one that was merged is a key of the memory that it lives on in.
    if (row !== undefined)
      keyed.push({ ...(await survivorOf(store.read, scope.tenant, place.num, row)), key: one });
  }
  const ids = [...near.map(({ row }) => row.id), ...rows.map(({ id }) => id)];
  return {
    ...{ near, keyed, forgottenAt: at },
    forgotten: rows.map((row, i) => ({ row, at: times[i] ?? null })),
    backed: await backedByTurn(store.read, here, ids, source.turn),
    used: await usedWrites(store.read, here, countedIn(proposal)),
    full:
      found.known < writePolicy.maxItemsPerScope
        ? null
        : await heldInFull(store.read, here, writePolicy.maxItemsPerScope, now()),
  };
}

interface Found {
  /** How many memories the scope has that are not forgotten. */
  readonly known: number;
  readonly near: readonly Near[];
  readonly forgotten: readonly { readonly row: PlacedMemoryRow; readonly at: null }[];
}

/** Where nothing is looked for, the database says how many there are. */
const FOUND_NOTHING: Found = { known: Number.POSITIVE_INFINITY, near: [], forgotten: [] };

/** What a claim may meet: of what is known, and of what was forgotten. */
export function findNear(
  { indexes, store }: WriteTools,
  place: ScopePlace,
  candidate: Candidate,
  vectors: readonly NewVector[],
): Promise<Found> {
  return indexes.memories(store.read, place, async (index) => ({
    known: index.size,
    near: [...(await nearest(candidate, index, vectors.map(toQuery))), ...likelyMerged(candidate, index)],
    forgotten: likely(candidate, index.forgotten).map(({ row }) => ({ row, at: null })),
  }));
}

/** Memories that are known under words of one that was merged into them. */
function likelyMerged(candidate: Candidate, index: MemoryIndex): Near[] {
  return likely(candidate, index.merged).flatMap(({ row: words }) => {
    const row = index.survivor(words.id)?.row;
    return row === undefined ? [] : [{ row, similarity: null, words }];
  });
}

/** The memories nearest to a text by words and by meaning. */
export function nearTo(
  { indexes, store }: Pick<WriteTools, "indexes" | "store">,
  place: ScopePlace,
  text: string,
  vectors: readonly QueryVector[],
): Promise<readonly Near[]> {
  const plain = {
    text,
    kind: "semantic" as const,
    slot: null,
    subject: null,
    ends: [],
    matches: [],
    contradicts: [],
  };
  return indexes.memories(store.read, place, (index) => nearest(plain, index, vectors));
}

/** What is named, the same slot and key, the nearest by meaning and by words: each with its calibrated similarity. */
async function nearest(
  {
    text,
    kind,
    slot,
    subject,
    ends,
    matches,
    contradicts,
    extends: more = [],
  }: Pick<Candidate, "text" | "kind" | "slot" | "subject" | "ends" | "matches" | "contradicts" | "extends">,
  index: MemoryIndex,
  vectors: readonly QueryVector[],
): Promise<Near[]> {
  const { corpus } = index;
  const cosines = await corpus.similarity(vectors);
  const model = vectors[0]?.model;
  const calibration = model === undefined ? undefined : calibrationOf(model);
  const found = new Set(index.alike(factKey(text), slot, subject));
  const offer = (top: Top, item: number, score: number): void => {
    const row = corpus.rows[item]?.row;
    // A summary of a conversation is no claim that could be met.
    if (row !== undefined && (row.kind !== "timeline" || kind === "timeline")) top.offer(item, score);
  };
  const byWords = new Top(NEAREST);
  const byMeaning = new Top(NEAREST);
  const { turn } = matchWords([...new Set(terms(text.slice(0, LOOKED_UP)))], corpus);
  for (const num of [...ends, ...matches, ...contradicts, ...more]) {
    const item = corpus.itemOf(num);
    if (item !== undefined) found.add(item);
  }
  // Numbers in a row: what is left of a removed item in them is passed over.
  for (let item = 0; item < corpus.size; item += 1) {
    if (turn[item]! > 0 && turn[item]! >= byWords.bar) offer(byWords, item, turn[item]!);
    if (cosines !== undefined && cosines[item]! > 0 && cosines[item]! >= byMeaning.bar)
      offer(byMeaning, item, cosines[item]!);
  }
  for (const item of [...byWords.items(), ...byMeaning.items()]) found.add(item);
  return [...found].flatMap((item) => {
    const entry = corpus.rows[item];
    if (entry === undefined) return [];
    const cosine = cosines !== undefined && corpus.embedded[item] === 1 ? cosines[item]! : null;
    const similarity = cosine === null || calibration === undefined ? null : probability(cosine, calibration);
    return [{ row: entry.row, similarity }];
  });
}

/** Forgotten or merged memories that it may say again. Their vectors are not at hand, so their words alone tell. */
function likely(candidate: Candidate, entries: Iterable<MemoryEntry>): { row: PlacedMemoryRow }[] {
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

export function toQuery({ model, data }: NewVector): QueryVector {
  return { model, vector: decodeVector(Buffer.from(data, "base64")) };
}
