import type { Candidate, Said } from "../domain/candidate.ts";
import type { Ending } from "../domain/ending/ending.ts";
import { checkAborted } from "../domain/errors.ts";
import type { Event } from "../domain/event.ts";
import { Top } from "../domain/relevance/top.ts";
import { matchWords } from "../domain/relevance/word-match.ts";
import { formatScope, type Scope } from "../domain/scope.ts";
import { terms } from "../domain/terms.ts";
import { candidateHash } from "../store/decisions.ts";
import { eventsAfter } from "../store/events.ts";
import { findIdentity } from "../store/identities.ts";
import type { OpEvent } from "../store/op-events.ts";
import { policyFor } from "../store/policies.ts";
import { findScope, type ScopeRow } from "../store/scopes.ts";
import type { Refusal } from "../store/writes/apply.ts";
import { namedBy, overCandidate } from "./end-named.ts";
import { readApart } from "./extract/apart.ts";
import { inParts } from "./extract/in-parts.ts";
import type { Extracted, ExtractInput, Extractor } from "./extract.ts";
import { forgetAsked } from "./forget-asked.ts";
import { classified } from "./operations.ts";
import { readEvents } from "./read-events.ts";
import type { WriteEntry, WriteReport } from "./report.ts";
import { type Done, settle } from "./settle.ts";
import { roleOf } from "./source-role.ts";
import { attributed } from "./standing-rule.ts";
import { statedIn, statedNote } from "./stated.ts";
import type { WriteTools } from "./write-tools.ts";

/** Events read at once. */
const BATCH = 40;
/** Earlier events that help to understand the new ones; each extractor looks back as far as it can use. */
const CONTEXT = 100;
/** Claims of one message that are looked at: each is compared with all that is known, and a list of 1,000 is no talk. */
const MOST_OF_A_MESSAGE = 40;
/** Known memories a model is shown. */
const SHOWN = 30;

/**
 * record → extract → match → score → gate → persist, for all that a scope has not been read from yet. What fails
 * leaves the events as they are: they are read again, and what was kept before is met as known (R300).
 */
export function extractPending(tools: WriteTools, scope: Scope, signal?: AbortSignal): Promise<WriteReport> {
  return tools.turns.run(`extract ${scope.tenant} ${formatScope(scope)}`, () =>
    extractNow(tools, scope, signal),
  );
}

async function extractNow(
  tools: WriteTools,
  scope: Scope,
  signal: AbortSignal | undefined,
): Promise<WriteReport> {
  const entries: WriteEntry[] = [];
  let events = 0;
  let size = BATCH;
  while (tools.settings.enable) {
    checkAborted(signal);
    const row = await findScope(tools.store.read, scope);
    if (row === undefined || row.extracted_seq >= row.seq) break;
    const batch = await nextBatch(tools, scope, row, size);
    const known = await likely(tools, scope, row, batch);
    const { writePolicy } = await policyFor(tools.store.read, scope.tenant, tools.settings);
    const stated = statedIn(batch.events, batch.said, batch.from);
    const extractor: Extractor = (part) => readApart(tools.extractor, part);
    const input: ExtractInput = {
      tenant: scope.tenant,
      said: stated.said,
      from: batch.from,
      known: known.map(({ text }, i) => ({ number: i + 1, text })),
      maxPerTurn: writePolicy.maxWritesPerTurn,
      now: tools.now(),
      signal,
    };
    const first = await extractor(input);
    // More was said than one answer can tell: less is read at once, before anything of it is kept.
    const read = batch.events.length - batch.from;
    if (!first.complete && read > 1) {
      size = Math.ceil(read / 2);
      continue;
    }
    const extracted = await inParts(extractor, input, first);
    size = Math.min(BATCH, size * 2);
    const named = (numbers: readonly number[]): number[] => numbers.flatMap((n) => known[n - 1]?.num ?? []);
    const candidates = [
      ...extracted.candidates.map((one) => ({
        ...one,
        matches: named(one.matches),
        contradicts: named(one.contradicts),
      })),
      ...stated.candidates,
    ];
    entries.push(...(await keep(tools, scope, batch, { ...extracted, candidates })));
    events += read;
  }
  return { events, entries };
}

/** Memories that the new messages may restate or contradict: those that share their words, then the newest (C12). */
async function likely(
  tools: WriteTools,
  scope: Scope,
  row: ScopeRow,
  { said, from }: Batch,
): Promise<{ num: number; text: string }[]> {
  if (!tools.shows) return [];
  const words = [...new Set(said.slice(from).flatMap(({ text }) => terms(text)))];
  return tools.indexes.memories(tools.store.read, { ...row, tenant: scope.tenant }, ({ corpus }) => {
    const { turn } = matchWords(words, corpus);
    const top = new Top(SHOWN);
    for (let item = 0; item < corpus.size; item += 1) {
      if (corpus.rows[item] !== undefined) top.offer(item, turn[item]!);
    }
    return [...top.sorted().items].flatMap((item) => {
      const entry = corpus.rows[item];
      return entry === undefined ? [] : [{ num: entry.row.num, text: entry.row.text }];
    });
  });
}

