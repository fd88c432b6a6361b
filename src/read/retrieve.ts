import type { Source } from "../domain/names.ts";
import { QUOTE, SEARCH } from "../domain/relevance/fuse.ts";
import { aspectsFor } from "../language/languages.ts";
import type { EventEntry, EventIndex } from "../scope-index/event-index.ts";
import type { MemoryEntry } from "../scope-index/memory-entry.ts";
import type { MemoryIndex } from "../scope-index/memory-index.ts";
import type { ReadableScope } from "../scope-index/scope-index.ts";
import type { Candidate, Linked, MemoryCandidate, Related } from "./candidate.ts";
import { eventFilter, itemFilter, memoryFilter } from "./filter.ts";
import { find, inEvents, inMemories, isAny, type Kind } from "./find.ts";
import { foundQuotes } from "./quotes/found.ts";
import { inIndex, mayQuote, type QuoteRules } from "./quotes/rules.ts";
import type { RetrieveRequest } from "./request.ts";
import { measuredFloor, memoryFloor, quoteFloor, type Scored } from "./search.ts";

/** How well a memory's source answers: it replaces the relevance of the memory's own text. */
export type Lift = Pick<Scored, "relevance" | "order" | "explain">;

/**
 * Finds what may be relevant in one source of one scope, from its index in memory. `lifted`: how well the sources of
 * memories answer, by the memory's id; its own words may say it in another way.
 */
export async function retrieve(
  request: RetrieveRequest,
  scope: ReadableScope,
  source: Source,
): Promise<{ candidates: Candidate[]; lifted?: ReadonlyMap<string, Lift> }> {
  const { quoting, question } = request;
  if (source === "events") return { candidates: await find(request, scope, rawRecord(request, scope)) };
  if (source !== "quotes")
    return { candidates: await find(request, scope, memories(request, scope, source)) };
  // The newest that somebody said is the conversation itself: whoever asks for nothing in particular has it.
  if (quoting === null || isAny(question.text)) return { candidates: [] };
  if (question.overview) return { candidates: await overviewQuotes(request, scope, quoting) };
  const lifted = new Map<string, Lift>();
  const candidates = await find(request, scope, {
    ...quotes(request, scope, quoting, lifted),
    // A message that is too weak to be quoted lifts no memory either.
    below: quotes(request, scope, quoting).candidates,
  });
  return { candidates, lifted };
}

function memories(
  request: RetrieveRequest,
  scope: ReadableScope,
  source: "memories" | "timeline",
): Kind<MemoryIndex, MemoryEntry> {
  const { quoting, question } = request;
  return {
    source,
    texts: "m",
    retriever: question.overview && quoting !== null ? "overview" : request.retriever,
    // Somebody's own question weighs memories and quotes alike, so that they can be compared.
    weighing: quoting === null || !question.personal ? SEARCH : QUOTE,
    within: inMemories,
    eligibleIn: ({ ordinary }) => itemFilter(request, scope, source, ordinary),
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
  };
}

/** Of a memory's links so many are looked at: the strongest tell. */
const MOST_LINKS = 8;

/** The links of each memory to others that this read may show; `null` if the scope has no links. */
function relatedIn(
  index: MemoryIndex,
  request: RetrieveRequest,
  scope: ReadableScope,
): ((entry: MemoryEntry) => Linked | undefined) | null {
  const { relations } = request.settings;
  if (index.relations.isEmpty || !relations.enable) return null;
  const passes = memoryFilter(request, scope, "memories");
  return ({ row }) => {
    const related: Related[] = [];
    for (const { id, strength } of index.relations.of(row.id).slice(0, MOST_LINKS)) {
      const item = index.find(id);
      const entry = item === undefined ? undefined : index.corpus.rows[item];
      if (entry !== undefined && passes(entry)) related.push({ entry, strength });
    }
    return related.length === 0 ? undefined : { related, boost: relations.weight * related[0]!.strength };
  };
}

/** The parts that all searches of events share. */
const EVENTS = {
  texts: "e",
  retriever: "hybrid",
  within: inEvents,
  newness: ({ event }: EventEntry) => event.at.getTime(),
} as const;

/** Every event as it is, whoever said it. */
function rawRecord(request: RetrieveRequest, scope: ReadableScope): Kind<EventIndex, EventEntry> {
  return {
    ...EVENTS,
    source: "events",
    weighing: SEARCH,
    eligibleIn: () => eventFilter(request),
    floor: measuredFloor,
    candidates: ({ corpus }, scored, vectors) =>
      scored.map(({ item, ...found }) => {
        const entry = corpus.rows[item]!;
        const author = entry.event.actor ?? entry.event.role;
        const passage = corpus.bestPassage(item, vectors);
        return { kind: "event", entry, passage, quotation: null, author, scope, ...found };
      }),
  };
}

/** Users' own words, as far as they may be quoted. Default of `lifted`: nobody wants to know. */
function quotes(
  request: RetrieveRequest,
  scope: ReadableScope,
  rules: QuoteRules,
  lifted: Map<string, Lift> = new Map(),
): Kind<EventIndex, EventEntry> {
  const passes = eventFilter(request);
  return {
    ...EVENTS,
    source: "quotes",
    weighing: QUOTE,
    eligibleIn: (index) => {
      const here = inIndex(rules, index);
      return (entry, item) => passes(entry) && mayQuote(here, item);
    },
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
      const passageOf = (item: number): number => corpus.bestPassage(item, vectors);
      return foundQuotes(inIndex(rules, index), scored, words, passageOf).map(
        ({ scored: { relevance, order, via, explain }, ...found }) => {
          return { kind: "event", scope, ...found, relevance, order, via, explain };
        },
      );
    },
  };
}

/** Somebody's own words about each side of their life in turn, so that one thing does not crowd out the others. */
async function overviewQuotes(
  request: RetrieveRequest,
  scope: ReadableScope,
  rules: QuoteRules,
): Promise<Candidate[]> {
  const { question } = request;
  const lists: { readonly corpus: EventIndex["corpus"]; readonly scored: readonly Scored[] }[] = [];
  // Without meaning to go by, the newest stand beside what words find.
  const aspects = [...aspectsFor(question.text), ...(request.embedder === null ? ["*"] : [])];
  const kind = quotes(request, scope, rules);
  for (const text of aspects) {
    await find({ ...request, question: { ...question, text } }, scope, {
      ...kind,
      candidates: ({ corpus }, scored) => {
        lists.push({ corpus, scored });
        return [];
      },
    });
  }
  return inEvents(request, scope, (index) => {
    // An index that was rebuilt meanwhile has other numbers.
    const own = lists.filter(({ corpus }) => corpus === index.corpus).map(({ scored }) => scored);
    return kind.candidates(index, inTurn(own), [], []);
  });
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
