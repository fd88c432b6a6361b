import { tokenQuarters } from "../../domain/budget.ts";
import { CORE_SORTS, type CoreSort } from "../../domain/enums.ts";
import { FORMATS, quoted } from "../../domain/render/formats.ts";
import type { Settings } from "../../domain/settings.ts";
import type { Piece } from "../../language/message.ts";
import { wordOf } from "../../language/shown-name.ts";
import { namesPlace } from "../../language/suspicion.ts";
import type { EventIndex } from "../../scope-index/event-index.ts";
import type { MemoryEntry } from "../../scope-index/memory-entry.ts";
import type { MemoryIndex } from "../../scope-index/memory-index.ts";
import { type CoreLengths, lengthsOf } from "../../scope-index/memory-shelf.ts";
import type { ReadableScope } from "../../scope-index/scope-index.ts";
import type { RecallCandidate } from "../candidate.ts";
import { degradedBy } from "../deadline.ts";
import { memoryFilter } from "../parse/filter.ts";
import { type ParsedQuestion, textIn } from "../parse/question.ts";
import { part } from "../rank/rank.ts";
import type { Chosen } from "../select/budget.ts";
import type { RetrieveRequest } from "../types.ts";
import { changeOf } from "./quotes/found.ts";
import { inIndex, openPieces, type QuoteRules, shownWords } from "./quotes/rules.ts";
import { inEvents, inMemories } from "./search-source.ts";

/** One thing that belongs in every prompt. */
export interface CorePart {
  readonly candidate: RecallCandidate;
  readonly text: string;
  readonly sort: CoreSort;
  readonly at: number;
  /** The text in quotation marks, as a block shows it. */
  readonly quoted: string;
}

/** The parts of one sort from one source, newest first. A part is made when somebody asks for it: most are never shown. */
export class CoreQueue {
  readonly sort: CoreSort;
  readonly #lengths: CoreLengths;
  readonly #partAt: (position: number) => CorePart | null;
  #position = 0;

  /** `lengths`: of the quoted words of each part; `partAt`: `null` for what is no part. */
  constructor(sort: CoreSort, lengths: CoreLengths, partAt: (position: number) => CorePart | null) {
    this.sort = sort;
    this.#lengths = lengths;
    this.#partAt = partAt;
  }

  /** The newest that was not taken. */
  get first(): CorePart | null {
    for (; this.#position < this.#lengths.quarters.length; this.#position += 1) {
      const part = this.#partAt(this.#position);
      if (part !== null) return part;
    }
    return null;
  }

  take(): void {
    this.#position += 1;
  }

