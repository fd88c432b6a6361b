import type { Degraded } from "../../api/recall.ts";
import type { Source } from "../../domain/enums.ts";
import { SEARCH } from "../../domain/relevance/fuse.ts";
import type { QuestionSignals } from "../../domain/relevance/relevance-index.ts";
import { type Verdict, verdict } from "../../domain/why-not.ts";
import { questionSignals } from "../../language/question-signals.ts";
import { BoundedMap } from "../../runtime/bounded-map.ts";
import { nextTurn } from "../../runtime/yield.ts";
import type { Corpus, QueryVector } from "../../scope-index/corpus.ts";
import type { UseOf } from "../../scope-index/indexes.ts";
import type { ReadableScope } from "../../scope-index/scope-index.ts";
import { decodeVector, type VectorKind, vectorsOfTexts } from "../../store/tables/vectors.ts";
import type { SqlReader } from "../../store/tx.ts";
import { embedQuestion } from "../parse/embed-question.ts";
import { calledBy, isAny, type ParsedQuestion } from "../parse/question.ts";
import {
  MAX_BELOW,
  type RecallCandidate,
  type RecallTrace,
  type Scored,
  type Watched,
} from "../shared/candidate.ts";
import { degradedBy, readerUntil } from "../shared/deadline.ts";
import { cosineSearch } from "./cosine-search.ts";
import {
  allCandidates,
  hybridSearch,
  type Missed,
  type Search,
  type SearchTrace,
  scanSearch,
  wordSearch,
} from "./hybrid-search.ts";
import type { RetrieveRequest } from "./lookup.ts";
import { overviewOrder } from "./overview-order.ts";

/** The differences between the sources. */
export interface Kind<I extends { readonly corpus: Corpus<R> }, R>
  extends Pick<Search<R>, "weighing" | "newness" | "floor" | "anything" | "holds"> {
  readonly source: Source;
  /** The texts whose vectors are compared. */
  readonly texts: VectorKind;
  readonly retriever: RetrieveRequest["retriever"];
  /** Whether the answer is to be of many things, as for an overview. Default: no. */
  readonly varied?: boolean;
  within<T>(request: RetrieveRequest, scope: ReadableScope, use: UseOf<I, T>): Promise<T>;
  eligibleIn(index: I): Search<R>["eligible"];
  /** The item of the line that somebody asks about; `undefined`: it is not in this index. */
  watchedIn(index: I, watched: Watched): number | undefined;
  /** Why an item cannot answer, whatever it is worth; `null`: it can. */
  whyNot(index: I, item: number, vectors: readonly QueryVector[]): Verdict | null;
  /** Those of what was found that may be shown beside each other. */
  open(index: I, scored: readonly Scored[]): readonly Scored[];
  candidates(
    index: I,
    scored: readonly Scored[],
    vectors: readonly QueryVector[],
    words: readonly string[],
  ): RecallCandidate[];
}

/** Searches one source of a scope: embed the question, score in the index, cut at the floor. */
export async function searchSource<I extends { readonly corpus: Corpus<R> }, R>(
  request: RetrieveRequest,
  scope: ReadableScope,
  kind: Kind<I, R>,
): Promise<RecallCandidate[]> {
  const { source, retriever } = kind;
  const { question, deadline, trace, threshold, enough } = request;
  const reader = readerUntil(deadline, request.reader);
  const now = request.now.getTime();
  const query = question.text;
  const any = isAny(query);
  const isAnything = any || retriever === "strength" || retriever === "all";
  let vectors: readonly QueryVector[] = [];
  let degraded: Degraded | null = null;
  const byMeaning = retriever === "hybrid" || retriever === "cosine";
  if (byMeaning) {
    // Asked for first and outside: nobody holds the index while a model thinks.
    const models = await kind.within(request, scope, ({ corpus }) => corpus.models);
    ({ vectors, degraded } = await embedQuestion(request, any ? "" : question.spoken, models));
  }
  return kind.within(request, scope, async (index, stale) => {
    const { corpus } = index;
    const signals = byMeaning
      ? readOf(corpus, question, now).questionSignals
      : questionSignals(query, [], now);
    const watched = watchedItem(request, scope, (one) => kind.watchedIn(index, one));
    const traced = trace && new SourceTrace(trace, source, watched, isAnything ? "items" : "unrelated");
    const search: Search<R> = {
      ...kind,
      corpus,
      query,
      questionSignals: signals,
      vectors,
      threshold,
      enough,
      eligible: kind.eligibleIn(index),
      aboutOnly: kind.weighing === SEARCH,
      trace: traced,
      pause: stale === null ? nextTurn : undefined,
      exact: stale === null ? (refs) => exactVectors(reader, scope, kind.texts, refs) : undefined,
    };
    const found = await choose(search, retriever, any);
    deadline.degraded ??= degradedBy(stale) ?? degraded;
    // An index that is in use can be rebuilt in between: its items are different then.
    if (index.corpus !== corpus) return [];
    const candidatesOf = (some: readonly Scored[]): RecallCandidate[] =>
      kind.candidates(index, some, vectors, signals.words);
    const open = kind.open(index, found);
    // What was not weighed by signals, such as the newest, has its own order.
    const isVaried = kind.varied === true && found.every(({ explain }) => explain !== null);
    const candidates = candidatesOf(isVaried ? overviewOrder(corpus, open) : open);
    traced?.cut(candidatesOf(kind.open(index, traced.weak)));
    if (watched !== undefined)
      traced?.verdictOn(watched, found, kind.whyNot(index, watched, vectors), enough);
    return candidates;
  });
}

