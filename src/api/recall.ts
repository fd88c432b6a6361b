import type { ChatMessage } from "../domain/inject.ts";
import type { Source } from "../domain/source.ts";
import type { CallOptions } from "./call-options.ts";
import type { Hit } from "./hit.ts";
import type { MemoryFilter } from "./memory-filter.ts";

/** Why an answer may be incomplete. The hits it has are correct. */
export interface Degraded {
  readonly reason: string;
  readonly detail: string;
}

/** Filters of a recall, applied in the store. */
export type RecallFilters = Omit<MemoryFilter, "status">;

export interface RecallCallOptions<S extends Source = Source> extends CallOptions {
  /**
   * Sources to search: `memories`; `quotes`, users' own words that no memory covers; `events`, the whole
   * record; `timeline`. Default: memories, plus quotes if the read policy includes them.
   */
  from?: readonly S[];
  /**
   * Who asks, by the account id that their messages have as `author`: "I" and "my" mean them. Default: the user of a
   * user's scope; in a group nobody, and a question about "me" finds nobody's lines.
   */
  asker?: string;
  /** Maximum number of hits that answer; related lines (`relations.lines`) come on top. Default: the read policy's `maxItems`. */
  limit?: number;
  /** Maximum tokens of the rendered block. Default: the read policy's `maxTokens`. */
  maxTokens?: number;
  /** Whether the request carries tools; the settings can make the block smaller then. Default: false. */
  tools?: boolean;
  /** The conversation whose delta header is rendered. Default: the handle's. */
  thread?: string;
  filters?: RecallFilters;
  /** Only these categories. An agent with an allowlist cannot request others. Default: all that are visible. */
  categories?: readonly string[];
  /** Recall what was believed at this time. Default: now. */
  asOf?: Date | string | number;
  /** Minimum relevance, 0–1; 0 returns the best matches however weak. Default: the read policy's, else the floor. */
  threshold?: number;
  /** Timeout in milliseconds; a partial answer is then returned as degraded. Default: the read policy's. */
  deadlineMs?: number;
}

/** Plain data about what a recall has shown. Can be stored or sent, and passed to `delivered()` later. */
export interface Receipt {
  /** Ids of the memories in the block. */
  readonly ids: readonly string[];
  /** The conversation whose delta header the block has; `null` if none. */
  readonly thread: string | null;
  /** The revision up to which the delta header goes; 0 without one. */
  readonly rev: number;
}

export interface Recall<S extends Source = Source> {
  readonly hits: readonly Hit<S>[];
  readonly degraded: Degraded | null;
  /** Renders the preset's block; `""` if it is empty. Pure. */
  toPrompt(): string;
  /** Returns a new list of messages with the block at the preset's position, replacing an earlier block. Pure. */
  injectInto<M extends ChatMessage>(messages: readonly M[]): M[];
  readonly receipt: Receipt;
  /** Marks the block as delivered: advances the thread's cursor and the access counts. */
  delivered(): Promise<void>;
}
