import type { Degraded } from "../api/recall.ts";
import { estimateTokens } from "../domain/budget.ts";
import { FORMATS } from "../domain/render/formats.ts";
import type { Settings } from "../domain/settings.ts";
import { CORE_LIKENESS } from "../language/languages.ts";
import type { Piece } from "../language/pieces.ts";
import { namesPlace } from "../language/suspicion.ts";
import { asEnglish } from "../models/calibration.ts";
import type { EventIndex } from "../scope-index/event-index.ts";
import type { UseOf } from "../scope-index/indexes.ts";
import type { MemoryEntry } from "../scope-index/memory-entry.ts";
import type { MemoryIndex } from "../scope-index/memory-index.ts";
import type { ReadableScope } from "../scope-index/readable-scope.ts";
import type { Chosen } from "./budget.ts";
import type { Candidate } from "./candidate.ts";
import { degradedBy } from "./degraded.ts";
import { memoryFilter } from "./eligible.ts";
import { embedQuestion } from "./embed-question.ts";
import type { ReadQuestion } from "./question.ts";
import { openPieces, type QuoteRules } from "./quotes/rules.ts";
import { shownWords } from "./quotes/words.ts";
import type { RetrieveRequest } from "./request.ts";

/** The memories and quotes of every prompt, within their budget. */
export interface Core {
  /** As one line; `""` when there is nothing. */
  readonly line: string;
  readonly chosen: readonly Chosen[];
  /** The memories in it, by id. */
  readonly memories: readonly string[];
  /** The sentences in it, by scope and event. */
  readonly shown: ReadonlyMap<ReadableScope, ReadonlyMap<number, readonly Piece[]>>;
  readonly degraded: Degraded | null;
}

export const NO_CORE: Core = { line: "", chosen: [], memories: [], shown: new Map(), degraded: null };

/** One thing that belongs in every prompt. */
export interface CorePart {
  readonly candidate: Candidate;
  readonly text: string;
  readonly sort: CoreSort;
  readonly at: number;
}

type CoreSort = "address" | "limit" | "wish";
const SORTS: readonly CoreSort[] = ["address", "limit", "wish"];

const FOUND = { relevance: 0, order: 0, via: "core", explain: null } as const;

/** The parts of one scope. */
export async function retrieveCore(
  request: RetrieveRequest,
  scope: ReadableScope,
): Promise<{
  parts: readonly CorePart[];
  shown: ReadonlyMap<number, readonly Piece[]>;
  degraded: Degraded | null;
}> {
  const { reader, indexes, deadline, question, quoting, mostCore } = request;
  const passes = memoryFilter(request, scope, "memories");
  const memories = await indexes.memories(
    reader,
    scope,
    (index, stale) => ({ parts: coreMemories(index, scope, passes, question), degraded: degradedBy(stale) }),
    deadline.late,
  );
  const shown = new Map<number, readonly Piece[]>();
  if (quoting === null) return { ...memories, shown };
  const said = new Set(
    memories.parts.flatMap(({ candidate: one }) => (one.kind === "event" ? [] : [one.entry])),
  );
  const within = <T>(use: UseOf<EventIndex, T>): Promise<T> =>
    indexes.events(reader, scope, use, deadline.late);
  const { parts, models, degraded } = await within((index, stale) => ({
    parts: coreQuotes(quoting, index, scope, said, shown),
    models: index.corpus.models,
    degraded: degradedBy(stale),
  }));
  const all = { parts: [...memories.parts, ...parts], shown, degraded: memories.degraded ?? degraded };
  if (parts.length <= mostCore) return all;
  // More than belongs in a prompt was taken for it: what is most like it counts, not what is newest.
  const likeness = await likenessOf(request, within, models);
  const ranked = parts.map((part) => ({ ...part, likeness: likeness(part) }));
  const best = ranked.sort((a, b) => b.likeness - a.likeness).slice(0, mostCore);
  const seqs = new Set(best.map(seqOf));
  for (const seq of shown.keys()) if (!seqs.has(seq)) shown.delete(seq);
  return { ...all, parts: [...memories.parts, ...best] };
}

function seqOf({ candidate }: CorePart): number {
  return candidate.kind === "event" ? candidate.entry.event.seq : -1;
}

