import type { Candidate } from "../domain/candidate.ts";
import { underNewestName } from "../domain/display-name.ts";
import { factKey } from "../domain/key.ts";
import {
  type Decision,
  decide,
  type Incoming,
  type Known,
  LADDER,
  type LadderOptions,
} from "../domain/match/ladder.ts";
import { type SourceRole, sourceRank } from "../domain/match/source-rank.ts";
import { Top } from "../domain/relevance/top.ts";
import { matchWords } from "../domain/relevance/word-match.ts";
import { terms } from "../domain/terms.ts";
import { calibrationOf, probability } from "../models/calibration.ts";
import type { QueryVector } from "../scope-index/corpus.ts";
import type { MemoryEntry } from "../scope-index/memory-entry.ts";
import type { MemoryIndex } from "../scope-index/memory-index.ts";
import type { AuthorNames } from "../store/author-names.ts";
import { statusAt } from "../store/memories.ts";

/** A candidate and what the scope knows that may be the same. */
export interface Matched {
  readonly incoming: Incoming;
  readonly decision: Decision;
  /** The memories the decision speaks of, by their numbers. */
  readonly known: ReadonlyMap<number, MemoryEntry>;
  /** How similar the closest known memory is; `null` without vectors. */
  readonly closest: number | null;
  /** A forgotten memory that it says again, in whatever words (C18). */
  readonly restates: MemoryEntry | null;
}

/** How many of the nearest by meaning, and by words, are compared word by word. */
const NEAREST = 5;

/** Characters of a claim by whose words others are found; a longer one is a document, known by its beginning. */
const LOOKED_UP = 4_000;

/**
 * The rank a claim has when it meets others. Who corrects themselves, or says that something has changed or is no
 * longer so, speaks of the earlier word: that is as good as an explicit one.
 */
export function rankOf(candidate: Candidate, role: SourceRole): number {
  const { corrects, affirmed, validFrom, ends, method } = candidate;
  const speaksOfIt = corrects || !affirmed || validFrom !== null || ends.length > 0;
  return sourceRank(role, speaksOfIt ? "user_explicit" : method);
}

/** Finds what may be the same, and decides (C11). Nothing is read but the index. */
export async function match(
  candidate: Candidate,
  role: SourceRole,
  index: MemoryIndex,
  vectors: readonly QueryVector[],
  now: number,
  names: ReadonlyMap<string, AuthorNames>,
  options: LadderOptions = LADDER,
): Promise<Matched> {
  const incoming: Incoming = {
    ...candidate,
    key: factKey(candidate.text),
    rank: rankOf(candidate, role),
    later: candidate.validFrom !== null && candidate.validFrom > now,
  };
  const near = await nearest(incoming, index, vectors);
  const known = new Map<number, MemoryEntry>();
  const compared: Known[] = [];
  for (const [item, similarity] of near) {
    const entry = index.corpus.rows[item];
    if (entry === undefined) continue;
    const { row } = entry;
    known.set(row.num, entry);
    compared.push(toKnown(row, statusAt(row, now), similarity, names));
  }
  const closest = compared.reduce<number | null>(
    (best, { similarity }) => (similarity === null ? best : Math.max(best ?? 0, similarity)),
    null,
  );
  const decision = decide(incoming, compared, options);
  const restates = NEW.has(decision.outcome) ? restated(incoming, index, names, options) : null;
  if (restates === null || decision.outcome === "coexist")
    return { incoming, decision, known, closest, restates };
  const { row } = restates;
  known.set(row.num, restates);
  const also = [...(decision.outcome === "supersede" ? [decision.target!] : []), ...decision.also];
  const { until } = decision;
  const revived: Decision = { outcome: "revive", target: row.num, also, until, reason: "it was forgotten" };
  return { incoming, decision: revived, known, closest, restates };
}

/** Nothing that is known says the same. */
const NEW: ReadonlySet<Decision["outcome"]> = new Set(["create", "supersede", "coexist", "ask"]);

/** Forgotten memories that are compared word by word: those that share most. */
const LIKELY = 20;

/** The forgotten memory that it says again. Their vectors are not at hand, so their words alone tell. */
function restated(
  incoming: Incoming,
  index: MemoryIndex,
  names: ReadonlyMap<string, AuthorNames>,
  options: LadderOptions,
): MemoryEntry | null {
  const words = terms(incoming.text.slice(0, LOOKED_UP));
  const shared = ({ row, terms: { set } }: MemoryEntry): number =>
    words.filter((word) => set.has(word)).length +
    (incoming.slot !== null && row.slot === incoming.slot ? 1 : 0);
  const like = [...index.forgotten]
    .map((entry) => ({ entry, shared: shared(entry) }))
    .filter((one) => one.shared > 0)
    .sort((a, b) => b.shared - a.shared)
    .slice(0, LIKELY)
    .map(({ entry }) => entry);
  if (like.length === 0) return null;
  const known = like.map(({ row }) => toKnown(row, row.status, null, names));
  const { outcome, target } = decide(incoming, known, { ...options, canAsk: false });
  return outcome === "revive" ? (like.find(({ row }) => row.num === target) ?? null) : null;
}

/** Under the name its subject has now: who renamed themselves says the same as before. */
function toKnown(
  row: MemoryEntry["row"],
  status: Known["status"],
  similarity: number | null,
  names: ReadonlyMap<string, AuthorNames>,
): Known {
  const { num, key, subject, slot, rank } = row;
  const called = subject === null ? undefined : names.get(subject.split("'s ", 1)[0]!);
  const text = called === undefined ? row.text : underNewestName(row.text, called);
  return { num, key, text, subject, slot, affirmed: row.affirmed === 1, status, rank, similarity };
}

/** What is named, the same slot and key, the nearest by meaning and by words: each with its calibrated similarity. */
async function nearest(
  { text, key, slot, subject, ends, matches, contradicts, extends: more = [] }: Incoming,
  { corpus }: MemoryIndex,
  vectors: readonly QueryVector[],
): Promise<Map<number, number | null>> {
  const cosines = await corpus.similarity(vectors);
  const model = vectors[0]?.model;
  const calibration = model === undefined ? undefined : calibrationOf(model);
  const found = new Map<number, number | null>();
  const add = (item: number): void => {
    const cosine = cosines !== undefined && corpus.embedded[item] === 1 ? cosines[item]! : null;
    found.set(item, cosine === null || calibration === undefined ? null : probability(cosine, calibration));
  };
  const byWords = new Top(NEAREST);
  const byMeaning = new Top(NEAREST);
  const { turn } = matchWords([...new Set(terms(text.slice(0, LOOKED_UP)))], corpus);
  const named = new Set([...ends, ...matches, ...contradicts, ...more]);
  for (let item = 0; item < corpus.size; item += 1) {
    const row = corpus.rows[item]?.row;
    if (row === undefined) continue;
    const inSlot = slot !== null && row.slot === slot && row.subject === subject;
    if (row.key === key || inSlot || named.has(row.num)) add(item);
    if (turn[item]! > 0) byWords.offer(item, turn[item]!);
    if (cosines !== undefined && cosines[item]! > 0) byMeaning.offer(item, cosines[item]!);
  }
  for (const item of [...byWords.items(), ...byMeaning.items()]) add(item);
  return found;
}
