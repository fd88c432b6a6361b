import type { OpEvent } from "../api/stats.ts";
import type { WriteEntry, WriteReport } from "../api/write.ts";
import type { Candidate, SourceEvent } from "../domain/candidate.ts";
import { type Case, encodeCase } from "../domain/case.ts";
import { checkAborted } from "../domain/errors.ts";
import type { Event, EventType } from "../domain/event.ts";
import type { Scope } from "../domain/scope.ts";
import { compileAhead } from "../language/compile-ahead.ts";
import { whyIgnored } from "../language/salience.ts";
import { nextTurn, paced } from "../runtime/yield.ts";
import { namesIn } from "../store/tables/authors.ts";
import { candidateHash } from "../store/tables/decisions.ts";
import { promptsBetween } from "../store/tables/events.ts";
import { toMemory } from "../store/tables/memories.ts";
import { findScope, type ScopeRow } from "../store/tables/scopes.ts";
import { eventsBefore, unreadEvents } from "../store/tables/unread.ts";
import type { RefusedClaim } from "../store/writes/commit.ts";
import { type Done, enter, NOT_DONE } from "./commit/commit.ts";
import { classified } from "./commit/report.ts";
import { askAboutMatches } from "./decide/ask-about-matches.ts";
import type { Refused } from "./decide/decide.ts";
import { holdsOnlyReplies, type ReadBatch, readBatch } from "./extract/extract-batch.ts";
import { roleIn } from "./extract/group-claim.ts";
import { type Batch, isImported, readEvents, statedNote } from "./extract/load-batch.ts";
import { MODEL_CONTEXT } from "./extract/model-extractor.ts";
import { proposedBy } from "./extract/proposals.ts";
import type { Extracted } from "./tools/extractor.ts";
import { sourceOf } from "./tools/proposal.ts";
import { laneName } from "./tools/scope-queue.ts";
import type { WriteTools } from "./tools/write-tools.ts";
import { forgetAsked, forgetNamed } from "./verbs/forget-requests.ts";

/** Events read at once. */
const BATCH = 40;
/** The same where one call reads all that waits: no session is longer. */
const WHOLE = 2_000;
/** How many events back a bot's own prompt is known, if it was observed with the rest. */
const PROMPTS = 100;
/** Claims of one message that are looked at: each is compared with all that is known, and a list of 1,000 is no talk. */
export const MAX_OF_A_MESSAGE = 40;

