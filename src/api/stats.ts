import type { HistoryEvent } from "../domain/change.ts";
import type { FeedbackVerdict } from "../domain/feedback.ts";
import type { MemoryStatus, MemoryType } from "../domain/memory.ts";
import type { ScopeInput } from "../domain/scope.ts";

export interface ScopeStats {
  readonly scope: string;
  readonly events: number;
  readonly memories: number;
  readonly byStatus: Readonly<Partial<Record<MemoryStatus, number>>>;
  readonly byType: Readonly<Partial<Record<MemoryType | "none", number>>>;
  readonly rev: number;
  readonly seq: number;
  readonly writes: boolean;
  readonly createdAt: Date;
}

/** How far reading is behind what was observed. */
export interface Unread {
  /** Events that no extraction has looked at yet. */
  readonly events: number;
  /** How long the oldest of them has been waiting; 0 when there is none. */
  readonly oldestMs: number;
}

/** Whose vectors the scopes of a tenant have. */
export interface EmbeddedBy {
  /** The models of an embedder, joined by "+"; `""` where nothing is embedded yet. */
  readonly models: string;
  readonly scopes: number;
  /** Of these, scopes with texts that it has not embedded yet. */
  readonly behind: number;
}

export interface Stats {
  readonly tenant: string;
  readonly readOnly: boolean;
  readonly scopes: readonly ScopeStats[];
  readonly totals: { readonly scopes: number; readonly events: number; readonly memories: number };
  /** What waits for a person, as `review()` lists it. */
  readonly waiting: number;
  readonly unread: Unread;
  /** How often people said of a line that it helped, was wrong or was private. */
  readonly feedback: Readonly<Record<FeedbackVerdict, number>>;
  /** More than one while scopes are embedded again by another model. */
  readonly embeddedBy: readonly EmbeddedBy[];
  /** The tenant's figures since midnight UTC, such as `sweep.expired`; `figures()` has the days before. */
  readonly today: Readonly<Record<string, number>>;
}

/**
 * A number of one UTC day: `JOB.COUNT` for what upkeep did (`sweep.expired`), `extract.checked` and `extract.firstPass` for
 * the sentences of a model and how many passed the rules at the first try, `turns.said` and `turns.recalled` for users' messages
 * and those after which an agent searched by itself, `models.tokens`.
 */
export interface Figure {
  readonly day: string;
  readonly name: string;
  readonly value: number;
}

export interface StatsOptions {
  /** Only this one. Default: all of the tenant. */
  scope?: ScopeInput;
}

/** An operational event: component, operation and status. */
export interface OpEvent {
  thread: string | null;
  node: "hotpath" | "context" | "episodic" | "worker";
  op: "classify" | "search" | "create" | "update" | "merge" | "delete" | "import";
  status: "ok" | "error" | "skipped";
  memory: string | null;
  category: string | null;
  sim: number | null;
  at: number;
}

export interface OpCount {
  node: OpEvent["node"];
  op: OpEvent["op"];
  status: OpEvent["status"];
  count: number;
}

/** Usage of one model in one role by one tenant on one UTC day. */
export interface ModelUsageRow {
  day: string;
  role: string;
  model: string;
  /** Requests sent, retries included. */
  calls: number;
  failures: number;
  input_tokens: number;
  output_tokens: number;
}

/** The same with its cost. */
export interface ModelUsage extends ModelUsageRow {
  /** At the prices of the settings' `models.prices`, whatever they were on that day; `null` without a price. */
  cost: number | null;
}

/** A span of time. */
export interface SpanOptions {
  /** Default: from the beginning. */
  since?: Date | string | number;
  /** Default: until now. */
  until?: Date | string | number;
}

export interface ActivityOptions extends SpanOptions {
  /** Only this one. Default: all of the tenant. */
  scope?: ScopeInput;
}

/** How many changes of one sort a UTC day has seen. */
export interface ActivityRow {
  day: string;
  event: HistoryEvent;
  count: number;
}