/** How much a message is like what people say about how they want to be treated. Without vectors all are alike. */
async function likenessOf(
  { embedder, deadline, signal }: RetrieveRequest,
  within: <T>(use: UseOf<EventIndex, T>) => Promise<T>,
  models: readonly string[],
): Promise<(part: CorePart) => number> {
  const best = new Map<number, number>();
  for (const text of CORE_LIKENESS) {
    const { vectors } = await embedQuestion(embedder, text, models, deadline, signal);
    await within(async ({ corpus, core }) => {
      const cosines = await corpus.similarity(vectors, undefined, (model) => asEnglish(model, text));
      for (const item of core) {
        const seq = corpus.refOf(item);
        best.set(seq, Math.max(best.get(seq) ?? 0, cosines?.[item] ?? 0));
      }
    });
  }
  return (part) => best.get(seqOf(part)) ?? 0;
}

/** Memories about how to address somebody, what they wish for always and what they cannot have. */
function coreMemories(
  index: MemoryIndex,
  scope: ReadableScope,
  passes: (entry: MemoryEntry, item: number) => boolean,
  { own }: ReadQuestion,
): CorePart[] {
  return [...index.core].flatMap((item): CorePart[] => {
    const entry = index.corpus.rows[item];
    if (entry === undefined || !passes(entry, item)) return [];
    const { subject, text, confirmed_at } = entry.row;
    if (subject !== null && !own.has(subject)) return [];
    const candidate: Candidate = { kind: "memory", entry, scope, ...FOUND };
    return [{ candidate, text, sort: sortOf(entry), at: confirmed_at }];
  });
}

function sortOf({ row }: MemoryEntry): CoreSort {
  return row.slot === "name" ? "address" : row.type === "constraint" ? "wish" : "limit";
}

/** The same in a user's own words, where no memory has them. Notes those sentences in `shown`. */
function coreQuotes(
  rules: QuoteRules,
  index: EventIndex,
  scope: ReadableScope,
  said: ReadonlySet<MemoryEntry>,
  shown: Map<number, readonly Piece[]>,
): CorePart[] {
  const { question, isGroup, sources } = rules;
  const inCore = new Set(index.core);
  return index.core.flatMap((item): CorePart[] => {
    const entry = index.corpus.rows[item];
    if (entry === undefined) return [];
    const { seq, actor, at } = entry.event;
    // In a group only the asker's own wishes count, and limits only where the asker asks about themselves.
    if (isGroup && (question.asker === null || actor !== question.asker)) return [];
    if (index.updates.of(item).some((later) => inCore.has(later))) return [];
    if (sources.of(seq).some((span) => said.has(span.entry))) return [];
    const open = openPieces(rules, item, 0);
    const own = entry
      .message(0)
      .core.filter(
        (piece) =>
          open.includes(piece) &&
          !namesPlace(piece.text) &&
          (!isGroup || question.personal || !piece.saying.limit),
      );
    if (own.length === 0) return [];
    shown.set(seq, own);
    const text = shownWords(entry.passage(0), own, []);
    const { saying } = own[0]!;
    return [
      {
        candidate: {
          ...{ kind: "event", entry, passage: 0, scope, author: null, ...FOUND },
          quotation: { text, later: null },
        },
        text,
        sort: saying.address ? "address" : saying.limit ? "limit" : "wish",
        at: at.getTime(),
      },
    ];
  });
}

/** The core within its budget: the line that holds it, and what is in it. */
export function chooseCore(
  parts: readonly CorePart[],
  { render, readPolicy }: Settings,
  maxTokens: number | null,
): { line: string; chosen: Chosen[] } {
  const format = FORMATS[render.format];
  const most = Math.min(
    readPolicy.coreTokens ?? Number.POSITIVE_INFINITY,
    (maxTokens ?? Number.POSITIVE_INFINITY) / 2,
  );
  const chosen: CorePart[] = [];
  let used = 0;
  for (const part of byTurns(parts)) {
    // Tokens of two texts together are those of each, but for the rounding: most that do not fit need no rendering.
    if (used + estimateTokens(part.text) - 1 > most) continue;
    const tokens = estimateTokens(format.always([...chosen, part].map(({ text }) => text)));
    if (tokens > most) continue;
    chosen.push(part);
    used = tokens;
  }
  if (chosen.length === 0) return { line: "", chosen: [] };
  const line = format.always(chosen.map(({ text }) => text));
  return {
    line,
    chosen: chosen.map(({ candidate, text }) => ({
      ranked: { candidate, score: 1, place: 1, rerank: null },
      line,
      shown: text,
      core: true,
    })),
  };
}

/** The newest of each sort, then the next of each: none crowds out the others. */
function byTurns(parts: readonly CorePart[]): CorePart[] {
  const lists = SORTS.map((sort) => parts.filter((part) => part.sort === sort).sort((a, b) => b.at - a.at));
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, turn) => lists.flatMap((list) => list[turn] ?? [])).flat();
}
