import type { CompressOptions } from "../../../api/scope.ts";
import { checkList, checkWhole } from "../../../domain/arguments.ts";
import { checkAborted, MemoirError } from "../../../domain/errors.ts";
import { formatScope, type Scope } from "../../../domain/scope.ts";
import { ERASED } from "../../../domain/text.ts";
import { contextSummary, summaryEntry, timeIn } from "../../../domain/timeline/entry.ts";
import {
  alignMessages,
  type CompressReason,
  firstFitting,
  firstKept,
  shortenedId,
  whyCompress,
} from "../../../domain/timeline/fit.ts";
import { isModelFailure } from "../../../models/language/failure.ts";
import { quotaOf } from "../../../store/tables/limits.ts";
import type { MemoryRow } from "../../../store/tables/memories.ts";
import { findScope, type ScopeRef } from "../../../store/tables/scopes.ts";
import { findSession, pointerIn } from "../../../store/tables/sessions.ts";
import { entriesOf, eventPositions, sessionTalk } from "../../../store/tables/timeline.ts";
import { consolidate, keepsTimeline, type TimelineTools } from "./consolidate.ts";
import {
  type History,
  type HistoryMessage,
  linesIn,
  openRequest,
  readHistory,
  type Shortened,
  shortenHistory,
} from "./history.ts";
import { summarise } from "./summarise.ts";

/** Entries of a session that a context summary may stand for, and messages by which one without an id is known. */
const ENTRIES = 100;
const KNOWN = 10_000;
const FOREVER = Number.MAX_SAFE_INTEGER;

/** The conversation after it was compressed, and what was stored. */
export interface CompressedRows<M> extends Shortened<M> {
  readonly reason: CompressReason | null;
  readonly entries: readonly MemoryRow[];
  readonly failures: number;
  readonly error: MemoirError | null;
}

export interface ConversationRef {
  readonly scope: Scope;
  readonly session: string;
  readonly thread: string | null;
}

/** Makes a conversation shorter, and keeps what goes as timeline entries, where that is wanted. */
export async function compress<M extends object>(
  tools: TimelineTools,
  conversation: ConversationRef,
  callerMessages: readonly M[],
  { contextWindow = tools.settings.triggers.contextWindow, signal }: CompressOptions,
): Promise<CompressedRows<M>> {
  const messages = Array.from(checkList(callerMessages, "messages")) as M[];
  checkWhole(contextWindow, "contextWindow", 1, FOREVER);
  const { settings } = tools;
  const defaults = { thread: conversation.thread, denyPatterns: settings.privacy.denyPatterns };
  const history = await readHistory(messages, conversation.session, defaults, tools.now());
  const request = { ...conversation, tools, messages, history, contextWindow, signal };
  if (!keepsTimeline(tools)) return onlyShorten(request);
  try {
    return await compressAndKeep(request);
  } catch (error) {
    const code = MemoirError.is(error) ? error.code : undefined;
    // Writes may be switched off for a tenant or a scope: then nothing is kept, and the bot goes on.
    if (code === "read_only" || code === "writes_disabled") return onlyShorten(request);
    throw error;
  }
}

interface Request<M> extends ConversationRef {
  readonly tools: TimelineTools;
  readonly messages: readonly M[];
  readonly history: History;
  readonly contextWindow: number;
  readonly signal: AbortSignal | undefined;
}

/** A message of the conversation with its place in the record. */
type Placed = HistoryMessage & { readonly seq: number };

async function compressAndKeep<M extends object>(request: Request<M>): Promise<CompressedRows<M>> {
  const { tools, scope, session, history, signal } = request;
  // One at a time and to its end: who looks while another records would take the same messages for new ones.
  const talk = await tools.turns.run(`record ${scope.tenant} ${formatScope(scope)} ${session}`, () =>
    recordMessages(request),
  );
  checkAborted(signal);
  const pointer = await pointerOf(request);
  const live = talk.filter(({ seq }) => seq > pointer);
  const gone = talk.reduce((sum, { seq, tokens }) => (seq > pointer ? sum : sum + tokens), 0);
  const reason = reasonFor(request, live, history.tokens - gone);
  const cut = cutOf(request, live, reason);
  const last = live[cut - 1]?.seq ?? 0;
  const upToLast = (events: readonly { seq: number }[]): number =>
    events.filter(({ seq }) => seq <= last).length;
  const { entries, failures, error } =
    last === 0
      ? { entries: [], failures: 0, error: null }
      : await consolidate(tools, { scope, session, choose: upToLast }, signal);
  const now = await pointerOf(request);
  const stays = new Set(talk.flatMap(({ at, seq }) => (seq > now ? [at] : [])));
  const summary = stays.size === talk.length ? null : await storedSummary(request, stays);
  const ids = new Map(talk.map(({ at, event }) => [at, event.id]));
  // Where a summary failed the list stays as it was, until it succeeds or the messages are dumped.
  const all = error !== null && entries.length === 0;
  return {
    ...shortenHistory(request, stays, summary, all ? "never" : ids),
    reason,
    entries,
    failures,
    error,
  };
}

