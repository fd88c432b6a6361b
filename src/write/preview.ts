import type { DraftMemory, Preview, PreviewEntry } from "../api/write.ts";
import type { Event, EventInput } from "../domain/event.ts";
import type { Memory } from "../domain/memory.ts";
import type { Scope } from "../domain/scope.ts";
import { ownForgetRequests } from "../language/forget.ts";
import { namesIn } from "../store/tables/authors.ts";
import { eventsAfter, toEvent } from "../store/tables/events.ts";
import { findMemory, toMemory } from "../store/tables/memories.ts";
import { findScope, type ScopeRecord } from "../store/tables/scopes.ts";
import type { NewMemory } from "../store/writes/claim.ts";
import { decideNow, vectorsFor } from "./commit/decide-now.ts";
import { MAX_WORDS } from "./commit/read-log.ts";
import { outcomeOf } from "./commit/report.ts";
import { askAboutMatches } from "./decide/ask-about-matches.ts";
import { withRoles } from "./extract/claim-owner.ts";
import {
  claimsOf,
  extractBatch,
  type MessageClaims,
  proposalsOf,
  reasonToIgnore,
} from "./extract/extract-batch.ts";
import { type Batch, MODEL_CONTEXT, readEvents } from "./extract/load-batch.ts";
import { type Recordable, recordable } from "./observe/observe.ts";
import type { ClaimProposal } from "./tools/proposal.ts";
import type { WriteTools } from "./tools/write-tools.ts";
import { FORGET_REASON, idsNamed, meantBy } from "./verbs/forget-requests.ts";

/** Dry run of reading messages: record → extract → decide; nothing is written. */
export async function previewMessages(
  tools: WriteTools,
  scope: Scope,
  messages: readonly EventInput[],
  { thread, signal }: { thread: string | null; signal: AbortSignal | undefined },
): Promise<Preview> {
  const { settings, store } = tools;
  const recorded = await recordable(
    messages,
    { thread, denyPatterns: settings.privacy.denyPatterns },
    tools.now(),
  );
  const scopeRow = await findScope(store.read, scope);
  const before = await contextEvents(tools, scopeRow);
  const names = scopeRow === undefined ? new Map() : await namesIn(store.read, scopeRow, settings.identity);
  const entries: PreviewEntry[] = [];
  const fresh = eventsOf(recorded, scopeRow?.seq ?? 0);
  // One after the other, as a conversation comes: what one says is context of the next.
  for (const message of fresh.keys()) {
    const events = [...before, ...fresh.slice(0, message + 1)].map((event) =>
      event.hiddenAt === null ? event : { ...event, text: "" },
    );
    const sourceEvents = await readEvents(events, { scope, names }, tools);
    const batch: Batch = { scope, scopeRow, events, sourceEvents, from: events.length - 1, names };
    const extracted = await extractBatch(tools, batch, signal);
    if (extracted === "less") continue;
    const candidates = await askAboutMatches(tools, batch, withRoles(batch, extracted.candidates), signal);
    const claims = claimsOf(batch, { ...extracted, candidates }, batch.from);
    for (const { outcome, text, reason, ...rest } of await previewMessage(tools, claims))
      entries.push({ outcome, text, reason, message, ...rest });
  }
  return { texts: fresh.map(({ text }) => text), redacted: recorded.redacted, entries };
}

/** The scope's last messages, which a model is shown. */
function contextEvents(tools: WriteTools, scopeRow: ScopeRecord | undefined): Promise<Event[]> {
  if (scopeRow === undefined) return Promise.resolve([]);
  const after = Math.max(0, scopeRow.seq - MODEL_CONTEXT);
  return eventsAfter(tools.store.read, scopeRow, after, MODEL_CONTEXT);
}

/** Messages as the events they would be, behind the scope's last one. */
function eventsOf({ events }: Recordable, last: number): Event[] {
  return events.map(({ recordedAt, authorName: _, ...event }, i) =>
    toEvent({
      ...event,
      seq: last + 1 + i,
      recorded_at: recordedAt,
      erased_at: null,
      hidden_at: null,
      core_off_at: null,
    }),
  );
}

