import type { CutRule } from "../../domain/budget.ts";
import type { Source, Via } from "../../domain/enums.ts";
import type { Memory } from "../../domain/memory.ts";
import type { RelevancePart } from "../../domain/relevance/relevance.ts";
import type { Verdict } from "../../domain/why-not.ts";
import type { EventEntry } from "../../scope-index/event-index.ts";
import type { MemoryEntry } from "../../scope-index/memory-entry.ts";
import type { ReadableScope } from "../../scope-index/scope-index.ts";

/** A memory that another one is linked to. */
export interface Related {
  readonly entry: MemoryEntry;
  readonly strength: number;
  /** Its text as it is shown. */
  readonly text: string;
}

/** The effect of links on a memory in a read. */
export interface Linked {
  /** Memories it is linked to that may be shown, the strongest first. */
  readonly related: readonly Related[];
  /** The strongest link's part of the score. */
  readonly boost: number;
}

/** How relevant something is, 0–1, and how it was found. */
export interface Relevance {
  readonly relevance: number;
  /** The relevance before its scale ended at 1: the order of those that reach it. */
  readonly order: number;
  readonly via: Via;
  /** Every part of the relevance; worked out when somebody asks. */
  readonly explain: (() => RelevancePart[]) | null;
}

/** An item that a search has found. */
export interface Scored extends Relevance {
  readonly item: number;
}

interface ScopedRelevance extends Relevance {
  readonly scope: ReadableScope;
}

export interface MemoryCandidate extends ScopedRelevance, Partial<Linked> {
  readonly kind: "memory" | "timeline";
  readonly entry: MemoryEntry;
  /** Its text as it is shown, under the names that people have now. */
  readonly text: string;
}

/** The part of a message that is shown. */
export interface Quotation {
  readonly text: string;
  /** It is shown with its day; without, it says less. */
  readonly dated: boolean;
  /** The author's later words about it. */
  readonly later: Later | null;
}

export interface Later {
  readonly entry: EventEntry;
  readonly text: string;
  readonly dated: boolean;
}

export interface EventCandidate extends ScopedRelevance {
  readonly kind: "event";
  readonly entry: EventEntry;
  /** The passage of a long text that comes closest, counted from 0. */
  readonly passage: number;
  /** The words that are shown of a quote; `null` for an event of the raw record. */
  readonly quotation: Quotation | null;
  /** The author's name, where more than one person speaks. */
  readonly author: string | null;
}

export type RecallCandidate = MemoryCandidate | EventCandidate;

/** `null`: it is no memory. */
export function memoryIdOf(candidate: RecallCandidate): string | null {
  return candidate.kind === "event" ? null : candidate.entry.row.id;
}

export function memoryIdsIn(candidates: readonly RecallCandidate[]): string[] {
  return candidates.flatMap((one) => memoryIdOf(one) ?? []);
}

/** The words that are shown: of a long event its best passage. */
export function candidateText(candidate: RecallCandidate): string {
  if (candidate.kind !== "event") return candidate.text;
  return candidate.quotation?.text ?? candidate.entry.passage(candidate.passage);
}

/** A memory as callers see it, in the words that are shown. */
export function shownMemory({ entry, text }: MemoryCandidate, at: number): Memory {
  const memory = entry.memoryAt(at);
  return text === memory.text ? memory : { ...memory, text };
}

/** Records what a recall leaves out, and why. */
export interface RecallTrace {
  /** The least relevance that a source's lines needed. */
  floor(source: Source, least: number): void;
  cut(candidate: RecallCandidate, rule: CutRule): void;
  /** The line that somebody asks about; `null`: none. */
  readonly watched: Watched | null;
  /** Why the watched line is no candidate. The first reason counts. */
  missed(verdict: Verdict): void;
}

/** A line of the first scope, by the number or the place that its index knows it by. */
export type Watched = { readonly memory: string } | { readonly seq: number };

/** How many lines below the floor a trace records for each source of a scope: the best ones. */
export const MAX_BELOW = 100;
