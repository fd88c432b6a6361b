import { type Asked, readAsked } from "../domain/relevance/asked.ts";
import type { RelevancePart } from "../domain/relevance/relevance.ts";
import { withoutNames } from "../domain/relevance/who.ts";
import type { Settings } from "../domain/settings.ts";
import { strengthAt } from "../domain/strength.ts";
import type { Embedder } from "../models/embedder.ts";
import type { Corpus, QueryVector } from "../scope-index/corpus.ts";
import type { EventEntry } from "../scope-index/event-index.ts";
import type { Indexes, UseOf } from "../scope-index/indexes.ts";
import { pause } from "../scope-index/load.ts";
import type { MemoryEntry } from "../scope-index/memory-index.ts";
import { rowFilter, type StoreFilter } from "../store/memory-search.ts";
import type { Reader } from "../store/tx.ts";
import { decodeVector, type VectorKind, vectorsOfText } from "../store/vectors.ts";
import { type Deadline, readerUntil } from "./deadline.ts";
import { type Degraded, degradedBy } from "./degraded.ts";
import { embedQuestion } from "./embed-question.ts";
import type { ReadableScope } from "./resolve.ts";
import { allOf, hybridSearch, type Scored, type Search, scanSearch, type Via, wordSearch } from "./search.ts";

/** What a recall may look through. */
export const SOURCES = ["memories", "events", "timeline"] as const;
export type Source = (typeof SOURCES)[number];

interface Found {
  readonly scope: ReadableScope;
  readonly relevance: number;
  /** The relevance before its scale ended at 1. */
  readonly order: number;
  readonly via: Via;
  readonly explain: (() => RelevancePart[]) | null;
}

export interface MemoryCandidate extends Found {
  readonly kind: "memory" | "timeline";
  readonly entry: MemoryEntry;
}

export interface EventCandidate extends Found {
  readonly kind: "event";
  readonly entry: EventEntry;
  /** The passage of a long text that comes closest, counted from 0. */
  readonly passage: number;
}

export type Candidate = MemoryCandidate | EventCandidate;

export interface RetrieveRequest {
  readonly reader: Reader;
  readonly indexes: Indexes;
  readonly embedder: Embedder | null;
  readonly query: string;
  readonly now: Date;
  readonly retriever: Settings["readPolicy"]["retriever"];
  readonly threshold: number | undefined;
  readonly enough: number;
  readonly deadline: Deadline;
  readonly signal: AbortSignal | undefined;
  /** For memories and the timeline. */
  readonly filter: StoreFilter;
  /** As it was true then; `null` = as it is now. */
  readonly asOf: number | null;
  readonly minStrength: number;
  /** Procedures are fetched only by name (R284). */
  readonly procedural: boolean;
}

export interface Retrieved {
  readonly candidates: Candidate[];
  readonly degraded: Degraded | null;
}

/** Finds what may be relevant in one source of one scope, from its index in memory. */
export function retrieve(request: RetrieveRequest, scope: ReadableScope, source: Source): Promise<Retrieved> {
  const { reader, indexes, deadline } = request;
  if (source === "events") {
    const within = <T>(use: UseOf<Corpus<EventEntry>, T>): Promise<T> =>
      indexes.events(reader, scope, (index, stale) => use(index.corpus, stale), deadline.late);
    return find(request, scope, within, "e", {
      retriever: "hybrid",
      eligible: eventFilter(request),
      newness: ({ event }) => event.at.getTime(),
      candidate: (entry, found, passage) => ({ kind: "event", entry, passage: passage(), ...found }),
    });
  }
  const within = <T>(use: UseOf<Corpus<MemoryEntry>, T>): Promise<T> =>
    indexes.memories(reader, scope, (index, stale) => use(index.corpus, stale), deadline.late);
  return find(request, scope, within, "m", {
    retriever: request.retriever,
    eligible: memoryFilter(request, source),
    newness: ({ row }) => row.confirmed_at,
    candidate: (entry, found) => ({ kind: source === "timeline" ? "timeline" : "memory", entry, ...found }),
  });
}

/** What differs between the sources. */
interface Kind<R> {
  readonly retriever: RetrieveRequest["retriever"];
  readonly eligible: (row: R) => boolean;
  readonly newness: (row: R) => number;
  candidate(row: R, found: Found, passage: () => number): Candidate;
}

