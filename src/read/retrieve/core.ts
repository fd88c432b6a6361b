import { CORE_SORTS } from "../../domain/enums.ts";
import { quoteText } from "../../domain/render/formats.ts";
import { readBearing } from "../../language/languages.ts";
import type { Piece } from "../../language/message.ts";
import { wordOf } from "../../language/shown-name.ts";
import { namesPlace } from "../../language/suspicion.ts";
import type { EventIndex } from "../../scope-index/event-index.ts";
import type { MemoryEntry } from "../../scope-index/memory-entry.ts";
import type { MemoryIndex } from "../../scope-index/memory-index.ts";
import { lengthsOf } from "../../scope-index/memory-shelf.ts";
import type { ReadableScope } from "../../scope-index/scope-index.ts";
import type { QuoteRules, ScopeQuestion } from "../parse/parse.ts";
import { namesAnother, type ParsedQuestion, textIn } from "../parse/question.ts";
import type { RecallCandidate } from "../shared/candidate.ts";
import { degradedBy } from "../shared/deadline.ts";
import { inEvents, inMemories } from "../shared/index-access.ts";
import type { RecallRun } from "../shared/request.ts";
import { type CoreChoice, type CorePart, CoreQueue, chooseCore } from "./core-budget.ts";
import { memoryFilter } from "./eligible.ts";
import { lookupOf, type RetrieveRequest } from "./lookup.ts";
import { changeOf } from "./quotes/found.ts";
import { inIndex, openPieces, shownWords } from "./quotes/rules.ts";

/** The sentences of events that are shown, by event. */
export type PiecesBySeq = ReadonlyMap<number, readonly Piece[]>;

/** The memories and quotes of every prompt, within their budget. */
export interface Core extends CoreChoice {
  readonly pieces: ReadonlyMap<ReadableScope, PiecesBySeq>;
}

export const NO_CORE: Core = { line: "", parts: [], pieces: new Map() };

/** The core of every prompt, from memories and from the users' own words. */
export async function retrieveCore(run: RecallRun, questions: readonly ScopeQuestion[]): Promise<Core> {
  const { settings, from, bounds } = run;
  if (!settings.readPolicy.core || run.explicitQuery || !from.includes("memories")) return NO_CORE;
  const queues: CoreQueue[] = [];
  const pieces = new Map<ReadableScope, PiecesBySeq>();
  for (const scopeQuestion of questions) {
    const scopeCore = await queuesIn(lookupOf(run, scopeQuestion), scopeQuestion.scope);
    queues.push(...scopeCore.queues);
    pieces.set(scopeQuestion.scope, scopeCore.pieces);
  }
  const core = chooseCore(queues, settings, bounds.maxTokens);
  return { ...core, pieces: onlyChosen(pieces, core.parts) };
}

/** A line for which the core had no room is quoted where it answers. */
function onlyChosen(
  corePieces: ReadonlyMap<ReadableScope, PiecesBySeq>,
  parts: readonly CorePart[],
): Map<ReadableScope, PiecesBySeq> {
  const chosen = Map.groupBy(parts, ({ candidate }) => candidate.scope);
  return new Map(
    [...corePieces].map(([scope, pieces]) => {
      const seqs = new Set(
        (chosen.get(scope) ?? []).flatMap(({ candidate }) =>
          candidate.kind === "event" ? [candidate.entry.event.seq] : [],
        ),
      );
      return [scope, new Map([...pieces].filter(([seq]) => seqs.has(seq)))];
    }),
  );
}

const FOUND = { relevance: 0, order: 0, via: "core", explain: null } as const;

/** The parts of one scope: its memories, then its quotes. */
async function queuesIn(
  request: RetrieveRequest,
  scope: ReadableScope,
): Promise<{ queues: readonly CoreQueue[]; pieces: PiecesBySeq }> {
  const { deadline, question, quoting } = request;
  const passes = memoryFilter(request, scope, "memories");
  // In a group a member's words bind that member.
  const isForAll = ({ row }: MemoryEntry): boolean => {
    const author = scope.scope.kind === "group" ? wordOf(row) : null;
    return author === null || question.ownAccounts.has(author);
  };
  const isPart = (entry: MemoryEntry): boolean => {
    const { subject } = entry.row;
    const isOwn = subject === null ? isForAll(entry) : question.ownAccounts.has(subject);
    return isOwn && passes(entry);
  };
  const showsLimits = scope.scope.kind !== "group" || asksAboutSelf(question);
  const memories = await inMemories(request, scope, (index, stale) => {
    deadline.degraded ??= degradedBy(stale);
    return coreMemories(index, scope, isPart, (entry) => textIn(scope, question, entry)).filter(
      ({ sort }) => showsLimits || sort !== "limit",
    );
  });
  if (quoting === null) return { queues: memories, pieces: new Map() };
  const quotes = await inEvents(request, scope, (index, stale) => {
    deadline.degraded ??= degradedBy(stale);
    return coreQuotes(quoting, index, scope, isPart);
  });
  return {
    queues: [...memories, ...quoteQueues(quotes)],
    pieces: new Map(quotes.map(({ seq, pieces }) => [seq, pieces])),
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
        return { ...{ candidate, text, sort, at }, quoted: isStored ? entry.quoted : quoteText(text) };
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
  quoteRules: QuoteRules,
  index: EventIndex,
  scope: ReadableScope,
  isPart: (entry: MemoryEntry) => boolean,
): QuotePart[] {
  const rules = inIndex(quoteRules, index);
  const { question, isGroup, sources } = rules;
  const { ownAccounts } = question;
  const isOfAnother = ({ row: { subject } }: MemoryEntry): boolean =>
    subject !== null && !ownAccounts.has(subject);
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
    // Another member's limit, unless it says "I" as well: "Hemi, I can't have nuts".
    if (isGroup && sort === "limit" && namesAnother(question, words) && !readBearing(words).self) return [];
    if (namesPlace(words)) return [];
    if (sources.of(seq).some(({ entry: memory }) => isPart(memory) || isOfAnother(memory))) return [];
    const pieces = openPieces(rules, item, 0);
    if (pieces.length < entry.message(0).statements.length) return [];
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
        quoted: later === null ? quoteText(text) : `${quoteText(text)} (later: ${quoteText(later.text)})`,
        at: at.getTime(),
      },
    ];
  });
  return parts.filter(({ seq }) => !beside.has(seq));
}
