import type { Degraded } from "../api/recall.ts";
import type { Asked } from "../domain/relevance/asked.ts";
import { QUOTE, SEARCH, type Weighing } from "../domain/relevance/fuse.ts";
import type { Source } from "../domain/source.ts";
import { readAsked } from "../language/asked.ts";
import { aspectsFor } from "../language/languages.ts";
import { withoutNames } from "../language/names.ts";
import type { Corpus, QueryVector } from "../scope-index/corpus.ts";
import type { EventEntry, EventIndex } from "../scope-index/event-index.ts";
import type { UseOf } from "../scope-index/indexes.ts";
import { pause } from "../scope-index/load.ts";
import type { MemoryIndex } from "../scope-index/memory-index.ts";
import type { ReadableScope } from "../scope-index/readable-scope.ts";
import type { Reader } from "../store/tx.ts";
import { decodeVector, type VectorKind, vectorsOfTexts } from "../store/vectors.ts";
import type { Candidate } from "./candidate.ts";
import { readerUntil } from "./deadline.ts";
import { degradedBy } from "./degraded.ts";
import { eventFilter, memoryFilter } from "./eligible.ts";
import { embedQuestion } from "./embed-question.ts";
import { type Floor, measuredFloor, memoryFloor, quoteFloor } from "./floor.ts";
import { calledBy, type ReadQuestion } from "./question.ts";
import { foundQuotes } from "./quotes/found.ts";
import { mayQuote, type QuoteRules } from "./quotes/rules.ts";
import { relatedIn } from "./related.ts";
import type { RetrieveRequest } from "./retrieve-request.ts";
import {
  allOf,
  hybridSearch,
  overviewOf,
  type Scored,
  type Search,
  scanSearch,
  wordSearch,
} from "./search.ts";
import { MOST_BELOW } from "./trace.ts";

/** How well a memory's source answers: what stands in the place of its own words' relevance. */
export type Lift = Pick<Scored, "relevance" | "order" | "explain">;

export interface Retrieved {
  readonly candidates: Candidate[];
  /** How well the sources of memories answer, by the memory's id: its own words may say it in another way. */
  readonly lifted?: ReadonlyMap<string, Lift>;
  readonly degraded: Degraded | null;
}

/** Finds what may be relevant in one source of one scope, from its index in memory. */
export async function retrieve(
  request: RetrieveRequest,
  scope: ReadableScope,
  source: Source,
): Promise<Retrieved> {
  const { reader, indexes, deadline, quoting, question } = request;
  if (source === "quotes" || source === "events") {
    const within = <T>(use: UseOf<EventIndex, T>): Promise<T> =>
      indexes.events(reader, scope, use, deadline.late);
    if (source === "events") return find(request, scope, within, "e", rawRecord(request, scope));
    // The newest that somebody said is the conversation itself: whoever asks for nothing in particular has it.
    if (quoting === null || isAny(question.text)) return { candidates: [], degraded: null };
    if (question.asking.overview) return overviewQuotes(request, scope, within, quoting);
    const lifted = new Map<string, Lift>();
    const found = await find(request, scope, within, "e", {
      ...quotes(request, scope, quoting, lifted),
      // What is too weak to be quoted lifts no memory either.
      below: quotes(request, scope, quoting, new Map()).candidates,
    });
    return { ...found, lifted };
  }
  const within = <T>(use: UseOf<MemoryIndex, T>): Promise<T> =>
    indexes.memories(reader, scope, use, deadline.late);
  return find(request, scope, within, "m", {
    source,
    retriever: question.asking.overview && quoting !== null ? "overview" : request.retriever,
    // Somebody's own question weighs memories and quotes alike, so that they can be compared.
    weighing: quoting === null || !question.personal ? SEARCH : QUOTE,
    eligible: () => memoryFilter(request, scope, source),
    newness: ({ row }) => row.confirmed_at,
    importance: ({ row }) => row.importance,
    floor: memoryFloor(question),
    candidates: (index, scored) => {
      const linked = relatedIn(index, request, scope);
      return scored.map(({ item, ...found }) => {
        const entry = index.corpus.rows[item]!;
        const kind = source === "timeline" ? "timeline" : "memory";
        return { kind, entry, scope, ...found, ...linked?.(entry) };
      });
    },
  });
}

