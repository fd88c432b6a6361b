import type { Candidate, Said } from "../domain/candidate.ts";
import { checkAborted, MemoirError } from "../domain/errors.ts";
import type { Event } from "../domain/event.ts";
import { scoreConfidence } from "../domain/match/confidence.ts";
import type { Decision } from "../domain/match/ladder.ts";
import { type SourceRole, sourceRank } from "../domain/match/source-rank.ts";
import { evidenceTrust } from "../domain/match/trust.ts";
import type { MemoryStatus } from "../domain/memory.ts";
import { Top } from "../domain/relevance/top.ts";
import { matchWords } from "../domain/relevance/word-match.ts";
import { formatScope, type Scope } from "../domain/scope.ts";
import { type Settings, ttlDaysOf } from "../domain/settings.ts";
import { looksLikeInstruction } from "../domain/suspicion.ts";
import { terms } from "../domain/terms.ts";
import type { QueryVector } from "../scope-index/corpus.ts";
import type { Indexes } from "../scope-index/indexes.ts";
import { candidateHash } from "../store/decisions.ts";
import { eventsAfter } from "../store/events.ts";
import { evidenceWith } from "../store/evidence.ts";
import { findIdentity } from "../store/identities.ts";
import { toMemory } from "../store/memories.ts";
import { policyFor } from "../store/policies.ts";
import type { Store } from "../store/port.ts";
import { findScope, type ScopeRow } from "../store/scopes.ts";
import { decodeVector, type NewVector } from "../store/vectors.ts";
import { metaOfClaim } from "../store/waiting.ts";
import type { Claim, Refusal } from "../store/writes/apply.ts";
import type { WriteContext } from "../store/writes/context.ts";
import type { NewMemory } from "../store/writes/persist.ts";
import { newMemory } from "./claim.ts";
import type { Extracted, Extractor } from "./extract.ts";
import { forgetAsked } from "./forget-asked.ts";
import { gateCandidate } from "./gate.ts";
import { type Matched, match } from "./match.ts";
import { readEvents } from "./read-events.ts";
import type { WriteEntry, WriteOutcome, WriteReport } from "./report.ts";
import type { Turns } from "./turns.ts";

/** What the engine lends to the pipeline. */
export interface WriteTools {
  readonly store: Store;
  readonly indexes: Indexes;
  readonly settings: Settings;
  readonly extractor: Extractor;
  /** Whether the extractor wants to see what is known. */
  readonly shows: boolean;
  /** A text's vectors; none when there is no embedder or it cannot answer in time. */
  embed(text: string): Promise<NewVector[]>;
  /** Whether two claims say the same, where words leave it open; absent without a model. */
  ask?: (a: string, b: string, tenant: string) => Promise<"same" | "update" | "different" | null>;
  context(scope: Scope, reason: string): WriteContext;
  now(): number;
  /** Something was written. */
  changed(): void;
  /** One writer that matches at a time in each scope of this process. */
  readonly turns: Turns;
}

/** Events read at once. */
const BATCH = 40;
/** Earlier events that help to understand the new ones; each extractor looks back as far as it can use. */
const CONTEXT = 100;
/** Known memories a model is shown. */
const SHOWN = 30;
/** How often matching begins anew because somebody else wrote meanwhile. */
const TRIES = 50;

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
    const extracted = await tools.extractor({
      tenant: scope.tenant,
      said: batch.said,
      from: batch.from,
      known: known.map(({ text }, i) => ({ number: i + 1, text })),
      now: tools.now(),
      signal,
    });
    // More was said than one answer can tell: less is read at once, before anything of it is kept.
    const read = batch.events.length - batch.from;
    if (!extracted.complete && read > 1) {
      size = Math.ceil(read / 2);
      continue;
    }
    size = BATCH;
    const named = (numbers: readonly number[]): number[] => numbers.flatMap((n) => known[n - 1]?.num ?? []);
    const candidates = extracted.candidates.map((one) => ({
      ...one,
      matches: named(one.matches),
      contradicts: named(one.contradicts),
    }));
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

async function nextBatch({ store }: WriteTools, scope: Scope, row: ScopeRow, size: number): Promise<Batch> {
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
    said: readEvents(events, scope, (account) => names.get(account) ?? null),
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
    const candidates = extracted.candidates.filter(({ source }) => source === place);
    for (const [i, candidate] of candidates.entries()) {
      const role = roleOf(scope, event, batch.said, candidate);
      const isLast = i === candidates.length - 1;
      const done: Done = isLast ? { watermark: event.seq, refusals } : { watermark: null, refusals: [] };
      const kept = await settle(tools, scope, { candidate, event, role, extracted }, done);
      if (typeof kept === "string") {
        refuse(candidate.text, "gate", kept);
        continue;
      }
      entries.push(kept);
      if (!isLast) continue;
      readTo = event.seq;
      refusals = [];
    }
  }
  const { seq } = batch.events.at(-1)!;
  if (readTo < seq) await finish(tools, scope, { watermark: seq, refusals });
  return entries;
}

