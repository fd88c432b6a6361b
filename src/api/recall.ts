import type { CutRule } from "../domain/budget.ts";
import type { ChatMessage } from "../domain/inject.ts";
import type { PresetName, Source } from "../domain/names.ts";
import type { Hit } from "./hit.ts";
import type { MemoryFilter } from "./memory-filter.ts";
import type { CallOptions } from "./options.ts";

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

export interface ExplainOptions extends Omit<RecallCallOptions, "thread"> {
  /** Answers with the read policy and the block of this preset. Default: those in force. */
  preset?: PresetName;
  /** A memory, by its id: `verdict` says what became of it. Default: none. */
  memory?: string;
}

/** A line that was found and is not in the block. */
export interface CutHit {
  readonly hit: Hit;
  /**
   * `floor`: not relevant enough. `twin`: a quote whose words a memory has. `repeats`: a better line says the same.
   * `type`, `category`: enough of its type or category. `items`, `tokens`: no room.
   */
  readonly rule: CutRule;
}

/**
 * The result for one memory: `shown`, the rule that cut it, or why it was no candidate: its `status`, its `kind`, its
 * `strength`, or that it has nothing to do with the question (`unrelated`).
 */
export type Verdict = "shown" | CutRule | "status" | "kind" | "strength" | "unrelated";

/** A recall with what it left out. Nothing is counted as delivered. */
export interface Explanation {
  readonly hits: readonly Hit[];
  /** Best first within each rule. */
  readonly cut: readonly CutHit[];
  /** The least relevance that each source's lines needed; a source that was not searched by relevance is absent. */
  readonly floors: Readonly<Partial<Record<Source, number>>>;
  readonly degraded: Degraded | null;
  readonly prompt: string;
  /** Of the prompt, as budgets count them. */
  readonly tokens: number;
  readonly limits: { readonly maxItems: number; readonly maxTokens: number | null };
  /** `null` where no memory was named, or there is none such. */
  readonly verdict: Verdict | null;
}
