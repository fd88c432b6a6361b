import type { MEMORY_FIELDS } from "../domain/memory.ts";
import type { ParamsOf } from "../domain/memory-field.ts";
import type { CallOptions } from "./options.ts";
import type { Degraded } from "./recall.ts";

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
  /** Default: the read policy's `maxTokens`. */
  budget_tokens?: number;
  /** Minimum relevance, 0–1. Default: the read policy's. */
  threshold?: number;
}

/** `null` means absent. Importance is 1 to 5 here. */
export type QueryFilters = ParamsOf<typeof MEMORY_FIELDS>;

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