/** What one search leaves out, for the trace of the recall. */
class SourceTrace implements SearchTrace {
  /** The best below the floor, and the watched item. */
  readonly weak: Scored[] = [];
  readonly watched: number | undefined;
  readonly #trace: RecallTrace;
  readonly #source: Source;
  #floor = 0;
  #missed: Missed;

  /** `missed`: why the watched item is not found, unless the search says something else. */
  constructor(trace: RecallTrace, source: Source, watched: number | undefined, missed: Missed) {
    this.#trace = trace;
    this.#source = source;
    this.watched = watched;
    this.#missed = missed;
  }

  floor(least: number): void {
    this.#floor = least;
    this.#trace.floor(this.#source, least);
  }

  below(scored: Scored): void {
    if (this.weak.length < MAX_BELOW || scored.item === this.watched) this.weak.push(scored);
  }

  missed(code: Missed): void {
    this.#missed = code;
  }

  cut(candidates: readonly RecallCandidate[]): void {
    for (const candidate of candidates) this.#trace.cut(candidate, this.#floor > 1 ? "gate" : "floor");
  }

  verdictOn(watched: number, scored: readonly Scored[], why: Verdict | null, enough: number): void {
    const isFound = [...scored, ...this.weak].some(({ item }) => item === watched);
    // In a group, what was found may be about others than the question.
    const missed = isFound ? verdict("person") : verdict(this.#missed, { most: enough });
    this.#trace.missed(why ?? missed);
  }
}

/** The line that somebody asks about is one of the first scope's. */
function watchedItem(
  { trace, scopes: [ownScope] }: RetrieveRequest,
  { scope }: ReadableScope,
  itemOf: (watched: Watched) => number | undefined,
): number | undefined {
  const isOwn = scope.kind === ownScope?.kind && scope.id === ownScope.id;
  return trace === undefined || trace.watched === null || !isOwn ? undefined : itemOf(trace.watched);
}

async function choose<R>(
  search: Search<R>,
  retriever: RetrieveRequest["retriever"],
  any: boolean,
): Promise<Scored[]> {
  if (retriever === "strength" || retriever === "all") {
    return allCandidates({ ...search, enough: Number.POSITIVE_INFINITY }, retriever);
  }
  if (any) return allCandidates(search, "recent");
  if (retriever === "cosine") return cosineSearch(search);
  if (search.questionSignals.words.length === 0 && search.vectors.length === 0) {
    // No word to look for, as in "who am I?": what holds the letters, else the newest may help.
    const scanned = await scanSearch(search);
    return scanned.length > 0 ? scanned : allCandidates(search, "recent");
  }
  return retriever === "words" ? wordSearch(search) : hybridSearch(search);
}

/** The reading of a question, which depends on the speakers of the corpus. */
interface Read {
  readonly questionSignals: QuestionSignals;
  /** Of which speakers, and how many names of theirs. */
  readonly cast: number;
  readonly names: number;
  /** The moment that its times are seen from; `null` = it means none. */
  readonly at: number | null;
}

/** A question that is asked again, as in a loop of tool calls, is not read again. */
const READ = new WeakMap<object, Map<string, Read>>();
const MAX_READ = 64;

function readOf<R>(corpus: Corpus<R>, question: ParsedQuestion, now: number): Read {
  const cache = READ.get(corpus) ?? new BoundedMap<string, Read>(MAX_READ);
  READ.set(corpus, cache);
  const { asking, asker, namedAccounts, names, ownAccounts, text } = question;
  const about = JSON.stringify([text, asker, ...namedAccounts]);
  const before = cache.get(about);
  // "Last week" is another one next week.
  const isSame = before?.cast === corpus.cast && before.names === names.size && (before.at ?? now) === now;
  if (before !== undefined && isSame) return before;
  const { accounts, cast } = corpus;
  const speakers = accounts.map((account, i) => [...corpus.speakers[i]!, ...calledBy(names, account)]);
  const plain = questionSignals(text, speakers, now);
  // "I" names the one who asks, as their own name would.
  const people = accounts.map(
    (account, i) =>
      plain.namedAuthors[i]! || namedAccounts.has(account) || (asking.self && ownAccounts.has(account)),
  );
  const signals = { ...plain, namedAuthors: people, anyNamed: people.includes(true) };
  const at = signals.times.length > 0 ? now : null;
  const read = { questionSignals: signals, cast, names: names.size, at };
  cache.set(about, read);
  return read;
}

async function exactVectors(
  reader: SqlReader,
  scope: ReadableScope,
  kind: VectorKind,
  refs: readonly number[],
): Promise<Map<number, QueryVector[]>> {
  const byRef = new Map<number, QueryVector[]>(refs.map((ref) => [ref, []]));
  for (const { ref, model, data } of await vectorsOfTexts(reader, scope, kind, refs))
    byRef.get(ref)?.push({ model, vector: decodeVector(data) });
  return byRef;
}