/** Before the user's last turns; inside of them where they are more than half of the window. */
function cutOf<M>(
  { tools, history, contextWindow }: Request<M>,
  live: readonly HistoryMessage[],
  reason: CompressReason | null,
): number {
  if (reason === null) return 0;
  const first = firstKept(live.map(asLive), tools.settings.timeline.keepTurns);
  return firstFitting(live, first, Math.max(1, contextWindow / 2 - history.fixedTokens));
}

/** Half a context window is a reason whoever asks; the other conditions where the settings subscribe to them. */
function reasonFor<M>(
  { tools, contextWindow }: Request<M>,
  live: readonly HistoryMessage[],
  tokens: number,
): CompressReason | null {
  const { on, turns, idleMinutes } = tools.settings.triggers;
  return whyCompress(live.map(asLive), {
    tokens,
    contextWindow,
    now: tools.now(),
    turns: on.n_turns.includes("compress") ? turns : null,
    idleMs: on.idle.includes("compress") ? idleMinutes * 60_000 : null,
  });
}

function asLive({ event: { role, turn, at } }: HistoryMessage): {
  role: string;
  turn: string | null;
  at: number;
} {
  return { role, turn, at };
}

async function pointerOf<M>({ tools, scope, session }: Request<M>): Promise<number> {
  const reader = tools.use();
  const scopeRef = await findScope(reader, scope);
  if (scopeRef === undefined) return 0;
  const row = await findSession(reader, scopeRef, session);
  return row === undefined ? 0 : pointerIn(row);
}

/** Finds the messages in the record, and records those that are not there (rule: durable before anything is derived). */
async function recordMessages<M>(request: Request<M>): Promise<Placed[]> {
  const { tools, scope, history } = request;
  const reader = tools.use();
  const { tenant } = scope;
  const messages = await messagesWithIds(request);
  const scopeRef = await findScope(reader, scope);
  const ids = messages.map(({ event }) => event.id);
  const there = await eventPositions(reader, { tenant, num: scopeRef?.num ?? 0 }, ids);
  const events = messages.map(({ event }) => event).filter(({ id }) => !there.has(id));
  if (events.length > 0) {
    const { settings, turnTriggers: triggers } = tools;
    const args = { scope, at: tools.now(), events, triggers, quota: quotaOf(settings) };
    await tools.store.write("observe", args);
    tools.embedLater(scope);
  }
  if (history.messages.length === 0) return [];
  const num = scopeRef?.num ?? (await findScope(reader, scope))?.num ?? 0;
  const seqs = events.length === 0 ? there : await eventPositions(reader, { tenant, num }, ids);
  // A history seldom says when something was said; the record does.
  return messages.map((message) => {
    const { seq, at } = seqs.get(message.event.id) ?? { seq: FOREVER, at: message.event.at };
    return { ...message, seq, event: { ...message.event, at } };
  });
}

