import { withoutUndefined } from "../../domain/arguments.ts";
import type { Source } from "../../domain/enums.ts";
import { QUOTE_WEIGHING, SEARCH } from "../../domain/relevance/fuse.ts";
import { type Verdict, verdict } from "../../domain/why-not.ts";
import { withoutQuoter, wordOf } from "../../language/shown-name.ts";
import { ordersBot } from "../../language/suspicion.ts";
import type { EventEntry, EventIndex } from "../../scope-index/event-index.ts";
import type { MemoryEntry } from "../../scope-index/memory-entry.ts";
import type { MemoryIndex } from "../../scope-index/memory-index.ts";
import type { ReadableScope } from "../../scope-index/scope-index.ts";
import type { QuoteRules } from "../parse/parse.ts";
import { concerns, isAny, textIn } from "../parse/question.ts";
import type { Linked, MemoryCandidate, RecallCandidate, Related, Watched } from "../shared/candidate.ts";
import { inEvents, inMemories } from "../shared/index-access.ts";
import { eventFilter, itemFilter, memoryFilter, whyNoMemory } from "./eligible.ts";
import { measuredFloor, memoryFloor, quoteFloor } from "./floor.ts";
import type { RetrieveRequest } from "./lookup.ts";
import { aboutWhom } from "./quotes/about-whom.ts";
import { quoteMatches, whyNotQuoted } from "./quotes/found.ts";
import { inIndex, isLeft, mayQuote, whyNoQuote, withoutLeft } from "./quotes/rules.ts";
import { type Kind, searchSource } from "./search-source.ts";

/** Finds what may be relevant in one source of one scope, from its index in memory. */
export async function retrieveFrom(
  request: RetrieveRequest,
  scope: ReadableScope,
  source: Source,
): Promise<RecallCandidate[]> {
  const { quoting, question } = request;
  if (source === "events") return searchSource(request, scope, rawRecord(request, scope));
  if (source !== "quotes") return searchSource(request, scope, memories(request, scope, source));
  // The newest that somebody said is the conversation itself: whoever asks for nothing in particular has it.
  if (quoting === null || isAny(question.text)) return [];
  return searchSource(request, scope, quotes(request, scope, quoting));
}

/** The newest of users' own words that pass, whatever they are about. */
export async function newestQuotes(
  request: RetrieveRequest,
  scope: ReadableScope,
  passes: (entry: EventEntry) => boolean,
): Promise<RecallCandidate[]> {
  if (request.quoting === null) return [];
  const kind = quotes(request, scope, request.quoting);
  return searchSource(request, scope, {
    ...kind,
    eligibleIn: (index) => {
      const eligible = kind.eligibleIn(index);
      return (entry, item) => passes(entry) && eligible(entry, item);
    },
  });
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
    retriever: request.retriever,
    varied: question.overview && quoting !== null && request.retriever === "hybrid",
    // A question that needs memory weighs memories and quotes alike, so that the two can be compared.
    weighing: quoting === null || question.need !== "memory" ? SEARCH : QUOTE_WEIGHING,
    within: inMemories,
    eligibleIn: ({ ordinary }) => itemFilter(request, scope, source, ordinary),
    watchedIn: (index, watched) => ("memory" in watched ? index.find(watched.memory) : undefined),
    whyNot: (index, item) =>
      whyNoMemory(request, scope, source)(index.corpus.rows[item]!) ??
      (openWishes(index, request, scope)?.(item) === false ? verdict("wish") : null),
    newness: ({ row }) => row.confirmed_at,
    floor: memoryFloor(question, quoting !== null),
    anything: source === "memories" && request.anything,
    open: (index, scored) => {
      const isOpen = openWishes(index, request, scope);
      return isOpen === null ? scored : scored.filter(({ item }) => isOpen(item));
    },
    candidates: (index, scored) => {
      const linked = relatedIn(index, request, scope);
      const kind = source === "timeline" ? "timeline" : "memory";
      return scored.map(({ item, relevance, order, via, explain }) => {
        const entry = index.corpus.rows[item]!;
        const text = textIn(scope, question, entry);
        const candidate: MemoryCandidate = { kind, entry, text, scope, relevance, order, via, explain };
        return linked === null ? candidate : { ...candidate, ...linked(entry) };
      });
    },
  };
}

