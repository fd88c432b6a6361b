import { checkAborted, MemoirError } from "../domain/errors.ts";
import type { EvidenceMethod } from "../domain/evidence.ts";
import type { Memory } from "../domain/memory.ts";
import type { Scope } from "../domain/scope.ts";
import type { Settings } from "../domain/settings.ts";
import type { Embedder } from "../models/embedder.ts";
import { eventsBySeq } from "../store/events.ts";
import { evidenceOf } from "../store/evidence.ts";
import { toMemory } from "../store/memories.ts";
import type { MemoryFilter, StoreFilter } from "../store/memory-search.ts";
import type { Reader } from "../store/tx.ts";
import { type Ranked, rank, type ScoreParts } from "./rank.ts";
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
}

export interface RecallOptions {
  limit: number;
  filter: Omit<MemoryFilter, "status">;
  signal: AbortSignal | undefined;
}

const NOTHING: readonly Hit[] = [];

/** Reads the scopes for a query. Rejects only for an abort or a closed engine; a database in trouble degrades. */
export async function recall(
  reader: Reader,
  scopes: readonly Scope[],
  query: string,
  options: RecallOptions,
  settings: Settings,
  now: Date,
  embedder: Pick<Embedder, "state"> | null,
): Promise<Recall> {
  if (!settings.enable || !settings.readPolicy.enable) {
    return {
      hits: NOTHING,
      degraded: { reason: "disabled", detail: "Reading is switched off in the settings." },
    };
  }
  checkAborted(options.signal);
  try {
    const readable = await resolveScopes(reader, scopes);
    const filter: StoreFilter = {
      ...options.filter,
      status: ["active"],
      at: now.getTime(),
      minConfidence: Math.max(settings.readPolicy.minConfidence, options.filter.minConfidence ?? 0),
    };
    const found = await retrieve(reader, readable, query, filter, options.limit, options.signal);
    const alive = { ...found, candidates: oncePerKey(found.candidates) };
    const best = rank(alive, settings.readPolicy, query, now).slice(0, options.limit);
    const hits = await Promise.all(best.map((one) => toHit(reader, one, now.getTime())));
    return { hits, degraded: withoutVectors(embedder) };
  } catch (error) {
    if (options.signal?.aborted === true) throw new MemoirError("aborted", "The recall was aborted.");
    if (!MemoirError.is(error) || error.code === "closed" || error.code === "internal") throw error;
    return { hits: NOTHING, degraded: { reason: error.code, detail: error.message } };
  }
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

async function toHit(reader: Reader, { row, scope, score, why }: Ranked, at: number): Promise<Hit> {
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
    memory: toMemory(row, at),
  };
}
