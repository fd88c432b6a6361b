import type { DraftMemory, Preview, PreviewEntry } from "../api/write.ts";
import type { Candidate } from "../domain/candidate.ts";
import type { Event, EventInput } from "../domain/event.ts";
import type { Memory } from "../domain/memory.ts";
import type { Scope } from "../domain/scope.ts";
import { ownForgetRequests } from "../language/forget.ts";
import { namesIn } from "../store/tables/authors.ts";
import { eventsAfter, toEvent } from "../store/tables/events.ts";
import { findMemory, toMemory } from "../store/tables/memories.ts";
import { type FoundScope, findScope } from "../store/tables/scopes.ts";
import type { NewMemory } from "../store/writes/claim.ts";
import { decideNow, vectorsFor } from "./commit/commit.ts";
import { outcomeOf } from "./commit/report.ts";
import { type ReadBatch, readBatch } from "./extract/extract-batch.ts";
import { roleIn } from "./extract/group-claim.ts";
import { readEvents } from "./extract/load-batch.ts";
import { MODEL_CONTEXT } from "./extract/model-extractor.ts";
import { proposedBy } from "./extract/proposals.ts";
import { MAX_OF_A_MESSAGE, MAX_WORDS, reasonToIgnore, withMatches } from "./extract-pending.ts";
import { type Recordable, recordable } from "./observe/observe.ts";
import { sourceOf } from "./tools/proposal.ts";
import type { WriteTools } from "./tools/write-tools.ts";
import { idsNamed, meantBy, REASON } from "./verbs/forget-requests.ts";

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
  const row = await findScope(store.read, scope);
  const before =
    row === undefined
      ? []
      : await eventsAfter(store.read, row, Math.max(0, row.seq - MODEL_CONTEXT), MODEL_CONTEXT);
  const names = row === undefined ? new Map() : await namesIn(store.read, row, tools.settings.identity);
  const entries: PreviewEntry[] = [];
  const fresh = eventsOf(recorded, row?.seq ?? 0);
  // One after the other, as a conversation comes: what one says is context of the next.
  for (const message of fresh.keys()) {
    const events = [...before, ...fresh.slice(0, message + 1)].map((one) =>
      one.hiddenAt === null ? one : { ...one, text: "" },
    );
    const said = await readEvents(events, { scope, names }, tools);
    const batch = { scope, events, said, from: events.length - 1, names };
    const read = await readBatch(tools, row, batch, signal);
    if (typeof read === "string") continue;
    const extracted = await withMatches(tools, read, signal);
    entries.push(...(await decided(tools, row, { batch, extracted }, message)));
  }
  return { texts: fresh.map(({ text }) => text), redacted: recorded.redacted, entries };
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

async function decided(
  tools: WriteTools,
  row: FoundScope | undefined,
  { batch, extracted }: ReadBatch,
  message: number,
): Promise<PreviewEntry[]> {
  const { scope } = batch;
  const place = batch.events.length - 1;
  const event = batch.events[place]!;
  const said = batch.said[place]!;
  const entries: PreviewEntry[] = [];
  const known = async (ids: readonly string[]): Promise<Memory[]> => {
    if (row === undefined) return [];
    const rows = await Promise.all(ids.map((id) => findMemory(tools.store.read, row, id)));
    return rows.flatMap((one) => (one === undefined ? [] : [toMemory(one, tools.now())]));
  };
  const refuse = (text: string, reason: string, meets: Memory | null = null): void => {
    entries.push({ outcome: "refused", text, reason, message, memory: null, meets, replaces: [] });
  };
  const propose = async (candidate: Candidate): Promise<void> => {
    const { model, promptHash } = extracted;
    const proposal = {
      ...{ candidate, role: roleIn(batch, candidate), source: sourceOf(event) },
      ...{ asked: null, model, promptHash },
    };
    const entering = { proposal, names: batch.names, context: tools.context(scope, "preview") };
    const vectors = await vectorsFor(tools, entering);
    const place = await findScope(tools.store.read, scope);
    const { decided: found } = await decideNow(tools, entering, vectors, { place });
    if ("refused" in found) {
      const { reason, memory } = found.refused;
      return refuse(candidate.text, reason, memory === null ? null : ((await known([memory]))[0] ?? null));
    }
    const { claim } = found;
    entries.push({
      outcome: outcomeOf(claim.outcome, claim.status),
      text: candidate.text,
      reason: claim.reason,
      message,
      memory: claim.memory === null ? null : draftOf(claim.memory),
      meets: claim.met === null ? null : ((await known([claim.met.id]))[0] ?? null),
      replaces: await known(claim.replaces),
    });
  };

  for (const { text, problem, source } of extracted.refused) if (source === place) refuse(text, problem);
  const read = extracted.candidates.filter(({ source }) => source === place);
  const requests = tools.extractor === null ? ownForgetRequests(said) : [];
  const toForget: string[] = [];
  for (const request of requests) {
    const targets = await meantBy(tools, scope, { said, event, claims: read.length > 0 }, request);
    toForget.push(...(targets?.ids ?? []));
  }
  for (const { source, known: memories, messages } of extracted.forget ?? []) {
    const named = { memories, messages: messages.map((one) => batch.events[one]!.seq) };
    if (source === place) toForget.push(...(await idsNamed(tools, scope, { said, event }, named)));
  }
  for (const memory of await known(toForget)) {
    const { text } = memory;
    entries.push({
      ...{ outcome: "forgotten", text, reason: REASON, message, memory: null },
      meets: memory,
      replaces: [],
    });
  }
  const itself = read.length > 0 && requests.some(({ about }) => about === null);
  const candidates = itself ? [] : read.slice(0, MAX_OF_A_MESSAGE);
  for (const one of proposedBy({ batch, place, candidates })) {
    if ("refused" in one) refuse(one.refused, one.reason);
    else await propose(one.candidate);
  }
  if (entries.length > 0) return entries;
  const reason = reasonToIgnore(scope, event, said, extracted);
  const text = event.text.slice(0, MAX_WORDS);
  return [{ outcome: "ignored", text, reason, message, memory: null, meets: null, replaces: [] }];
}

function draftOf(row: NewMemory): DraftMemory {
  const { text, key, kind, type, category, status, subject, confidence, importance } = row;
  const tags = JSON.parse(row.tags) as string[];
  return { text, key, kind, type, category, tags, status, subject, confidence, importance };
}
