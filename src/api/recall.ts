import type { BlockRef } from "../domain/block-ref.ts";
import type { CutRule } from "../domain/budget.ts";
import type { CoreSort, Source, Via } from "../domain/enums.ts";
import type { Event, EvidenceMethod } from "../domain/event.ts";
import type { ChatMessage } from "../domain/inject.ts";
import type { MEMORY_FIELDS, Memory } from "../domain/memory.ts";
import type { ParamsOf } from "../domain/memory-field.ts";
import type { RelevancePart } from "../domain/relevance/relevance.ts";
import type { Verdict } from "../domain/why-not.ts";
import type { MemoryFilter } from "./memories.ts";
import type { CallOptions } from "./options.ts";
import type { PresetName } from "./preset-name.ts";

/** A request of `memory.query`, in the words the supervisor's agents use. Only `query` is required. */
export interface QueryRequest {
  query: string;
  /** Must equal the handle's agent: the caller's identity comes from the handle, not from the request. */
  agent?: string;
  categories?: readonly string[];
  filters?: QueryFilters;
  /** Items that answer; related ones (`relations.lines`) come on top. Default: the read policy's `maxItems`. */
  top_k?: number;
  /** Default: `"bullets"`. */
  return?: "bullets" | "full";
  /** Maximum tokens of the answer as JSON. Default: the read policy's `maxTokens`. */
  budget_tokens?: number;
  /** Minimum relevance, 0–1. Default: the read policy's. */
  threshold?: number;
}

/** `null` means absent. Importance is 1 to 5 here. */
type QueryFilters = ParamsOf<typeof MEMORY_FIELDS>;

export interface QueryBullet {
  readonly id: string;
  readonly category: string;
  /** `[tasks] …`. */
  readonly text: string;
}

export interface QueryItem {
  readonly id: string;
  readonly category: string;
  readonly text: string;
  readonly score: number;
  /** 1 to 5. */
  readonly importance: number;
  readonly confidence: number;
  readonly pinned: boolean;
  readonly tags: readonly string[];
  readonly user_id: string | null;
  readonly agent_id: string | null;
  readonly run_id: string | null;
  readonly actor_id: string | null;
  readonly role: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export type QueryAnswer<R extends "bullets" | "full" = "bullets" | "full"> = R extends "full"
  ? QueryItem[]
  : QueryBullet[];

export interface QueryCallOptions extends CallOptions {
  /** Called with the reason if the answer is degraded; the answer of `memory.query` has no field for it. */
  onDegraded?: (degraded: Degraded) => void;
}

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
  /** The parts that add up to the score; empty for a line that only stands beside another, and was not scored. */
  readonly sum: readonly ScorePart[];
  readonly via: Via;
}

/** One addend of a score. */
export interface ScorePart {
  /** `core` and `link` stand alone: a line of every prompt, and one that a link brought. */
  readonly name: "relevance" | "rerank" | "importance" | "recency" | "strength" | "link" | "core";
  readonly value: number;
  /** As the read policy weighs it; half of that for insights. */
  readonly weight: number;
  /** `value` times `weight`. */
  readonly part: number;
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

interface AnyHit {
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
interface HitOf {
  readonly memories: MemoryHit;
  readonly quotes: EventHit;
  readonly events: EventHit;
  readonly timeline: TimelineHit;
}

export type Hit<S extends Source = Source> = HitOf[S];

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
   * The asker, by the account id that their messages have as `author`: "I" and "my" mean them. Default: the user of a
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
  /** The lines of the block, by reference and without their words. Absent in receipts of older versions. */
  readonly block?: BlockRef | undefined;
}

export interface DeliverOptions extends CallOptions {
  /** The id of the event that holds the reply: `context(id)` then says what the model knew. Default: nothing is recorded. */
  reply?: string;
  /** The id of the event that holds the question. Default: unknown. */
  question?: string;
}

export interface Recall<S extends Source = Source> {
  readonly hits: readonly Hit<S>[];
  readonly degraded: Degraded | null;
  /**
   * The question depends on what was told before, and no line shown answers it well (the read policy's `sureFrom`), or
   * nothing could be read: look further, as with `query()`, or ask the user instead of stating something.
   */
  readonly unsure: boolean;
  /** Renders the preset's block; `""` if it is empty. Pure. */
  toPrompt(): string;
  /** Returns a new list of messages with the block at the preset's position, replacing an earlier block. Pure. */
  injectInto<M extends ChatMessage>(messages: readonly M[]): M[];
  readonly receipt: Receipt;
  /** Marks the block as delivered: advances the thread's cursor and the access counts, and records it for the reply. */
  delivered(options?: DeliverOptions): Promise<void>;
}

export interface ExplainOptions extends Omit<RecallCallOptions, "thread"> {
  /** Answers with the read policy and the block of this preset. Default: those in force. */
  preset?: PresetName;
  /** A memory, by its id: `verdict` says why it is in the block or not. Default: none. */
  memory?: string;
  /** The same for a message, by the id of its event. Default: none. */
  event?: string;
}

export interface CoreOptions extends CallOptions {
  /** In a group, the account whose lines are listed. Default: nobody; only the lines about nobody in particular. */
  asker?: string;
}

/** A line that stands in every prompt. */
export interface CoreLine {
  /** `address`: how to address somebody. `limit`: what they cannot have. `wish`: what they always wish for. */
  readonly sort: CoreSort;
  readonly text: string;
  /** A later statement of the same author that changes it; `null` if there is none. */
  readonly later: EventHit["later"];
  /**
   * The memory or the message that it comes from. `forget({ id })` takes the line of a memory out of the core,
   * `events.allowCore(id, false)` that of a message.
   */
  readonly source: { readonly memory: Memory } | { readonly event: Event };
  /** When it was said, or last confirmed. */
  readonly at: Date;
}

/** The core as prompts have it: within the read policy's `coreTokens`, and empty where its `core` is off. */
export interface CoreLines {
  readonly lines: readonly CoreLine[];
  readonly degraded: Degraded | null;
}

/** A line that was found and is not in the block. */
export interface CutHit {
  readonly hit: Hit;
  /**
   * `floor`: not relevant enough. `gate`: the question needs no memory. `repeats`: a better line says the same.
   * `type`, `category`: enough of its type or category. `items`, `tokens`: no room.
   */
  readonly rule: CutRule;
}

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
  /** Why the memory or the message that was named is in the block or not; `null` where none was named, or there is none such. */
  readonly verdict: Verdict | null;
}