/** How far the events are read once something is written, and what came of nothing until there. */
interface Done {
  readonly watermark: number | null;
  readonly refusals: Refusal[];
}

interface Proposed {
  readonly candidate: Candidate;
  readonly event: Event;
  readonly role: SourceRole;
  readonly extracted: Pick<Extracted, "model" | "promptHash">;
}

/** match → score → gate → persist; again when somebody wrote meanwhile. A refusal is its reason. */
async function settle(
  tools: WriteTools,
  scope: Scope,
  proposed: Proposed,
  done: Done,
): Promise<WriteEntry | string> {
  const vectors = await tools.embed(proposed.candidate.text);
  // Asked before the turn: nobody waits in line while a model thinks.
  const candidate = await asked(tools, scope, proposed, vectors);
  return tools.turns.run(`${scope.tenant} ${formatScope(scope)}`, () =>
    settleNow(tools, scope, { ...proposed, candidate }, vectors, done),
  );
}

async function settleNow(
  tools: WriteTools,
  scope: Scope,
  proposed: Proposed,
  vectors: readonly NewVector[],
  done: Done,
): Promise<WriteEntry | string> {
  for (let tries = 0; ; tries += 1) {
    const place = await placeOf(tools, scope);
    const matched = await matchIn(tools, place, proposed, vectors, false);
    const { version, writePolicy } = await policyFor(tools.store.read, scope.tenant, tools.settings);
    const evidenceCount = await evidenceOf(tools, place, proposed, matched);
    const claim = claimOf(tools, scope, proposed, matched, vectors, { writePolicy, evidenceCount });
    if (typeof claim === "string") return claim;
    try {
      const applied = await tools.store.write("apply", {
        ...tools.context(scope, "extract"),
        ...done,
        ifRev: place.rev,
        event: null,
        claims: [claim],
        policy: version,
        limits: writePolicy,
      });
      tools.changed();
      const row = applied.memories[0] ?? null;
      return {
        outcome: outcomeOf(applied.outcomes[0]!, claim.memory.status),
        text: proposed.candidate.text,
        reason: applied.reasons[0]!,
        eventId: proposed.event.id,
        memory: row === null ? null : toMemory(row, tools.now()),
        replaced: applied.replaced[0]!,
      };
    } catch (error) {
      if (!isStale(error) || tries >= TRIES) throw error;
    }
  }
}

async function placeOf({ store }: WriteTools, scope: Scope): Promise<ScopeRow & { tenant: string }> {
  const row = await findScope(store.read, scope);
  if (row === undefined) throw new MemoirError("internal", "A scope with events has no row.");
  return { ...row, tenant: scope.tenant };
}

function matchIn(
  { indexes, store, settings, now }: WriteTools,
  place: ScopeRow & { tenant: string },
  { candidate, role }: Proposed,
  vectors: readonly NewVector[],
  canAsk: boolean,
): Promise<Matched> {
  return indexes.memories(store.read, place, (index) =>
    match(candidate, role, index, vectors.map(toQuery), now(), { ...settings.match, canAsk }),
  );
}

/** The candidate with a model's word about a known memory, where words alone leave open whether they are one. */
async function asked(
  tools: WriteTools,
  scope: Scope,
  proposed: Proposed,
  vectors: readonly NewVector[],
): Promise<Candidate> {
  const { candidate } = proposed;
  if (tools.ask === undefined) return candidate;
  const { decision, known } = await matchIn(tools, await placeOf(tools, scope), proposed, vectors, true);
  const like = decision.outcome === "ask" ? known.get(decision.target!)?.row : undefined;
  if (like === undefined) return candidate;
  const word = await tools.ask(candidate.text, like.text, scope.tenant);
  // Without its word there might be two memories of one fact: the events wait until it can be asked (R300).
  if (word === null)
    throw new MemoirError("model_unavailable", "The model did not say whether two claims are one.");
  return {
    ...candidate,
    matches: word === "same" ? [...candidate.matches, like.num] : candidate.matches,
    contradicts: word === "update" ? [...candidate.contradicts, like.num] : candidate.contradicts,
  };
}

/** Independent pieces of evidence for what it says, this one included. */
async function evidenceOf(
  { store }: WriteTools,
  place: ScopeRow & { tenant: string },
  { role, event: { turn } }: Proposed,
  { decision, known }: Matched,
): Promise<number> {
  const met = decision.target === null ? undefined : known.get(decision.target)?.row;
  if (met === undefined || !AGAIN.has(decision.outcome)) return 1;
  return evidenceWith(store.read, place, met, { turn, trust: evidenceTrust([role]) });
}