/** Every event as it is, whoever said it. */
function rawRecord(request: RetrieveRequest, scope: ReadableScope): Kind<EventIndex, EventEntry> {
  return {
    source: "events",
    retriever: "hybrid",
    weighing: SEARCH,
    eligible: () => eventFilter(request),
    newness: ({ event }) => event.at.getTime(),
    floor: measuredFloor,
    candidates: ({ corpus }, scored, vectors) =>
      scored.map(({ item, ...found }) => {
        const entry = corpus.rows[item]!;
        const { actor, role } = entry.event;
        const passage = corpus.bestPassage(item, vectors);
        return { kind: "event", entry, passage, quotation: null, author: actor ?? role, scope, ...found };
      }),
  };
}

/** Users' own words, as far as they may be quoted. */
function quotes(
  request: RetrieveRequest,
  scope: ReadableScope,
  rules: QuoteRules,
  lifted: Map<string, Lift>,
): Kind<EventIndex, EventEntry> {
  const passes = eventFilter(request);
  return {
    source: "quotes",
    retriever: "hybrid",
    weighing: QUOTE,
    eligible: () => (entry, item) => passes(entry) && mayQuote(rules, item),
    newness: ({ event }) => event.at.getTime(),
    floor: quoteFloor(request.question),
    // A question like the one that is asked is the nearest of all, and nothing of it is shown.
    tells: (entry) => entry.message(0).told.length > 0,
    candidates: ({ corpus }, scored, vectors, words) => {
      for (const { item, relevance, order, explain } of scored) {
        for (const { entry } of rules.sources.of(corpus.refOf(item))) {
          if ((lifted.get(entry.row.id)?.order ?? 0) < order) {
            lifted.set(entry.row.id, { relevance, order, explain });
          }
        }
      }
      const found = foundQuotes(rules, scored, words, (item) => corpus.bestPassage(item, vectors));
      return found.map(({ scored: { item: _, ...how }, ...quote }) => ({
        kind: "event",
        scope,
        ...quote,
        ...how,
      }));
    },
  };
}

/** Somebody's own words about each side of their life in turn, so that one thing does not crowd out the others. */
async function overviewQuotes(
  request: RetrieveRequest,
  scope: ReadableScope,
  within: <T>(use: UseOf<EventIndex, T>) => Promise<T>,
  rules: QuoteRules,
): Promise<Retrieved> {
  const { question } = request;
  const lists: (readonly Scored[])[] = [];
  let degraded: Degraded | null = null;
  // Without meaning to go by, the newest stand beside what words find.
  const aspects = [...aspectsFor(question.text), ...(request.embedder === null ? ["*"] : [])];
  for (const text of aspects) {
    const kind = quotes(request, scope, rules, new Map());
    const one = { ...request, question: { ...question, text } };
    const found = await find(one, scope, within, "e", {
      ...kind,
      candidates: (_, scored) => {
        lists.push(scored);
        return [];
      },
    });
    degraded ??= found.degraded;
  }
  const { candidates } = quotes(request, scope, rules, new Map());
  return {
    candidates: await within((index) => candidates(index, inTurn(lists), [], [])),
    degraded,
  };
}

/** The first of each list, then the second of each: all before what is less relevant to anything. */
function inTurn(lists: readonly (readonly Scored[])[]): Scored[] {
  const seen = new Set<number>();
  const longest = Math.max(0, ...lists.map((list) => list.length));
  const all: Scored[] = [];
  for (let turn = 0; turn < longest; turn += 1) {
    for (const list of lists) {
      const one = list[turn];
      if (one === undefined || seen.has(one.item)) continue;
      seen.add(one.item);
      const order = OVERVIEW_FIRST / (1 + all.length / OVERVIEW_HALF);
      all.push({ ...one, order, relevance: order, via: "overview" });
    }
  }
  return all;
}

/** Where the first quote of an overview stands among memories, which stand by their importance; and the half of it. */
const OVERVIEW_FIRST = 0.6;
const OVERVIEW_HALF = 40;

/** Whether nothing in particular is asked for. */
function isAny(query: string): boolean {
  const wanted = query.trim();
  return wanted === "" || wanted === "*";
}

/** What differs between the sources. */
interface Kind<I extends { readonly corpus: Corpus<R> }, R> {
  readonly source: Source;
  readonly retriever: RetrieveRequest["retriever"] | "overview";
  readonly weighing: Weighing;
  eligible(index: I): (row: R, item: number) => boolean;
  readonly newness: (row: R) => number;
  readonly importance?: (row: R) => number;
  /** The least relevance, where the caller names none. */
  readonly floor: Floor;
  /** Whether a row answers anything. Default: all do. */
  readonly tells?: (row: R) => boolean;
  candidates: MakeCandidates<I>;
  /** The same for those below the floor, which only a trace sees. Default: `candidates`. */
  readonly below?: MakeCandidates<I>;
}

