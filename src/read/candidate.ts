import type { Via } from "../api/hit.ts";
import type { RelevancePart } from "../domain/relevance/relevance.ts";
import type { EventEntry } from "../scope-index/event-index.ts";
import type { MemoryEntry } from "../scope-index/memory-entry.ts";
import type { ReadableScope } from "../scope-index/scope-index.ts";
import type { Quotation } from "./quotes/found.ts";

/** A memory that another one is linked to. */
export interface Related {
  readonly entry: MemoryEntry;
  readonly strength: number;
}

/** The effect of links on a memory in a read. */
export interface Linked {
  /** Memories it is linked to that may be shown, the strongest first. */
  readonly related: readonly Related[];
  /** The strongest link's part of the score. */
  readonly boost: number;
}

interface Found {
  readonly scope: ReadableScope;
  readonly relevance: number;
  /** The relevance before its scale ended at 1. */
  readonly order: number;
  readonly via: Via;
  readonly explain: (() => RelevancePart[]) | null;
}

export interface MemoryCandidate extends Found, Partial<Linked> {
  readonly kind: "memory" | "timeline";
  readonly entry: MemoryEntry;
}

export interface EventCandidate extends Found {
  readonly kind: "event";
  readonly entry: EventEntry;
  /** The passage of a long text that comes closest, counted from 0. */
  readonly passage: number;
  /** The words that are shown of a quote; `null` for an event of the raw record. */
  readonly quotation: Quotation | null;
  /** The author's name, where more than one person speaks. */
  readonly author: string | null;
}

export type Candidate = MemoryCandidate | EventCandidate;
