import type { Degraded } from "../api/recall.ts";
import type { Source } from "../domain/names.ts";
import { QUOTE, SEARCH } from "../domain/relevance/fuse.ts";
import { aspectsFor } from "../language/languages.ts";
import type { EventEntry, EventIndex } from "../scope-index/event-index.ts";
import type { UseOf } from "../scope-index/indexes.ts";
import type { MemoryIndex } from "../scope-index/memory-index.ts";
import type { ReadableScope } from "../scope-index/scope-index.ts";
import type { Candidate, MemoryCandidate } from "./candidate.ts";
import { eventFilter, itemFilter } from "./eligible.ts";
import { find, isAny, type Kind } from "./find.ts";
import { measuredFloor, memoryFloor, quoteFloor } from "./floor.ts";
import { foundQuotes } from "./quotes/found.ts";
import { inIndex, mayQuote, type QuoteRules } from "./quotes/rules.ts";
import { relatedIn } from "./related.ts";
import type { RetrieveRequest } from "./request.ts";
import type { Scored } from "./search.ts";

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
    if (source === "events") return find(request, scope, within, rawRecord(request, scope));
    // The newest that somebody said is the conversation itself: whoever asks for nothing in particular has it.
    if (quoting === null || isAny(question.text)) return { candidates: [], degraded: null };
    if (question.overview) return overviewQuotes(request, scope, within, quoting);
    const lifted = new Map<string, Lift>();
    const found = await find(request, scope, within, {
      ...quotes(request, scope, quoting, lifted),
      // A message that is too weak to be quoted lifts no memory either.
      below: quotes(request, scope, quoting, new Map()).candidates,
    });
    return { ...found, lifted };
  }
  const within = <T>(use: UseOf<MemoryIndex, T>): Promise<T> =>
    indexes.memories(reader, scope, use, deadline.late);
  return find(request, scope, within, {
    source,
    vectors: "m",
    retriever: question.overview && quoting !== null ? "overview" : request.retriever,
    // Somebody's own question weighs memories and quotes alike, so that they can be compared.
    weighing: quoting === null || !question.personal ? SEARCH : QUOTE,
    eligible: ({ ordinary }) => itemFilter(request, scope, source, ordinary),
    newness: ({ row }) => row.confirmed_at,
    importance: ({ row }) => row.importance,
    floor: memoryFloor(question),
    candidates: (index, scored) => {
      const linked = relatedIn(index, request, scope);
      const kind = source === "timeline" ? "timeline" : "memory";
      return scored.map(({ item, relevance, order, via, explain }) => {
        const entry = index.corpus.rows[item]!;
        const found: MemoryCandidate = { kind, entry, scope, relevance, order, via, explain };
        return linked === null ? found : { ...found, ...linked(entry) };
      });
    },
  });
}

/** Every event as it is, whoever said it. */
function rawRecord(request: RetrieveRequest, scope: ReadableScope): Kind<EventIndex, EventEntry> {
  return {
    source: "events",
    vectors: "e",
    retriever: "hybrid",
    weighing: SEARCH,
    eligible: () => eventFilter(request),
    newness: ({ event }) => event.at.getTime(),
    floor: measuredFloor,
    candidates: ({ corpus }, scored, vectors) =>
      scored.map(({ item, relevance, order, via, explain }) => {
        const entry = corpus.rows[item]!;
        const author = entry.event.actor ?? entry.event.role;
        const passage = corpus.bestPassage(item, vectors);
        const found = { scope, relevance, order, via, explain };
        return { kind: "event", entry, passage, quotation: null, author, ...found };
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
    vectors: "e",
    retriever: "hybrid",
    weighing: QUOTE,
    eligible: (index) => {
      const here = inIndex(rules, index);
      return (entry, item) => passes(entry) && mayQuote(here, item);
    },
    newness: ({ event }) => event.at.getTime(),
    floor: quoteFloor(request.question),
    // A question like the one that is asked is the nearest of all, and nothing of it is shown.
    tells: (entry) => entry.message(0).told.length > 0,
    candidates: (index, scored, vectors, words) => {
      const { corpus } = index;
      for (const { item, relevance, order, explain } of scored) {
        for (const { entry } of rules.sources.of(corpus.refOf(item))) {
          if ((lifted.get(entry.row.id)?.order ?? 0) < order) {
            lifted.set(entry.row.id, { relevance, order, explain });
          }
        }
      }
      const found = foundQuotes(inIndex(rules, index), scored, words, (item) =>
        corpus.bestPassage(item, vectors),
      );
      return found.map(
        ({ scored: { relevance, order, via, explain }, entry, passage, quotation, author }) => {
          const how = { scope, relevance, order, via, explain };
          return { kind: "event", entry, passage, quotation, author, ...how };
        },
      );
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
  const lists: { readonly corpus: EventIndex["corpus"]; readonly scored: readonly Scored[] }[] = [];
  let degraded: Degraded | null = null;
  // Without meaning to go by, the newest stand beside what words find.
  const aspects = [...aspectsFor(question.text), ...(request.embedder === null ? ["*"] : [])];
  for (const text of aspects) {
    const kind = quotes(request, scope, rules, new Map());
    const one = { ...request, question: { ...question, text } };
    const found = await find(one, scope, within, {
      ...kind,
      candidates: ({ corpus }, scored) => {
        lists.push({ corpus, scored });
        return [];
      },
    });
    degraded ??= found.degraded;
  }
  const { candidates } = quotes(request, scope, rules, new Map());
  return {
    candidates: await within((index) => {
      // One that was read anew meanwhile has other numbers.
      const own = lists.filter(({ corpus }) => corpus === index.corpus).map(({ scored }) => scored);
      return candidates(index, inTurn(own), [], []);
    }),
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
