import type { Consolidated } from "../../../api/scope.ts";
import { estimateTokens } from "../../../domain/budget.ts";
import type { SourceEvent } from "../../../domain/candidate.ts";
import { checkAborted, MemoirError } from "../../../domain/errors.ts";
import type { Event } from "../../../domain/event.ts";
import { formatScope, type Scope } from "../../../domain/scope.ts";
import { ERASED } from "../../../domain/text.ts";
import { type EntryTime, rawEntries, summaryEntry } from "../../../domain/timeline/entry.ts";
import type { ModelCaller } from "../../../models/language/call.ts";
import { isModelFailure } from "../../../models/language/failure.ts";
import { counter } from "../../../models/telemetry.ts";
import { namesIn } from "../../../store/tables/authors.ts";
import { type MemoryRow, toMemory } from "../../../store/tables/memories.ts";
import { findScope, type ScopeRef } from "../../../store/tables/scopes.ts";
import { findSession, pointerIn, type SessionRow } from "../../../store/tables/sessions.ts";
import { sessionTalk, talkState } from "../../../store/tables/timeline.ts";
import type { NewEntries } from "../../../store/writes/timeline.ts";
import { readEvents } from "../../../write/extract/load-batch.ts";
import type { WriteTools } from "../../../write/tools/write-tools.ts";
import { summarise } from "./summarise.ts";

/** Rounds in a row that another process may be faster. */
const MAX_LOST = 8;

/** Messages that one round looks at, and tokens that one summary stands for. */
const LOOK = 2_000;
const ROUND_TOKENS = 6_000;

/** The outcome of compressing a session. */
export interface ConsolidatedRows {
  readonly entries: readonly MemoryRow[];
  readonly failures: number;
  /** Why the last summary failed. */
  readonly error: MemoirError | null;
}

/** The outcome as callers see it. */
export function toConsolidated({ entries, failures, error }: ConsolidatedRows, at: number): Consolidated {
  return {
    entries: entries.map((row) => toMemory(row, at)),
    failures,
    degraded: error === null ? null : { reason: error.code, detail: error.message },
  };
}

/** Messages of a session that are to be compressed: the oldest, as many as `choose` says. */
interface Compressing {
  readonly scope: Scope;
  readonly session: string;
  readonly choose: (live: readonly Event[], row: SessionRow) => number;
}

/**
 * Compresses the messages of a session that no entry holds yet, oldest first. Each round is one summary and one
 * transaction; a summary that fails ends it, and so does a dump.
 */
export function consolidate(
  tools: TimelineTools,
  compressing: Compressing,
  signal: AbortSignal | undefined,
): Promise<ConsolidatedRows> {
  const { scope, session } = compressing;
  // One at a time in this process: two would ask the model for the same.
  return tools.turns.run(`compress ${scope.tenant} ${formatScope(scope)} ${session}`, async () => {
    const entries: MemoryRow[] = [];
    for (let lost = 0; lost < MAX_LOST; ) {
      checkAborted(signal);
      const round = await nextRound(tools, compressing);
      if (round === null) return { entries, failures: 0, error: null };
      const draft = await make(round, signal);
      if (draft instanceof MemoirError) {
        const failed = await fail(round, draft);
        return { ...failed, entries: [...entries, ...failed.entries] };
      }
      // `null`: another process was faster. The state it left is checked again.
      const stored = await keep(round, draft);
      lost = stored === null ? lost + 1 : 0;
      entries.push(...(stored ?? []));
    }
    // Whoever is faster each time does the work; what is left is compressed by the next call.
    return { entries, failures: 0, error: null };
  });
}

interface Round {
  readonly tools: TimelineTools;
  readonly scope: Scope;
  readonly row: SessionRow;
  readonly events: readonly Event[];
  readonly said: readonly SourceEvent[];
  readonly time: EntryTime;
  /** The result of `talkState` before they were read. */
  readonly state: string;
}

async function nextRound(
  tools: TimelineTools,
  { scope, session, choose }: Compressing,
): Promise<Round | null> {
  if (!keepsTimeline(tools)) return null;
  const reader = tools.use();
  const scopeRef = await findScope(reader, scope);
  const row = scopeRef === undefined ? undefined : await findSession(reader, scopeRef, session);
  if (scopeRef === undefined || row === undefined) return null;
  const pointer = pointerIn(row);
  const live = await sessionTalk(reader, scopeRef, session, { after: pointer, limit: LOOK });
  const events = upTo(live.slice(0, choose(live, row)), ROUND_TOKENS);
  const last = events.at(-1);
  if (last === undefined) return null;
  const state = await talkState(reader, scopeRef, { session, fromSeq: events[0]!.seq, toSeq: last.seq });
  // Read again: what was forgotten after the first look is in the state, and must be in the words.
  const again = await sessionTalk(reader, scopeRef, session, { after: pointer, to: last.seq, limit: LOOK });
  const said = await summaryMessages(tools, scope, scopeRef, again);
  const time = { at: Math.min(last.at.getTime(), tools.now()), zone: tools.settings.timeline.zone };
  return { tools, scope, row, events: again, said, time, state };
}