type MakeCandidates<I> = (
  index: I,
  scored: readonly Scored[],
  vectors: readonly QueryVector[],
  words: readonly string[],
) => Candidate[];

async function find<I extends { readonly corpus: Corpus<R> }, R>(
  request: RetrieveRequest,
  scope: ReadableScope,
  within: <T>(use: UseOf<I, T>) => Promise<T>,
  kind: VectorKind,
  {
    source,
    retriever,
    weighing,
    eligible,
    newness,
    importance,
    floor,
    tells,
    candidates,
    below = candidates,
  }: Kind<I, R>,
): Promise<Retrieved> {
  const { question, embedder, deadline, signal, trace } = request;
  const reader = readerUntil(deadline, request.reader);
  const now = request.now.getTime();
  const query = question.text;
  const any = isAny(query);
  let vectors: readonly QueryVector[] = [];
  let degraded: Degraded | null = null;
  if (retriever === "hybrid") {
    // Asked for first and outside: nobody holds the index while a model thinks.
    const { spoken, models } = await within(({ corpus }) => ({
      spoken: any ? "" : readOf(corpus, question, now).spoken,
      models: corpus.models,
    }));
    ({ vectors, degraded } = await embedQuestion(embedder, spoken, models, deadline, signal));
  }
  return within(async (index, stale) => {
    const { corpus } = index;
    const asked = retriever === "hybrid" ? readOf(corpus, question, now).asked : readAsked(query, [], now);
    const weak: Scored[] = [];
    const search: Search<R> = {
      corpus,
      query,
      asked,
      vectors,
      weighing,
      eligible: eligible(index),
      newness,
      importance,
      aboutOnly: weighing === SEARCH,
      floor,
      tells,
      threshold: request.threshold,
      enough: request.enough,
      trace:
        trace === undefined
          ? undefined
          : {
              floor: (least) => trace.floor(source, least),
              below: (one) => {
                if (weak.length < MOST_BELOW) weak.push(one);
              },
            },
      pause: stale === null ? pause : undefined,
      exact: stale === null ? (refs) => exactVectors(reader, scope, kind, refs) : undefined,
    };
    const scored = await choose(search, retriever, any);
    if (trace !== undefined) {
      for (const one of below(index, weak, vectors, asked.words)) trace.cut(one, "floor");
    }
    return {
      candidates: candidates(index, scored, vectors, asked.words),
      degraded: degradedBy(stale) ?? degraded,
    };
  });
}

async function choose<R>(
  search: Search<R>,
  retriever: RetrieveRequest["retriever"] | "overview",
  any: boolean,
): Promise<Scored[]> {
  if (retriever === "overview") return overviewOf(search);
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
  /** Of which speakers, and how many names of theirs. */
  readonly cast: number;
  readonly names: number;
}

/** A question that is asked again, as in a loop of tool calls, is not read again. */
const READ = new WeakMap<object, Map<string, Read>>();
const MOST_READ = 64;

function readOf<R>(corpus: Corpus<R>, question: ReadQuestion, now: number): Read {
  const known = READ.get(corpus) ?? new Map<string, Read>();
  READ.set(corpus, known);
  const { asking, asker, named, names, own, text } = question;
  const about = JSON.stringify([text, asker, ...named]);
  const before = known.get(about);
  if (before !== undefined && before.cast === corpus.cast && before.names === names.size) return before;
  const { accounts, cast } = corpus;
  const speakers = accounts.map((account, i) => [...corpus.speakers[i]!, ...calledBy(names, account)]);
  const plain = readAsked(text, speakers, now);
  // "I" names the one who asks, as their own name would.
  const meant = accounts.map(
    (account, i) => plain.named[i]! || named.has(account) || (asking.self && own.has(account)),
  );
  const asked = { ...plain, named: meant, anyNamed: meant.includes(true) };
  const read = { asked, spoken: withoutNames(text, speakers), cast, names: names.size };
  // "Last week" is another one next week.
  if (asked.times.length > 0) return read;
  if (known.size >= MOST_READ) known.clear();
  known.set(about, read);
  return read;
}

async function exactVectors(
  reader: Reader,
  scope: ReadableScope,
  kind: VectorKind,
  refs: readonly number[],
): Promise<Map<number, QueryVector[]>> {
  const found = new Map<number, QueryVector[]>(refs.map((ref) => [ref, []]));
  for (const { ref, model, data } of await vectorsOfTexts(reader, scope.tenant, scope.num, kind, refs))
    found.get(ref)?.push({ model, vector: decodeVector(data) });
  return found;
}