interface Batch {
  /** Context first, then what is new from `from` on. */
  readonly events: readonly Event[];
  readonly said: readonly Said[];
  readonly from: number;
}

async function nextBatch(
  { store, settings }: WriteTools,
  scope: Scope,
  row: ScopeRow,
  size: number,
): Promise<Batch> {
  const { tenant } = scope;
  const start = Math.max(0, row.extracted_seq - CONTEXT);
  const events = await eventsAfter(store.read, tenant, row.num, start, row.extracted_seq - start + size);
  const names = new Map<string, string | null>();
  for (const { actor } of events) {
    if (actor === null || names.has(actor)) continue;
    names.set(actor, (await findIdentity(store.read, tenant, actor))?.name ?? null);
  }
  const from = events.findIndex((event) => event.seq > row.extracted_seq);
  return {
    events,
    said: readEvents(events, scope, (account) => names.get(account) ?? null, settings.privacy),
    from,
  };
}

/**
 * One event after the other, and of each one candidate after the other, so that each meets what the one before has
 * become. The watermark goes past an event in the transaction that keeps its last candidate.
 */
async function keep(
  tools: WriteTools,
  scope: Scope,
  batch: Batch,
  extracted: Extracted,
): Promise<WriteEntry[]> {
  const entries: WriteEntry[] = [];
  let refusals: Refusal[] = [];
  let ops: OpEvent[] = [];
  let readTo = 0;
  for (const [place, event] of batch.events.entries()) {
    if (place < batch.from) continue;
    const refuse = (text: string, stage: Refusal["stage"], reason: string): void => {
      refusals.push({ seq: event.seq, stage, outcome: "refused", reason, hash: candidateHash(text) });
      entries.push({ outcome: "refused", text, reason, eventId: event.id, memory: null, replaced: [] });
    };
    for (const { text, problem, source } of extracted.refused) {
      if (source === place) refuse(text, "extract", problem);
    }
    entries.push(...(await forgetAsked(tools, scope, batch.said[place]!, event)));
    const said = batch.said[place]!;
    const endings = (extracted.endings ?? []).filter(({ source }) => source === place);
    const all = extracted.candidates.filter(({ source }) => source === place);
    const candidates = all.slice(0, MOST_OF_A_MESSAGE);
    for (const { text } of all.slice(MOST_OF_A_MESSAGE)) {
      refuse(text, "extract", `one message says more than ${MOST_OF_A_MESSAGE} things`);
    }
    ops.push(...classified(tools, event, candidates.length + endings.length > 0));
    for (const [i, read] of candidates.entries()) {
      const own = endings.filter((ending) => isFirstIn(ending, read, candidates));
      const ended = await Promise.all(own.map((ending) => namedBy(tools, scope, ending, said, event)));
      const told = attributed(scope, read, batch.said);
      const candidate = { ...told, ends: ended.flat().map(({ num }) => num) };
      const role = roleOf(scope, event, batch.said, candidate);
      const isLast = i === candidates.length - 1 && endings.length === 0;
      const done: Done = isLast ? { watermark: event.seq, refusals, ops } : NOT_DONE;
      const by = statedNote(event) === null ? extracted : NOBODY;
      const kept = await settle(tools, scope, { candidate, event, role, extracted: by }, done);
      if (typeof kept === "string") {
        refuse(candidate.text, "gate", kept);
        continue;
      }
      entries.push(kept);
      if (!isLast) continue;
      readTo = event.seq;
      refusals = [];
      ops = [];
    }
    // What is over without a word of its own comes last: a new value of the same message may have replaced it.
    for (const ending of endings) {
      if (candidates.some((candidate) => isInClause(ending, candidate))) continue;
      for (const row of await namedBy(tools, scope, ending, said, event)) {
        const candidate = overCandidate(row, ending, said);
        const role = roleOf(scope, event, batch.said, candidate);
        const kept = await settle(tools, scope, { candidate, event, role, extracted }, NOT_DONE);
        if (typeof kept === "string") refuse(candidate.text, "gate", kept);
        else entries.push(kept);
      }
    }
  }
  const { seq } = batch.events.at(-1)!;
  if (readTo < seq) await finish(tools, scope, { watermark: seq, refusals, ops });
  return entries;
}

/** No model of ours has read it. */
const NOBODY = { model: null, promptHash: null };

const NOT_DONE: Done = { watermark: null, refusals: [], ops: [] };

function isInClause({ span: [start, end] }: Ending, { span }: Candidate): boolean {
  return span[0] === start && span[1] === end;
}

/** A clause that says more than one thing ends what it ends once: a denial says it best. */
function isFirstIn(ending: Ending, candidate: Candidate, all: readonly Candidate[]): boolean {
  const inClause = all.filter((one) => isInClause(ending, one));
  return (inClause.find(({ affirmed }) => !affirmed) ?? inClause[0]) === candidate;
}

/** The rest of what was read came to nothing. */
async function finish(tools: WriteTools, scope: Scope, done: Done): Promise<void> {
  await tools.store.write("apply", {
    ...tools.context(scope, "extract"),
    ...done,
    ifRev: 0,
    event: null,
    claims: [],
    policy: (await policyFor(tools.store.read, scope.tenant, tools.settings)).version,
  });
}