/** What is met is known already. */
const AGAIN: ReadonlySet<Decision["outcome"]> = new Set(["reinforce", "merge", "revive", "count"]);

/** score → gate: what the store is asked to write, or why nothing is. */
function claimOf(
  { settings, now }: WriteTools,
  scope: Scope,
  { candidate, event, role, extracted }: Proposed,
  { incoming, decision, known }: Matched,
  vectors: readonly NewVector[],
  { writePolicy, evidenceCount }: { writePolicy: Settings["writePolicy"]; evidenceCount: number },
): Claim | string {
  const at = now();
  const target = decision.target === null ? undefined : known.get(decision.target)?.row;
  const again = target !== undefined && AGAIN.has(decision.outcome);
  const weaker = decision.outcome === "coexist";
  const confidence = scoreConfidence({
    base: candidate.confidence,
    method: candidate.method,
    role,
    evidenceCount,
    weaker,
  });
  const gated = gateCandidate(writePolicy, {
    type: candidate.type,
    role,
    confidence,
    evidenceCount,
    weaker,
    suspicion: role === "user" ? null : looksLikeInstruction(event.text),
  });
  if (gated.status === null) return gated.reason;
  const trust = evidenceTrust([role]);
  const memory: NewMemory = newMemory({
    candidate,
    key: incoming.key,
    status: gated.status,
    confidence,
    rank: sourceRank(role, candidate.method),
    trust,
    ttlDays: ttlDaysOf(candidate.type, settings.retentionDays),
    event,
    user: scope.kind === "user" ? scope.id : null,
    at,
  });
  const replaced = [...(again || target === undefined || weaker ? [] : [decision.target!]), ...decision.also];
  const replaces = replaced.flatMap((num) => known.get(num)?.row.id ?? []);
  return {
    outcome: decision.outcome === "ask" ? "create" : decision.outcome,
    memory,
    target: again ? target.id : null,
    replaces,
    source: { seq: event.seq, recordedAt: event.recordedAt.getTime() },
    evidence: {
      method: candidate.method,
      trust,
      span_start: candidate.span[0],
      span_end: candidate.span[1],
      model: extracted.model,
      prompt_hash: extracted.promptHash,
      // Whoever approves a weaker word takes its side.
      meta: metaOfClaim(weaker && target !== undefined ? [target.id] : replaces),
      created_at: at,
    },
    turn: event.turn,
    validFrom: candidate.validFrom ?? event.at.getTime(),
    vectors: [...vectors],
    decision: {
      stage: "persist",
      reason: gated.status === "active" ? decision.reason : `${decision.reason}; ${gated.reason}`,
      hash: candidateHash(candidate.text),
    },
  };
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

export function isStale(error: unknown): boolean {
  return MemoirError.is(error) && error.code === "conflict" && error.details?.stale === true;
}

/** In a group, what somebody says about another is hearsay; about themselves it is their word. */
function roleOf(scope: Scope, event: Event, said: readonly Said[], candidate: Candidate): SourceRole {
  if (event.role === "assistant") return "assistant";
  if (event.role !== "user" || event.type !== "message") return "tool";
  if (scope.kind !== "group") return "user";
  const { actor } = said[candidate.source]!;
  const { subject } = candidate;
  if (actor === null || subject === actor || subject?.startsWith(`${actor}'s `)) return "user";
  return subject === null && !namesAnother(candidate.text, actor, said) ? "user" : "stranger";
}

/** Whether a claim speaks of one of the others who take part. */
function namesAnother(text: string, actor: string, said: readonly Said[]): boolean {
  const words = ` ${text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, " ")} `;
  return said.some((other) => {
    if (other.role !== "user" || other.actor === null || other.actor === actor || other.name === null)
      return false;
    const name = other.name.toLowerCase();
    return /\p{sc=Han}/u.test(name) ? words.includes(name) : words.includes(` ${name} `);
  });
}

export function toQuery({ model, data }: NewVector): QueryVector {
  return { model, vector: decodeVector(Buffer.from(data, "base64")) };
}

function outcomeOf(outcome: string, status: MemoryStatus): WriteOutcome {
  if (outcome === "known") return "known";
  if (outcome === "forgotten" || outcome === "limited") return "refused";
  if (outcome === "count") return "counted";
  if (outcome === "reinforce") return "reinforced";
  if (outcome === "merge") return "merged";
  if (outcome === "revive") return "revived";
  if (status === "pending") return "waiting";
  if (status === "shadow") return "shadowed";
  return outcome === "supersede" ? "superseded" : "added";
}