async function find<R>(
  request: RetrieveRequest,
  scope: ReadableScope,
  within: <T>(use: UseOf<Corpus<R>, T>) => Promise<T>,
  kind: VectorKind,
  { retriever, eligible, newness, candidate }: Kind<R>,
): Promise<Retrieved> {
  const { query, embedder, deadline, signal } = request;
  const reader = readerUntil(deadline, request.reader);
  const now = request.now.getTime();
  const wanted = query.trim();
  const any = wanted === "" || wanted === "*";
  let vectors: readonly QueryVector[] = [];
  let degraded: Degraded | null = null;
  if (retriever === "hybrid") {
    // Asked for first and outside: nobody holds the index while a model thinks.
    const { spoken, models } = await within((corpus) => ({
      spoken: any ? "" : readOf(corpus, query, now).spoken,
      models: corpus.models,
    }));
    ({ vectors, degraded } = await embedQuestion(embedder, spoken, models, deadline, signal));
  }
  return within(async (corpus, stale) => {
    const asked = retriever === "hybrid" ? readOf(corpus, query, now).asked : readAsked(query, [], now);
    const search: Search<R> = {
      corpus,
      query,
      asked,
      vectors,
      eligible,
      newness,
      threshold: request.threshold,
      enough: request.enough,
      pause: stale === null ? pause : undefined,
      exact: stale === null ? (ref) => exactVectors(reader, scope, kind, ref) : undefined,
    };
    const scored = await choose(search, retriever, any);
    const candidates = scored.map(({ item, relevance, order, via, explain }) =>
      candidate(corpus.rows[item]!, { scope, relevance, order, via, explain }, () =>
        corpus.bestPassage(item, vectors),
      ),
    );
    return { candidates, degraded: degradedBy(stale) ?? degraded };
  });
}

async function choose<R>(
  search: Search<R>,
  retriever: RetrieveRequest["retriever"],
  any: boolean,
): Promise<Scored[]> {
  if (retriever === "strength" || retriever === "all") {
    return allOf({ ...search, enough: Number.POSITIVE_INFINITY }, retriever);
  }
  if (any) return allOf(search, "recent");
  if (search.asked.words.length === 0 && search.vectors.length === 0) {
    // R306: no word to look for, as in "who am I?": what holds the letters, else the newest may help.
    const held = await scanSearch(search);
    return held.length > 0 ? held : allOf(search, "recent");
  }
  return retriever === "words" ? wordSearch(search) : hybridSearch(search);
}

/** What a question's words say depends on who speaks in the corpus. */
interface Read {
  readonly asked: Asked;
  /** What is embedded of it. */
  readonly spoken: string;
  readonly cast: number;
}

/** A question that is asked again, as in a loop of tool calls, is not read again. */
const READ = new WeakMap<object, Map<string, Read>>();
const MOST_READ = 64;

function readOf<R>(corpus: Corpus<R>, query: string, now: number): Read {
  const known = READ.get(corpus) ?? new Map<string, Read>();
  READ.set(corpus, known);
  const before = known.get(query);
  if (before !== undefined && before.cast === corpus.cast) return before;
  const { speakers, cast } = corpus;
  const asked = readAsked(query, speakers, now);
  const read = { asked, spoken: withoutNames(query, speakers), cast };
  // "Last week" is another one next week.
  if (asked.times.length > 0) return read;
  if (known.size >= MOST_READ) known.clear();
  known.set(query, read);
  return read;
}

async function exactVectors(
  reader: Reader,
  scope: ReadableScope,
  kind: VectorKind,
  ref: number,
): Promise<QueryVector[]> {
  const rows = await vectorsOfText(reader, scope.tenant, scope.num, kind, ref);
  return rows.map(({ model, data }) => ({ model, vector: decodeVector(data) }));
}

function memoryFilter(request: RetrieveRequest, source: Source): (entry: MemoryEntry) => boolean {
  const { filter, asOf, minStrength, procedural, now } = request;
  const passes = rowFilter(filter);
  return (entry) => {
    const { kind } = entry.row;
    if (source === "timeline" ? kind !== "timeline" : kind === "timeline" && filter.kind !== "timeline") {
      return false;
    }
    if (kind === "procedural" && !procedural) return false;
    if (!passes(entry)) return false;
    if (minStrength > 0 && strengthOf(entry, now) < minStrength) return false;
    return asOf === null || entry.heldAt(asOf);
  };
}

export function strengthOf({ row }: MemoryEntry, now: Date): number {
  return strengthAt(row.strength, new Date(row.strength_at), now);
}

/** An event has a time, a role, a session and an actor; what else is filtered by, it cannot meet. */
function eventFilter({ filter, asOf }: RetrieveRequest): (entry: EventEntry) => boolean {
  const { role, session, actor, createdAfter = 0, createdBefore = Number.POSITIVE_INFINITY } = filter;
  const { at: _, status: __, minConfidence: ___, role: _r, session: _s, actor: _a, ...others } = filter;
  const { createdAfter: _f, createdBefore: _b, ...rest } = others;
  if (Object.values(rest).some((value) => value !== undefined)) return () => false;
  return ({ event }) => {
    const time = event.at.getTime();
    return (
      (asOf === null || time <= asOf) &&
      (role === undefined || event.role === role) &&
      (session === undefined || event.session === session) &&
      (actor === undefined || event.actor === actor) &&
      time >= createdAfter &&
      time < createdBefore
    );
  };
}
