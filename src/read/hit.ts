import type { Event } from "../domain/event.ts";
import type { Memory } from "../domain/memory.ts";
import type { EvidenceRef } from "../scope-index/memory-entry.ts";
import type { Chosen } from "./budget.ts";
import { partsOf, type ScoreParts } from "./rank.ts";
import type { Source } from "./retrieve-request.ts";

interface AnyHit {
  readonly id: string;
  /** What it says; of a long event, the passage that comes closest. */
  readonly text: string;
  readonly score: number;
  readonly why: ScoreParts;
  readonly evidence: readonly EvidenceRef[];
  /** It is in every prompt, whatever is asked: a form of address, a standing wish, a limit. */
  readonly core: boolean;
}

export interface MemoryHit extends AnyHit {
  readonly kind: "memory";
  readonly memory: Memory;
}

export interface EventHit extends AnyHit {
  readonly kind: "event";
  readonly event: Event;
  /** What its author said about it later, where that changed; `null` = nothing. */
  readonly later: { readonly text: string; readonly event: Event } | null;
}

/** A summary kept when a conversation was compressed. */
export type TimelineEntry = Memory;

export interface TimelineHit extends AnyHit {
  readonly kind: "timeline";
  readonly entry: TimelineEntry;
}

/** What the sources a recall names can give. */
interface HitOf {
  readonly memories: MemoryHit;
  readonly quotes: EventHit;
  readonly events: EventHit;
  readonly timeline: TimelineHit;
}
export type Hit<S extends Source = Source> = HitOf[S];

export function toHit({ ranked, shown, core }: Chosen, evidence: readonly EvidenceRef[], now: Date): Hit {
  const { candidate, score } = ranked;
  const why = partsOf(ranked, now);
  if (candidate.kind === "event") {
    const { event } = candidate.entry;
    const changed = candidate.quotation?.later ?? null;
    const later = changed === null ? null : { text: changed.text, event: changed.entry.event };
    return { kind: "event", id: event.id, text: shown, score, why, evidence, core, event, later };
  }
  const memory = candidate.entry.memoryAt(now.getTime());
  const hit = { id: memory.id, text: shown, score, why, evidence, core };
  return candidate.kind === "timeline"
    ? { kind: "timeline", ...hit, entry: memory }
    : { kind: "memory", ...hit, memory };
}