  /** Passes over the parts at its head that do not fit, without making them. */
  skip(fits: (quarters: number) => boolean): void {
    const { quarters } = this.#lengths;
    while (this.#position < quarters.length && !fits(quarters[this.#position]!)) this.#position += 1;
  }

  /** The rest has no part with fewer quarters of a token. */
  get least(): number {
    return this.#lengths.least[this.#position]!;
  }
}

/** The sentences of events that are shown, by event. */
export type ShownPieces = ReadonlyMap<number, readonly Piece[]>;

/** The memories and quotes of every prompt, within their budget. */
export interface Core {
  /** As one line; `""` when there is nothing. */
  readonly line: string;
  readonly chosen: readonly Chosen[];
  /** What is chosen, with its sort. */
  readonly parts: readonly CorePart[];
  readonly shown: ReadonlyMap<ReadableScope, ShownPieces>;
}

export const NO_CORE: Core = { line: "", chosen: [], parts: [], shown: new Map() };

const FOUND = { relevance: 0, order: 0, via: "core", explain: null } as const;

/** The parts of one scope: its memories, then its quotes. */
export async function retrieveCore(
  request: RetrieveRequest,
  scope: ReadableScope,
): Promise<{ queues: readonly CoreQueue[]; shown: ShownPieces }> {
  const { deadline, question, quoting } = request;
  const passes = memoryFilter(request, scope, "memories");
  // In a group a member's words bind that member.
  const isForAll = ({ row }: MemoryEntry): boolean => {
    const author = scope.scope.kind === "group" ? wordOf(row) : null;
    return author === null || question.own.has(author);
  };
  const isPart = (entry: MemoryEntry): boolean => {
    const { subject } = entry.row;
    const isOwn = subject === null ? isForAll(entry) : question.own.has(subject);
    return isOwn && passes(entry);
  };
  const showsLimits = scope.scope.kind !== "group" || asksAboutSelf(question);
  const memories = await inMemories(request, scope, (index, stale) => {
    deadline.degraded ??= degradedBy(stale);
    return coreMemories(index, scope, isPart, (entry) => textIn(scope, question, entry)).filter(
      ({ sort }) => showsLimits || sort !== "limit",
    );
  });
  if (quoting === null) return { queues: memories, shown: new Map() };
  const quotes = await inEvents(request, scope, (index, stale) => {
    deadline.degraded ??= degradedBy(stale);
    return coreQuotes(quoting, index, scope, isPart);
  });
  return {
    queues: [...memories, ...quoteQueues(quotes)],
    shown: new Map(quotes.map(({ seq, pieces }) => [seq, pieces])),
  };
}

/** "What can I eat?" needs what they cannot have; a poem that all the others read does not. */
function asksAboutSelf({ asking, need }: ParsedQuestion): boolean {
  return asking.self && need === "memory";
}

/** Memories about how to address somebody, what they wish for always and what they cannot have. */
function coreMemories(
  index: MemoryIndex,
  scope: ReadableScope,
  isPart: (entry: MemoryEntry) => boolean,
  textOf: (entry: MemoryEntry) => string,
): CoreQueue[] {
  return [...index.core].map(
    ([sort, { entries, lengths }]) =>
      new CoreQueue(sort, lengths, (position) => {
        const entry = entries[position]!;
        if (!isPart(entry)) return null;
        const { confirmed_at: at } = entry.row;
        const text = textOf(entry);
        const candidate: RecallCandidate = { kind: "memory", entry, text, scope, ...FOUND };
        const isStored = text === entry.row.text;
        return { ...{ candidate, text, sort, at }, quoted: isStored ? entry.quoted : quoted(text) };
      }),
  );
}

function quoteQueues(quotes: readonly CorePart[]): CoreQueue[] {
  return CORE_SORTS.map((sort) => {
    const parts = quotes.filter((part) => part.sort === sort).sort((a, b) => b.at - a.at);
    return new CoreQueue(sort, lengthsOf(parts.map((part) => part.quoted)), (position) => parts[position]!);
  });
}

/** A part in a user's own words: the sentences of an event. */
interface QuotePart extends CorePart {
  readonly seq: number;
  readonly pieces: readonly Piece[];
}

/** The same in a user's own words, where no memory has them: short messages that hold nothing of anybody else's. */
function coreQuotes(
  given: QuoteRules,
  index: EventIndex,
  scope: ReadableScope,
  isPart: (entry: MemoryEntry) => boolean,
): QuotePart[] {
  const rules = inIndex(given, index);
  const { question, isGroup, sources } = rules;
  // What stands beside an earlier line is not a line of its own.
  const beside = new Set<number>();
  const parts = [...index.corpus.core].flatMap(([item, sort]): QuotePart[] => {
    const entry = index.corpus.rows[item];
    if (entry === undefined || !entry.isUsers || !entry.message(0).whole) return [];
    const { seq, actor, at, text: words, coreOffAt } = entry.event;
    if (coreOffAt !== null) return [];
    // In a group only the asker's own wishes count, and limits only where the asker asks about themselves.
    if (isGroup && (question.asker === null || actor !== question.asker)) return [];
    if (isGroup && sort === "limit" && !asksAboutSelf(question)) return [];
    if (namesPlace(words) || sources.of(seq).some((span) => isPart(span.entry))) return [];
    const pieces = openPieces(rules, item, 0);
    if (pieces.length < entry.message(0).told.length) return [];
    const text = shownWords(entry.passage(0), pieces, [], true);
    const later = changeOf(rules, item);
    if (later !== null) beside.add(later.entry.event.seq);
    return [
      {
        candidate: {
          ...{ kind: "event", entry, passage: 0, scope, author: null, ...FOUND },
          quotation: { text, dated: false, later },
        },
        ...{ seq, pieces, text, sort },
        quoted: later === null ? quoted(text) : `${quoted(text)} (later: ${quoted(later.text)})`,
        at: at.getTime(),
      },
    ];
  });
  return parts.filter(({ seq }) => !beside.has(seq));
}

/** The core within its budget: the line that holds it, and what is in it. */
export function chooseCore(
  queues: readonly CoreQueue[],
  { render, readPolicy }: Settings,
  maxTokens: number | null,
): Omit<Core, "shown"> {
  const format = FORMATS[render.format];
  const most = Math.min(
    readPolicy.coreTokens ?? Number.POSITIVE_INFINITY,
    (maxTokens ?? Number.POSITIVE_INFINITY) / 2,
  );
  const chosen: CorePart[] = [];
  // Quarters of a token add up, so that what does not fit need not be rendered.
  let used = tokenQuarters(format.always([]));
  const between = tokenQuarters(format.always(["", ""])) - tokenQuarters(format.always([""]));
  const after = (quarters: number): number => used + (chosen.length > 0 ? between : 0) + quarters;
  const fits = (quarters: number): boolean => Math.ceil(after(quarters) / 4) <= most;
  for (const part of inOrder(queues, fits)) {
    const quarters = tokenQuarters(part.quoted);
    if (!fits(quarters)) continue;
    used = after(quarters);
    chosen.push(part);
  }
  if (chosen.length === 0) return NO_CORE;
  const line = format.always(chosen.map(({ quoted: words }) => words));
  return {
    line,
    parts: chosen,
    chosen: chosen.map(({ candidate, text }) => ({
      ranked: { candidate, score: 1, sortKey: 1, rerank: null, sum: [part("core", 1, 1)] },
      line,
      shown: text,
      core: true,
    })),
  };
}

/** What somebody cannot have comes before all else: a prompt without it may harm them. */
function* inOrder(queues: readonly CoreQueue[], fits: (quarters: number) => boolean): Generator<CorePart> {
  const ofLimits = (queue: CoreQueue): boolean => queue.sort === "limit";
  yield* byTurns(queues.filter(ofLimits), fits);
  yield* byTurns(
    queues.filter((queue) => !ofLimits(queue)),
    fits,
  );
}

/**
 * The newest of each sort, then the next of each: none crowds out the others. Ends where nothing that is left fits. Once
 * a single sort has something that fits, it takes no turn from another: what is too long in it is not looked at.
 */
function* byTurns(queues: readonly CoreQueue[], fits: (quarters: number) => boolean): Generator<CorePart> {
  const bySort = CORE_SORTS.map((sort) => queues.filter((queue) => queue.sort === sort));
  for (let taken = true; taken; ) {
    taken = false;
    const open = bySort.filter((some) => some.some(({ least }) => fits(least)));
    if (open.length === 1) for (const queue of open[0]!) queue.skip(fits);
    for (const some of open) {
      const newest = newestOf(some);
      if (newest === null) continue;
      newest.queue.take();
      taken = true;
      yield newest.part;
    }
  }
}

/** Of two of one moment, that of the source that comes first. */
function newestOf(queues: readonly CoreQueue[]): { queue: CoreQueue; part: CorePart } | null {
  let newest: { queue: CoreQueue; part: CorePart } | null = null;
  for (const queue of queues) {
    const part = queue.first;
    if (part !== null && (newest === null || part.at > newest.part.at)) newest = { queue, part };
  }
  return newest;
}
