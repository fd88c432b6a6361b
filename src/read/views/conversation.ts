import type { ConversationEntry, MessageOutcome } from "../../api/conversation.ts";
import type { CallOptions, Page, PageOptions } from "../../api/options.ts";
import { checkUnbound } from "../../domain/allowlist.ts";
import { checkOptions, checkSignal } from "../../domain/arguments.ts";
import { MemoirError } from "../../domain/errors.ts";
import type { Event } from "../../domain/event.ts";
import {
  conversationMark,
  decisionsWithin,
  memoriesOfDecisions,
  readingState,
  repliesWithContext,
  type SeqSpan,
  unreadWithin,
} from "../../store/tables/conversation.ts";
import { toDecisionEntry } from "../../store/tables/decisions.ts";
import { listEvents } from "../../store/tables/events.ts";
import { databaseNow } from "../../store/tables/jobs.ts";
import { listProposals, proposalSources } from "../../store/tables/profile.ts";
import { findScope, isReadOnly, type ScopeRecord } from "../../store/tables/scopes.ts";
import { NO_SESSION } from "../../store/tables/sessions.ts";
import type { FeedContext, ReadContext, ReadingHandle } from "../shared/request.ts";
import { waker } from "./changes.ts";
import { page } from "./page.ts";
import { showIn } from "./shown-memory.ts";
import { type OpenConsent, personWait, type UnreadState, unreadWait } from "./waiting-reasons.ts";

/** Messages belong to no category: who is bound to some sees none of them. */
const WHAT = "events";

/** The events of a scope, newest first, each with what became of it and what it waits for. */
export async function conversation(
  context: ReadContext,
  { scopes: [scope], access }: ReadingHandle,
  options: PageOptions = {},
): Promise<Page<ConversationEntry>> {
  checkUnbound(access, WHAT);
  return page(options, async (part) => {
    const reader = context.use();
    const scopeRef = await findScope(reader, scope);
    if (scopeRef === undefined) return [];
    const events = await listEvents(reader, scopeRef, {}, part);
    if (events.length === 0) return [];
    const span = { from: events.at(-1)!.seq, to: events[0]!.seq };
    const outcomes = await outcomesIn(context, scopeRef, span, await showIn(reader, scopeRef, scope.kind));
    const withContext = await repliesWithContext(
      reader,
      scopeRef,
      events.map(({ id }) => id),
    );
    const unread = await unreadWithin(reader, scopeRef, span, scopeRef.extracted_seq);
    const waiting = unread.size === 0 ? null : await waitingIn(context, scopeRef, events);
    const consents = await openConsents(context, scopeRef);
    return events.map((event) => {
      const ownOutcomes = outcomes.get(event.seq) ?? [];
      const waits =
        waiting !== null && unread.has(event.seq)
          ? unreadWait(event, waiting)
          : personWait(ownOutcomes, consents.get(event.id));
      return {
        item: { event, outcomes: ownOutcomes, waits, hasContext: withContext.has(event.id) },
        position: event.seq,
      };
    });
  });
}

type Show = Awaited<ReturnType<typeof showIn>>;

async function outcomesIn(
  context: ReadContext,
  scopeRef: ScopeRecord,
  span: SeqSpan,
  show: Show,
): Promise<Map<number, MessageOutcome[]>> {
  const reader = context.use();
  const rows = await decisionsWithin(reader, scopeRef, span);
  const memories = await memoriesOfDecisions(reader, scopeRef, rows);
  const at = context.now();
  const bySeq = new Map<number, MessageOutcome[]>();
  for (const row of rows) {
    const memory = row.memory === null ? undefined : memories.get(row.memory);
    const outcome = { ...toDecisionEntry(row), memory: memory === undefined ? null : show(memory, at) };
    bySeq.set(row.seq, [...(bySeq.get(row.seq) ?? []), outcome]);
  }
  return bySeq;
}

async function waitingIn(
  context: ReadContext,
  scopeRef: ScopeRecord,
  events: readonly Event[],
): Promise<UnreadState> {
  const reader = context.use();
  const sessions = [...new Set(events.map(({ session }) => session ?? NO_SESSION))];
  const { triggers, enable, emergencyReadOnly } = context.settings;
  return {
    ...(await readingState(reader, scopeRef, sessions)),
    triggers,
    writes:
      enable && !emergencyReadOnly && scopeRef.writes === 1 && !(await isReadOnly(reader, scopeRef.tenant)),
    now: await databaseNow(reader),
  };
}

/** More than anybody answers. */
const MAX_PROPOSALS = 100;

/** Open questions about fields of the profile, by the events that raised them. */
async function openConsents(context: ReadContext, scopeRef: ScopeRecord): Promise<Map<string, OpenConsent>> {
  const open = { status: "pending", at: context.now() } as const;
  const rows = await listProposals(context.use(), scopeRef, open, { limit: MAX_PROPOSALS });
  const byEvent = new Map<string, OpenConsent>();
  for (const row of rows) {
    const until = row.expires_at === null ? null : new Date(row.expires_at);
    for (const id of proposalSources(row)) byEvent.set(id, { field: row.field, until });
  }
  return byEvent;
}

/** How often another process's writes are looked for: a message shows up within this time. */
const POLL_MS = 250;

/** Yields at once, and again whenever something of the conversation has changed, in whichever process. */
export async function* followConversation(
  context: FeedContext,
  { scopes: [scope], access }: ReadingHandle,
  options: CallOptions | undefined,
): AsyncGenerator<void, void, void> {
  const signal = checkSignal(checkOptions(options, "followConversation()").signal);
  checkUnbound(access, WHAT);
  const stop = signal === undefined ? context.closed : AbortSignal.any([context.closed, signal]);
  const wake = waker(context, stop, POLL_MS);
  try {
    let seen: string | null = null;
    for (let version = Number.NaN; !stop.aborted; version = await wake.next(version)) {
      const scopeRef = await findScope(context.use(), scope);
      const mark = scopeRef === undefined ? "" : await conversationMark(context.use(), scopeRef);
      if (mark === seen) continue;
      seen = mark;
      yield;
    }
  } catch (error) {
    // Closing ends a feed that waits; it is no failure of the feed.
    if (!(stop.aborted && MemoirError.is(error) && error.code === "closed")) throw error;
  } finally {
    wake.end();
  }
}
