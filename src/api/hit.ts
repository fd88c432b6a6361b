import type { Event } from "../domain/event.ts";
import type { EvidenceMethod } from "../domain/evidence.ts";
import type { Memory } from "../domain/memory.ts";
import type { RelevancePart } from "../domain/relevance/relevance.ts";
import type { Source } from "../domain/source.ts";

/** What backs a memory, by the caller's own event ids. */
export interface EvidenceRef {
  readonly eventId: string;
  readonly method: EvidenceMethod;
  readonly at: Date;
}

/** Every part of a hit's score (R323). */
export interface ScoreParts {
  /** How much it answers the question, 0–1. */
  readonly relevance: number;
  /** What the relevance is made of; the parts add up to it. Empty where words alone were matched, or nothing was. */
  readonly signals: readonly RelevancePart[];
  /** Does it matter, 0–1. `null` for an event. */
  readonly importance: number | null;
  /** 1 when it was just confirmed, 1/2 after 30 days (R30). `null` for an event. */
  readonly recency: number | null;
  /** Is it alive, 0–1. `null` for an event. */
  readonly strength: number | null;
  /** What the reranker made of it, in the place of the relevance; `null` without one. */
  readonly rerank: number | null;
  /** Its strongest link to another memory that may be shown; of a related line, the link that brought it. */
  readonly related: LinkPart | null;
  readonly via: Via;
}

/** What a link between two memories does to a score. */
export interface LinkPart {
  /** The memory at its other end. */
  readonly id: string;
  /** 0–1. */
  readonly strength: number;
  /** What it adds to the score. */
  readonly part: number;
}

export interface AnyHit {
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
export interface HitOf {
  readonly memories: MemoryHit;
  readonly quotes: EventHit;
  readonly events: EventHit;
  readonly timeline: TimelineHit;
}

export type Hit<S extends Source = Source> = HitOf[S];

/**
 * How an item was found: by words and meaning, by words alone, as plain text, as the newest, as the strongest, for an
 * overview of somebody, because it belongs in every prompt, or because it is linked to one that was found.
 */
export type Via =
  | "hybrid"
  | "terms"
  | "scan"
  | "recent"
  | "strength"
  | "all"
  | "overview"
  | "core"
  | "related";