/** The first of them that have so many tokens, and at least one. */
function upTo(events: readonly Event[], tokens: number): readonly Event[] {
  let sum = 0;
  const beyond = events.findIndex(({ text }, i) => {
    sum += estimateTokens(text) + 8;
    return sum > tokens && i > 0;
  });
  return beyond < 0 ? events : events.slice(0, beyond);
}

/** Messages as a summary reads them: without what is forgotten, and without what Memoir put there itself. */
export async function summaryMessages(
  tools: Pick<TimelineTools, "store" | "settings" | "whoseWords">,
  scope: Scope,
  scopeRef: ScopeRef,
  events: readonly Event[],
): Promise<SourceEvent[]> {
  const names = await namesIn(tools.store.read, scopeRef, tools.settings.identity);
  const said = await readEvents(rememberable(events), { scope, names }, tools);
  return said.filter(({ role, text }) => role !== "system" && text.trim() !== "");
}

/** The messages without the parts that somebody asked to forget. */
export function rememberable(events: readonly Event[]): Event[] {
  return events
    .filter(({ hiddenAt, text }) => hiddenAt === null && text !== ERASED)
    .map((event) => ({ ...event, text: event.text.replaceAll(ERASED, " "), erasedAt: null }));
}

type EntryDraft = Pick<NewEntries, "method" | "texts" | "model" | "promptHash">;

/** The entry's text, or why there is none. */
async function make(
  { tools, scope, said, time }: Round,
  signal: AbortSignal | undefined,
): Promise<EntryDraft | MemoirError> {
  if (said.length === 0) return { method: "extractive", texts: [], model: null, promptHash: null };
  try {
    const { method, text, model, promptHash } = await summarise(tools, scope.tenant, said, signal);
    const { maxSummaryChars } = tools.settings.timeline;
    return { method, texts: [summaryEntry(text, method, time, maxSummaryChars)], model, promptHash };
  } catch (error) {
    checkAborted(signal);
    if (isModelFailure(error)) return error;
    throw error;
  }
}

/** Counted, and the conversation goes on. After some in a row the messages themselves are kept. */
async function fail(round: Round, error: MemoirError): Promise<ConsolidatedRows> {
  const { tools, scope, row } = round;
  const { store, settings } = tools;
  const [session, ifPointer] = [row.id, pointerIn(row)];
  counter("memoir.timeline.failures").add(1, { code: error.code });
  const failures = await store.write("failCompression", { scope, at: tools.now(), session, ifPointer });
  if (failures < settings.timeline.maxFailures) return { entries: [], failures, error };
  const texts = rawTexts(round.events, round.time, settings.timeline.maxRawChars);
  const entries = await keep(round, { method: "raw", texts, model: null, promptHash: null });
  return { entries: entries ?? [], failures: 0, error };
}

/** Every word of the messages. One without words is known by its structured content. */
export function rawTexts(events: readonly Event[], time: EntryTime, maxChars: number): string[] {
  const relevant = rememberable(events);
  if (relevant.length === 0) return [];
  const messages = relevant.map(({ role, text, content, at }) => ({
    role,
    text: text.trim() === "" && content !== null ? JSON.stringify(content) : text,
    at: at.getTime(),
  }));
  return rawEntries(messages, time, maxChars);
}

async function keep(round: Round, draft: EntryDraft): Promise<MemoryRow[] | null> {
  const { tools, scope, row, events, time, state } = round;
  const written = await tools.store.write("compressSession", {
    ...tools.context(scope, "a conversation was compressed"),
    ...draft,
    session: row.id,
    ifPointer: pointerIn(row),
    ifState: state,
    lastAt: time.at,
    fromSeq: events[0]!.seq,
    toSeq: events.at(-1)!.seq,
  });
  if (written !== null && written.length > 0) {
    tools.changed();
    tools.embedLater(scope);
  }
  return written;
}

/** The engine parts that compression uses. */
export interface TimelineTools extends WriteTools {
  readonly caller: ModelCaller;
}

/** Whether anything of a compressed conversation may be kept. */
export function keepsTimeline({ settings }: Pick<TimelineTools, "settings">): boolean {
  return settings.enable && settings.timeline.enable && !settings.emergencyReadOnly;
}