type Entry = Omit<PreviewEntry, "message">;

/** What one message would lead to. */
async function previewMessage(tools: WriteTools, message: MessageClaims): Promise<Entry[]> {
  const { sourceEvent, candidates } = message;
  const entries: Entry[] = message.refused.map(({ text, problem }) => refusedEntry(text, problem));
  const toForget = await memoriesById(tools, message.batch, await idsToForget(tools, message));
  for (const memory of toForget) {
    const { text } = memory;
    entries.push({
      outcome: "forgotten",
      text,
      reason: FORGET_REASON,
      memory: null,
      meets: memory,
      replaces: [],
    });
  }
  const itself =
    tools.extractor === null &&
    candidates.length > 0 &&
    ownForgetRequests(sourceEvent, tools.settings.commands.names).some(({ about }) => about === null);
  for (const proposal of itself ? [] : proposalsOf(message)) {
    if ("refused" in proposal) entries.push(refusedEntry(proposal.refused, proposal.reason));
    else entries.push(await previewClaim(tools, message.batch, proposal.proposal));
  }
  if (entries.length > 0) return entries;
  const text = message.event.text.slice(0, MAX_WORDS);
  const reason = reasonToIgnore(message);
  return [{ outcome: "ignored", text, reason, memory: null, meets: null, replaces: [] }];
}

function refusedEntry(text: string, reason: string, meets: Memory | null = null): Entry {
  return { outcome: "refused", text, reason, memory: null, meets, replaces: [] };
}

/** The memories that a message asks to forget: by its words, or as a model names them. */
async function idsToForget(tools: WriteTools, message: MessageClaims): Promise<string[]> {
  const { batch, event, sourceEvent, candidates } = message;
  const asking = { sourceEvent, event, claims: candidates.length > 0 };
  const ids: string[] = [];
  if (tools.extractor === null) {
    for (const request of ownForgetRequests(sourceEvent, tools.settings.commands.names))
      ids.push(...((await meantBy(tools, batch.scope, asking, request))?.ids ?? []));
  }
  for (const targets of message.toForget) ids.push(...(await idsNamed(tools, batch.scope, asking, targets)));
  return ids;
}

async function previewClaim(tools: WriteTools, batch: Batch, proposal: ClaimProposal): Promise<Entry> {
  const { scope, names } = batch;
  const { text } = proposal.candidate;
  const entering = { proposal, names, context: tools.context(scope, "preview") };
  const vectors = await vectorsFor(tools, entering);
  const scopeRef = await findScope(tools.store.read, scope);
  const { decided } = await decideNow(tools, entering, vectors, { scopeRef });
  if ("refused" in decided) {
    const { reason, memory } = decided.refused;
    const [meets = null] = await memoriesById(tools, batch, memory === null ? [] : [memory]);
    return refusedEntry(text, reason, meets);
  }
  const { outcome, status, reason, memory, met, replaces } = decided.claim;
  const [meets = null] = await memoriesById(tools, batch, met === null ? [] : [met.id]);
  return {
    outcome: outcomeOf(outcome, status),
    text,
    reason,
    memory: memory === null ? null : draftOf(memory),
    meets,
    replaces: await memoriesById(tools, batch, replaces),
  };
}

async function memoriesById(
  tools: WriteTools,
  { scopeRow }: Batch,
  ids: readonly string[],
): Promise<Memory[]> {
  if (scopeRow === undefined) return [];
  const rows = await Promise.all(ids.map((id) => findMemory(tools.store.read, scopeRow, id)));
  return rows.flatMap((one) => (one === undefined ? [] : [toMemory(one, tools.now())]));
}

function draftOf(row: NewMemory): DraftMemory {
  const { text, key, kind, type, category, status, subject, confidence, importance } = row;
  const tags = JSON.parse(row.tags) as string[];
  return { text, key, kind, type, category, tags, status, subject, confidence, importance };
}
