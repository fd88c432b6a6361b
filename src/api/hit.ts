import type { Event, EvidenceMethod } from "../domain/event.ts";
import type { Memory } from "../domain/memory.ts";
import type { Source } from "../domain/names.ts";
import type { RelevancePart } from "../domain/relevance/relevance.ts";

/** The evidence of a memory, by the caller's own event ids. */
export interface EvidenceRef {
  readonly eventId: string;
  readonly method: EvidenceMethod;
  readonly at: Date;
}

/** Every part of a hit's score. */
export interface ScoreParts {
  /** Relevance to the question, 0–1. */
  readonly relevance: number;
  /** The signals that add up to the relevance. Empty if only words were matched, or nothing was. */
  readonly signals: readonly RelevancePart[];
  /** Importance, 0–1. `null` for an event. */
  readonly importance: number | null;
  /** 1 when it was just confirmed, 1/2 after 30 days. `null` for an event. */
  readonly recency: number | null;
  /** Strength, 0–1. `null` for an event. */
  readonly strength: number | null;
  /** The reranker's score, used instead of the relevance; `null` without a reranker. */
  readonly rerank: number | null;
  /** Its strongest link to another memory that may be shown; of a related line, the link that brought it. */
  readonly related: LinkPart | null;
  readonly via: Via;
}

/** The effect of a link between two memories on a score. */
export interface LinkPart {
  /** The memory at its other end. */
  readonly id: string;
  /** 0–1. */
  readonly strength: number;
  /** The amount that it adds to the score. */
  readonly part: number;
}

export interface AnyHit {
  readonly id: string;
  /** The text; for a long event, the best matching passage. */
  readonly text: string;
  readonly score: number;
  readonly why: ScoreParts;
  readonly evidence: readonly EvidenceRef[];
  /** Part of every prompt, independent of the question: form of address, standing instruction, constraint. */
  readonly core: boolean;
}

export interface MemoryHit extends AnyHit {
  readonly kind: "memory";
  readonly memory: Memory;
}

export interface EventHit extends AnyHit {
  readonly kind: "event";
  readonly event: Event;
  /** A later statement of the same author that changes it; `null` if there is none. */
  readonly later: { readonly text: string; readonly event: Event } | null;
}

/** A summary kept when a conversation was compressed. */
export type TimelineEntry = Memory;

export interface TimelineHit extends AnyHit {
  readonly kind: "timeline";
  readonly entry: TimelineEntry;
}

/** A result of any source that a recall can search. */
export interface HitOf {
  readonly memories: MemoryHit;
  readonly quotes: EventHit;
  readonly events: EventHit;
  readonly timeline: TimelineHit;
}

export type Hit<S extends Source = Source> = HitOf[S];

/**
 * How an item was found: by words and meaning, by words only, as plain text, as the newest, as the strongest, for an
 * overview of a person, as part of every prompt, or by what was found: as a memory linked to it, or as what its author
 * said just before or after.
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
