import { checkAborted, MemoirError } from "../domain/errors.ts";
import type { EvidenceMethod } from "../domain/evidence.ts";
import { type ChatMessage, injectInto } from "../domain/inject.ts";
import type { Memory } from "../domain/memory.ts";
import type { Scope } from "../domain/scope.ts";
import type { Settings } from "../domain/settings.ts";
import type { Embedder } from "../models/embedder.ts";
import { eventsBySeq } from "../store/events.ts";
import { evidenceOf } from "../store/evidence.ts";
import { toMemory } from "../store/memories.ts";
import type { MemoryFilter, StoreFilter } from "../store/memory-search.ts";
import type { Reader } from "../store/tx.ts";
import { type Delta, deltaFor } from "./delta.ts";
import { diversify } from "./diversify.ts";
import { type Ranked, rank, type ScoreParts } from "./rank.ts";
import { type Bounds, toPrompt, withinBudget } from "./render.ts";
import { resolveScopes } from "./resolve.ts";
import { type Candidate, retrieve } from "./retrieve.ts";

/** What backs a hit, by the caller's own event ids. */
export interface EvidenceRef {
  readonly eventId: string;
  readonly method: EvidenceMethod;
  readonly at: Date;
}

export interface Hit {
  readonly kind: "memory";
  readonly id: string;
  readonly text: string;
  readonly score: number;
  readonly why: ScoreParts;
  readonly evidence: readonly EvidenceRef[];
  readonly memory: Memory;
}

/** Why an answer may be worse than it could be; the hits are still right as far as they go. */
export interface Degraded {
  readonly reason: string;
  readonly detail: string;
}

export interface Recall {
  readonly hits: readonly Hit[];
  readonly degraded: Degraded | null;
  /** The preset's block; `""` when there is nothing to say. Pure. */
  toPrompt(): string;
  /** A new list of messages with the block in the preset's place; again, it replaces the one before. Pure. */
  injectInto<M extends ChatMessage>(messages: readonly M[]): M[];
  /** Says that an agent has been given this: moves the thread's cursor and the counts of access (R321). */
  delivered(): Promise<void>;
}

export interface RecallRequest {
  readonly reader: Reader;
  /** The scope first, then those that are only read (R62). */
  readonly scopes: readonly Scope[];
  readonly query: string;
  readonly settings: Settings;
  readonly now: Date;
  readonly embedder: Pick<Embedder, "state"> | null;
  readonly bounds: Bounds;
  readonly filter: Omit<MemoryFilter, "status">;
  /** Who is told what changed since it last looked; `null` = nobody. */
  readonly thread: string | null;
  readonly signal: AbortSignal | undefined;
  /** Keeps what was delivered. */
  deliver(scope: Scope, ids: string[], rev: number): Promise<void>;
}

/** Reads the scopes for a query. Rejects only for an abort or a closed engine; a database in trouble degrades. */
export async function recall(request: RecallRequest): Promise<Recall> {
  const { settings, signal } = request;
  if (!settings.enable || !settings.readPolicy.enable) {
    const degraded = { reason: "disabled", detail: "Reading is switched off in the settings." };
    return answer(request, { hits: [], delta: NO_DELTA, degraded });
  }
  checkAborted(signal);
  try {
    return answer(request, await find(request));
  } catch (error) {
    if (signal?.aborted === true) throw new MemoirError("aborted", "The recall was aborted.");
    if (!MemoirError.is(error) || error.code === "closed" || error.code === "internal") throw error;
    const degraded = { reason: error.code, detail: error.message };
    return answer(request, { hits: [], delta: NO_DELTA, degraded });
  }
}

interface Found {
  readonly hits: readonly PlacedHit[];
  readonly delta: Delta;
  readonly degraded: Degraded | null;
}

/** A hit and the scope it was found in. */
interface PlacedHit extends Hit {
  readonly scope: Scope;
}

const NO_DELTA: Delta = { header: "", rev: 0 };

/** resolve → retrieve → rank → diversify → budget */
async function find(request: RecallRequest): Promise<Found> {
  const { reader, settings, now, bounds, thread } = request;
  const readable = await resolveScopes(reader, request.scopes);
  const own = readable.find(({ scope }) => scope === request.scopes[0]);
  const delta =
    thread === null || own === undefined || !settings.render.delta
      ? NO_DELTA
      : await deltaFor(reader, own, thread);
  const filter: StoreFilter = {
    ...request.filter,
    status: ["active"],
    at: now.getTime(),
    minConfidence: Math.max(settings.readPolicy.minConfidence, request.filter.minConfidence ?? 0),
  };
  // More than asked for, because duplicates and caps take some away again.
  const enough = bounds.maxItems * 3 + 20;
  const found = await retrieve(reader, readable, request.query, filter, enough, request.signal);
  const once = { ...found, candidates: oncePerKey(found.candidates) };
  const ranked = diversify(rank(once, settings.readPolicy, request.query, now).slice(0, enough));
  const seen = ranked.map((one) => ({ one, memory: toMemory(one.row, now.getTime()) }));
  const chosen = withinBudget(seen, settings, bounds, delta.header);
  return {
    hits: await Promise.all(chosen.map(({ one, memory }) => toHit(reader, one, memory))),
    delta,
    degraded: withoutVectors(request.embedder),
  };
}

/** render */
function answer(request: RecallRequest, { hits, delta, degraded }: Found): Recall {
  const { settings } = request;
  const prompt = (): string => toPrompt(hits, settings, delta.header);
  return {
    hits: hits.map(({ scope: _, ...hit }) => hit),
    degraded,
    toPrompt: prompt,
    injectInto: (messages) => injectInto(messages, prompt(), settings.render.placement),
    async delivered() {
      for (const scope of request.scopes) {
        const ids = hits.filter((hit) => hit.scope === scope).map((hit) => hit.id);
        const rev = scope === request.scopes[0] ? delta.rev : 0;
        if (ids.length > 0 || rev > 0) await request.deliver(scope, ids, rev);
      }
    },
  };
}

/** Until the model answers, words are all there is to go by. */
function withoutVectors(embedder: Pick<Embedder, "state"> | null): Degraded | null {
  if (embedder === null) return null;
  const { status, detail } = embedder.state();
  if (status === "ready") return null;
  return { reason: status === "loading" ? "embedder-loading" : "embedder-unavailable", detail };
}

/**
 * A claim that stands in the scope and in its legacy one is shown once, from the scope (R62): candidates come scope
 * by scope, so the first is its own, whichever would rank higher.
 */
function oncePerKey(candidates: readonly Candidate[]): Candidate[] {
  const chosen = new Map<string, Candidate>();
  for (const one of candidates) if (!chosen.has(one.row.key)) chosen.set(one.row.key, one);
  return [...chosen.values()];
}

async function toHit(reader: Reader, { row, scope, score, why }: Ranked, memory: Memory): Promise<PlacedHit> {
  const { tenant } = scope.scope;
  const links = await evidenceOf(reader, tenant, scope.num, row.id);
  const events = await eventsBySeq(
    reader,
    tenant,
    scope.num,
    links.map((link) => link.event),
  );
  return {
    kind: "memory",
    id: row.id,
    text: row.text,
    score,
    why,
    evidence: links.flatMap((link) => {
      const event = events.get(link.event);
      return event === undefined ? [] : [{ eventId: event.id, method: link.method, at: event.at }];
    }),
    memory,
    scope: scope.scope,
  };
}