/** In a group a member's wish is shown to that member, and to who asks about them; `null`: there is nothing to hide. */
function openWishes(
  { corpus }: MemoryIndex,
  { question }: RetrieveRequest,
  { scope }: ReadableScope,
): ((item: number) => boolean) | null {
  if (scope.kind !== "group") return null;
  return (item) => {
    const entry = corpus.rows[item]!;
    const author = wordOf(entry.row);
    if (author === null || concerns(question, author)) return true;
    const sort = entry.statedSort ?? corpus.core.get(item);
    return sort !== "wish" && !ordersBot(withoutQuoter(entry.row.text));
  };
}

/** Of a memory's links so many are looked at: the strongest tell. */
const MAX_LINKS = 8;

/** The links of each memory to others that this read may show; `null` if the scope has no links. */
function relatedIn(
  index: MemoryIndex,
  request: RetrieveRequest,
  scope: ReadableScope,
): ((entry: MemoryEntry) => Linked | undefined) | null {
  const { relations } = request.settings;
  if (index.relations.isEmpty || !relations.enable) return null;
  const passes = memoryFilter(request, scope, "memories");
  const isOpen = openWishes(index, request, scope);
  return ({ row }) => {
    const related: Related[] = [];
    for (const { id, strength } of index.relations.of(row.id).slice(0, MAX_LINKS)) {
      const item = index.find(id);
      const entry = item === undefined ? undefined : index.corpus.rows[item];
      if (item !== undefined && entry !== undefined && passes(entry) && isOpen?.(item) !== false)
        related.push({ entry, strength, text: textIn(scope, request.question, entry) });
    }
    return related.length === 0 ? undefined : { related, boost: relations.weight * related[0]!.strength };
  };
}

/** Half of the weight of the question's words. */
const MAX_WORDS = 0.5;

/** The parts that all searches of events share. */
const EVENTS = {
  texts: "e",
  retriever: "hybrid",
  within: inEvents,
  newness: ({ event }: EventEntry) => event.at.getTime(),
  watchedIn: ({ corpus }: EventIndex, watched: Watched) =>
    "seq" in watched ? corpus.itemOf(watched.seq) : undefined,
} as const;

function whyNoEvent({ asOf }: RetrieveRequest): Verdict {
  return verdict(asOf === null ? "filter" : "otherTime");
}

/** Every event as it is, whoever said it. */
function rawRecord(request: RetrieveRequest, scope: ReadableScope): Kind<EventIndex, EventEntry> {
  return {
    ...EVENTS,
    source: "events",
    weighing: SEARCH,
    eligibleIn: () => eventFilter(request),
    whyNot: ({ corpus }, item) => (eventFilter(request)(corpus.rows[item]!) ? null : whyNoEvent(request)),
    floor: measuredFloor,
    open: (_, scored) => scored,
    candidates: ({ corpus }, scored, vectors) =>
      scored.map(({ item, ...match }) => {
        const entry = corpus.rows[item]!;
        const author = entry.event.actor ?? entry.event.role;
        const passage = corpus.bestPassage(item, vectors);
        return { kind: "event", entry, passage, quotation: null, author, scope, ...match };
      }),
  };
}

/** Users' own words, as far as they may be quoted. */
function quotes(
  request: RetrieveRequest,
  scope: ReadableScope,
  rules: QuoteRules,
): Kind<EventIndex, EventEntry> {
  const passes = eventFilter(request);
  return {
    ...EVENTS,
    source: "quotes",
    varied: request.question.overview,
    weighing: QUOTE_WEIGHING,
    eligibleIn: (index) => {
      const here = inIndex(rules, index);
      return (entry, item) => passes(entry) && mayQuote(here, item);
    },
    whyNot: (index, item, vectors) => {
      const here = inIndex(rules, index);
      if (!passes(index.corpus.rows[item]!)) return whyNoEvent(request);
      const code = whyNoQuote(here, item);
      if (code !== null) return verdict(code);
      if (isLeft(here, item)) return verdict("left");
      const closed = whyNotQuoted(here, item, index.corpus.bestPassage(item, vectors));
      return closed === null ? null : verdict(closed.code, withoutUndefined({ memory: closed.memory }));
    },
    floor: quoteFloor(request.question),
    // Whoever names what only this scope knows means it, whatever the gate says.
    holds: MAX_WORDS,
    open: (index, scored) => {
      const here = inIndex(rules, index);
      return withoutLeft(here, aboutWhom(here, scored));
    },
    candidates: (index, scored, vectors, words) => {
      const { corpus } = index;
      const passageOf = (item: number): number => corpus.bestPassage(item, vectors);
      const here = inIndex(rules, index);
      return quoteMatches(here, scored, words, passageOf).map(
        ({ scored: { relevance, order, via, explain }, ...quote }) => {
          return { kind: "event", scope, ...quote, relevance, order, via, explain };
        },
      );
    },
  };
}