/** Messages without an id get that of the recorded message that they are. */
async function messagesWithIds<M>(request: Request<M>): Promise<readonly HistoryMessage[]> {
  const { tools, scope, session, history } = request;
  const { messages: talk, summarised } = history;
  const nameless = talk.filter((one) => !one.hasId);
  const reader = tools.use();
  const scopeRef = nameless.length === 0 ? undefined : await findScope(reader, scope);
  if (scopeRef === undefined) return talk;
  const after = summarised === null ? 0 : await summarisedTo(request, scopeRef, summarised.newest);
  const namedIds = new Set(talk.filter((one) => one.hasId).map(({ event }) => event.id));
  const recorded = (await sessionTalk(reader, scopeRef, session, { after, limit: KNOWN })).filter(
    ({ id }) => !namedIds.has(id),
  );
  // A copy that was shortened says which message it is.
  const byId = new Map(recorded.map((one) => [one.id, one]));
  const shortOf = ({ event }: HistoryMessage): string | undefined => {
    const id = shortenedId(event.text);
    return id !== null && byId.get(id)?.role === event.role ? id : undefined;
  };
  const positions = alignMessages(
    nameless.map(({ event }) => event),
    recorded.map(({ role, text, erasedAt }) => ({ role, text, erased: erasedAt !== null })),
  );
  const ids = new Map(nameless.map((one, i) => [one, shortOf(one) ?? recorded[positions[i] ?? -1]?.id]));
  return talk.map((one) => ({ ...one, event: { ...one.event, id: ids.get(one) ?? one.event.id } }));
}

/** How far the context summary goes that the caller has: to the newest entry that it names. */
async function summarisedTo<M>(
  request: Request<M>,
  scopeRef: ScopeRef,
  newest: string | null,
): Promise<number> {
  const entries = await entriesOf(request.tools.use(), scopeRef, request.session, ENTRIES);
  const entry = newest === null ? undefined : entries.find(({ id }) => id.startsWith(newest));
  // An entry that is gone: nothing of the live history is taken for compressed.
  return entry?.to_seq ?? pointerOf(request);
}

type Entry = Awaited<ReturnType<typeof entriesOf>>[number];

/** The text of an entry in a prompt: of a dump, only that there is one; of an erased one, nothing. */
function lineOf({ text, method, part }: Entry): string | null {
  const words = text.slice(timeIn(text).length);
  if (words.endsWith(ERASED) || (method === "raw" && part > 0)) return null;
  if (method !== "raw") return text;
  const count = /^\[RAW\] (\d{1,9}) messages/.exec(words)?.[1] ?? "some";
  return `${timeIn(text)}${count} messages are kept in the timeline as they are, and are not summarised here.`;
}

async function storedSummary<M>(request: Request<M>, stays: ReadonlySet<number>): Promise<string> {
  const { tools, scope, session } = request;
  const scopeRef = await findScope(tools.use(), scope);
  const entries = scopeRef === undefined ? [] : await entriesOf(tools.use(), scopeRef, session, ENTRIES);
  const lines = entries.map(lineOf).filter((line) => line !== null);
  return summaryOf(request, lines, stays, entries.at(-1)?.id ?? null);
}

/** The context summary of what is not among the messages that stay. */
function summaryOf<M>(
  { tools, history, contextWindow }: Request<M>,
  lines: readonly string[],
  stays: ReadonlySet<number>,
  newest: string | null,
): string {
  const most = Math.min(tools.settings.timeline.contextTokens, contextWindow / 4);
  return contextSummary([...lines, ...openRequest(history, stays)], newest, most);
}

/** Memory is off, so that nothing is read or written; the conversation gets shorter all the same. */
async function onlyShorten<M extends object>(request: Request<M>): Promise<CompressedRows<M>> {
  const { tools, history, scope, signal } = request;
  const { timeline } = tools.settings;
  const live = history.messages;
  const reason = reasonFor(request, live, history.tokens);
  const cut = cutOf(request, live, reason);
  const nothing = { reason, entries: [], failures: 0 };
  const everything = new Set(live.map(({ at }) => at));
  if (cut === 0) return { ...shortenHistory(request, everything, null, null), ...nothing, error: null };
  try {
    const said = live.slice(0, cut).map(({ event: { role, type, text, at, actor, authorName } }) => {
      return { role, type, text, at, actor, name: authorName ?? null };
    });
    const summary = await summarise(tools, scope.tenant, said, signal);
    const time = { at: Math.min(said.at(-1)!.at, tools.now()), zone: timeline.zone };
    const earlier = history.summarised === null ? [] : linesIn(history.summarised.words);
    const stays = new Set(live.slice(cut).map(({ at }) => at));
    const entry = summaryEntry(summary.text, summary.method, time, timeline.maxSummaryChars);
    const text = summaryOf(request, [...earlier, entry], stays, null);
    return { ...shortenHistory(request, stays, text, null), ...nothing, error: null };
  } catch (error) {
    checkAborted(signal);
    if (!isModelFailure(error)) throw error;
    const same = shortenHistory(request, everything, null, "never");
    return { ...same, ...nothing, failures: 1, error };
  }
}