interface ExtractOptions {
  /** Reads this session only. Default: all that was said in the scope, in its order. */
  readonly session?: string;
  /** Replies that nobody has answered yet wait for the next message, where a language model reads. Default: false. */
  readonly replyWaits?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * record → extract → decide → commit, for all that a scope or a session has not been read from yet. A failure leaves the
 * events unread: they are read again, and memories kept before are matched as known.
 */
export function extractPending(
  tools: WriteTools,
  scope: Scope,
  { session, replyWaits = false, signal }: ExtractOptions = {},
): Promise<WriteReport> {
  const reading = { scope, session: session ?? null, replyWaits };
  return tools.turns.run(`extract ${laneName(scope)}`, () => extractNow(tools, reading, signal));
}

interface Reading {
  readonly scope: Scope;
  /** `null`: the whole scope. */
  readonly session: string | null;
  readonly replyWaits: boolean;
}

async function extractNow(
  given: WriteTools,
  reading: Reading,
  signal: AbortSignal | undefined,
): Promise<WriteReport> {
  const entries: WriteEntry[] = [];
  let events = 0;
  const { oneCall } = given.settings.extraction;
  const most = oneCall && given.extractor !== null ? WHOLE : BATCH;
  let size = most;
  while (given.settings.enable) {
    checkAborted(signal);
    const tools = { ...given, embed: embedOnce(given) };
    const row = await findScope(tools.store.read, reading.scope);
    if (row === undefined || row.extracted_seq >= row.seq) break;
    const next = await nextBatch(tools, reading, row, size);
    if (next === null) break;
    // A user's message is read before the reply to it is there: that is read with the next message.
    if (reading.replyWaits && tools.extractor !== null && holdsOnlyReplies(next)) break;
    const read = await readBatch(tools, row, next, signal);
    const count = next.events.length - next.from;
    if (read === "less") {
      size = Math.ceil(count / 2);
      continue;
    }
    size = Math.min(most, size * 2);
    const extracted = await withMatches(tools, read, signal);
    entries.push(...(await keep(tools, { ...read, extracted }, reading.session)));
    events += count;
  }
  return { events, entries };
}

/** What was extracted, with a model's word on the known memories that words leave open. */
export async function withMatches(
  tools: WriteTools,
  { batch, extracted }: ReadBatch,
  signal: AbortSignal | undefined,
): Promise<Extracted> {
  const proposed = extracted.candidates.map((candidate) => ({ candidate, role: roleIn(batch, candidate) }));
  return { ...extracted, candidates: await askAboutMatches(tools, batch, proposed, signal) };
}

/** `null`: nothing waits. */
async function nextBatch(
  tools: WriteTools,
  { scope, session }: Omit<Reading, "replyWaits">,
  row: ScopeRow,
  size: number,
): Promise<Batch | null> {
  const { store, extractor, settings } = tools;
  const place = { tenant: scope.tenant, num: row.num };
  const reading = { ...place, session };
  const unread = await unreadEvents(store.read, reading, row.extracted_seq, size);
  const first = unread[0]?.seq;
  if (first === undefined) return null;
  const before = extractor === null ? [] : await eventsBefore(store.read, reading, first, MODEL_CONTEXT);
  const events = [...before, ...unread];
  await paced(compileAhead(events.map(({ text }) => text)));
  const names = await namesIn(store.read, place, settings.identity);
  const prompts = await promptsBetween(store.read, place, first - 1 - PROMPTS, first - 1);
  return {
    scope,
    events,
    said: await readEvents(withoutHidden(events, before.length), { scope, names }, tools, prompts),
    from: before.length,
    names,
  };
}

/** Forgotten text is no context for later messages. */
function withoutHidden(events: readonly Event[], from: number): Event[] {
  return events.map((event, i) => (event.hiddenAt !== null && i < from ? { ...event, text: "" } : event));
}

/**
 * One event after the other, and of each one candidate after the other, so that each meets what the one before has
 * become. The watermark goes past an event in the transaction that keeps its last candidate.
 */
async function keep(
  tools: WriteTools,
  { batch, extracted }: ReadBatch,
  session: string | null,
): Promise<WriteEntry[]> {
  const { scope } = batch;
  const of = session === null ? {} : { session };
  const entries: WriteEntry[] = [];
  let refusals: RefusedClaim[] = [];
  let ops: OpEvent[] = [];
  let readTo = 0;
  for (const [place, event] of batch.events.entries()) {
    if (place < batch.from) continue;
    const before = entries.length;
    const refuse = (
      text: string,
      stage: RefusedClaim["stage"],
      reason: string,
      { outcome = "refused", memory = null, judged }: Partial<Refused> & { judged?: Case } = {},
    ): void => {
      const logged = judged === undefined ? NO_CASE : { input: encodeCase(judged), fate: outcome };
      const hash = candidateHash(text);
      refusals.push({ seq: event.seq, stage, outcome, reason, memory, hash, ...logged });
      entries.push({ outcome: "refused", text, reason, eventId: event.id, memory: null, replaced: [] });
    };
    const propose = async (candidate: Candidate, done: Done): Promise<boolean> => {
      // No model of ours has read what was stated elsewhere.
      const { model, promptHash } = statedNote(event) === null ? extracted : NOBODY;
      // Nobody waits for what is read: each claim is compared in a turn of the event loop that nothing else has used.
      await nextTurn();
      const entered = await enter(tools, {
        proposal: {
          ...{ candidate, role: roleIn(batch, candidate), source: sourceOf(event) },
          ...{ asked: null, imported: isImported(event), model, promptHash },
        },
        ...{ source: event.seq, names: batch.names, context: tools.context(scope, "extract"), done },
        also: (candidate.alsoFrom ?? []).map((source) => batch.events[source]!.seq),
      });
      if ("refused" in entered) {
        const { refused, case: judged } = entered;
        refuse(candidate.text, "gate", refused.reason, { ...refused, judged });
        return false;
      }
      const { outcome, reason, replaced } = entered;
      const memory = entered.memory === null ? null : toMemory(entered.memory, tools.now());
      entries.push({ outcome, text: candidate.text, reason, eventId: event.id, memory, replaced });
      return true;
    };
    for (const { text, problem, source } of extracted.refused) {
      if (source === place) refuse(text, "extract", problem);
    }
    const said = batch.said[place]!;
    const read = extracted.candidates.filter(({ source }) => source === place);
    const message = { said, event, claims: read.length > 0 };
    // A model names what is to be forgotten.
    const forgetting =
      tools.extractor === null ? await forgetAsked(tools, scope, message) : { entries: [], itself: false };
    entries.push(...forgetting.entries);
    const candidates = forgetting.itself ? [] : read.slice(0, MAX_OF_A_MESSAGE);
    for (const { text } of read.slice(MAX_OF_A_MESSAGE)) {
      refuse(text, "extract", `one message says more than ${MAX_OF_A_MESSAGE} things`);
    }
    for (const { source, known, messages } of extracted.forget ?? []) {
      const targets = { memories: known, messages: messages.map((one) => batch.events[one]!.seq) };
      if (source === place) entries.push(...(await forgetNamed(tools, scope, message, targets)));
    }
    ops.push(...classified(tools, event, candidates.length > 0 ? "ok" : "skipped"));
    for (const one of proposedBy({ batch, place, candidates })) {
      if ("refused" in one) {
        refuse(one.refused, "gate", one.reason);
        continue;
      }
      const done: Done = one.isLast ? { watermark: event.seq, ...of, refusals, ops } : NOT_DONE;
      if (!(await propose(one.candidate, done)) || !one.isLast) continue;
      readTo = event.seq;
      refusals = [];
      ops = [];
    }
    if (entries.length > before || !HEARD.has(event.type)) continue;
    const reason = reasonToIgnore(scope, event, said, extracted);
    refusals.push({
      ...{ seq: event.seq, stage: "extract", outcome: "ignored", reason, memory: null, hash: "" },
      ...NO_CASE,
    });
    const text = event.text.slice(0, MAX_WORDS);
    entries.push({ outcome: "ignored", text, reason, eventId: event.id, memory: null, replaced: [] });
  }
  const { seq } = batch.events.at(-1)!;
  if (readTo < seq) await finish(tools, scope, { watermark: seq, ...of, refusals, ops });
  return entries;
}

/** Commands and edits have separate decisions. */
const HEARD: ReadonlySet<EventType> = new Set(["message", "tool_result", "import"]);
/**
 * Length of the excerpt of a message from which nothing was kept. The log keeps none of its words: they go with the
 * event.
 */
export const MAX_WORDS = 1_000;

export function reasonToIgnore(
  scope: Scope,
  event: Event,
  said: SourceEvent,
  { model, unread }: Pick<Extracted, "model" | "unread">,
): string {
  if (unread !== undefined && event.role === "user" && event.type === "message") return unread;
  const hasAuthor = scope.kind !== "group" || said.actor !== null;
  const role = event.type === "tool_result" ? "tool" : event.role;
  return whyIgnored({ role, text: event.text, own: said.text, hasAuthor, model });
}

const NO_CASE = { input: null, fate: null };
const NOBODY = { model: null, promptHash: null };

/** The rest of what was read came to nothing. */
async function finish(tools: WriteTools, scope: Scope, done: Done): Promise<void> {
  const { policy } = await tools.tenants.now(scope);
  await tools.store.write("commit", { ...tools.context(scope, "extract"), ...done, entry: null, policy });
}

/** A claim is compared before a model is asked about it and again when it is written: its vectors are made once. */
function embedOnce({ embed }: WriteTools): WriteTools["embed"] {
  const made = new Map<string, ReturnType<WriteTools["embed"]>>();
  return (text) => {
    const known = made.get(text);
    if (known !== undefined) return known;
    const vectors = embed(text);
    made.set(text, vectors);
    return vectors;
  };
}
