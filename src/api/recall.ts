import type { ChatMessage } from "../domain/inject.ts";
import type { Source } from "../domain/source.ts";
import type { CallOptions } from "./call-options.ts";
import type { Hit } from "./hit.ts";
import type { MemoryFilter } from "./memory-filter.ts";

/** Why an answer may be worse than it could be; the hits are still right as far as they go. */
export interface Degraded {
  readonly reason: string;
  readonly detail: string;
}

/** Filters of a recall, applied in the store (R266). */
export type RecallFilters = Omit<MemoryFilter, "status">;

export interface RecallCallOptions<S extends Source = Source> extends CallOptions {
  /**
   * What is looked through: `memories`; `quotes`, which are users' own words that no memory says; `events`, the whole
   * record as it is; `timeline`. Default: memories, and quotes where the read policy has them.
   */
  from?: readonly S[];
  /**
   * Who asks, by the account id that their messages have as `author`: "I" and "my" mean them. Default: the user of a
   * user's scope; in a group nobody, and a question about "me" finds nobody's lines.
   */
  asker?: string;
  /** Most hits. Default: the read policy's `maxItems`. */
  limit?: number;
  /** Most tokens of the rendered block. Default: the read policy's `maxTokens`. */
  maxTokens?: number;
  /** The request carries tools, so the block is kept smaller where the settings say so (R327). Default: false. */
  tools?: boolean;
  /** The conversation that is told what changed since it last looked. Default: the handle's. */
  thread?: string;
  filters?: RecallFilters;
  /** Only these categories. An agent with an allowlist may ask for no other (R261). Default: all it may see. */
  categories?: readonly string[];
  /** What was held to be true then. Default: now. */
  asOf?: Date | string | number;
  /** The least relevance, 0–1; 0 gives the best whatever they are worth. Default: the read policy's, else the floor. */
  threshold?: number;
  /** After so many milliseconds it answers with what it has, marked degraded. Default: the read policy's. */
  deadlineMs?: number;
}

/** Plain data that says what a recall has shown: it can be kept, sent elsewhere, and given to `delivered()` there. */
export interface Receipt {
  /** The memories in the block, by their ids. */
  readonly ids: readonly string[];
  /** The conversation that the block tells what changed; `null` = none. */
  readonly thread: string | null;
  /** The revision that this conversation has seen with it; 0 where the block tells of no changes. */
  readonly rev: number;
}

export interface Recall<S extends Source = Source> {
  readonly hits: readonly Hit<S>[];
  readonly degraded: Degraded | null;
  /** The preset's block; `""` when there is nothing to say. Pure. */
  toPrompt(): string;
  /** A new list of messages with the block in the preset's place; again, it replaces the one before. Pure. */
  injectInto<M extends ChatMessage>(messages: readonly M[]): M[];
  readonly receipt: Receipt;
  /** Says that an agent has been given this: moves the thread's cursor and the counts of access (R321). */
  delivered(): Promise<void>;
}
