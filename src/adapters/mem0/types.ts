/** A message of a chat. Pictures are refused. */
export interface Message {
  readonly role: string;
  readonly content: string | object;
}

/** Whose memory it is: the user's; without a user, the agent's or the run's. */
interface Entity {
  readonly userId?: string;
  readonly agentId?: string;
  readonly runId?: string;
}

/** `user_id`, `agent_id`, `run_id`, `categories`, `created_at`, `updated_at`, joined by `AND`. */
export type SearchFilters = Readonly<Record<string, unknown>>;

export interface AddMemoryOptions extends Entity {
  /** Kept with what is added, and shown with it. Default: none. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** The same as the ids, in mem0's other place. Default: none. */
  readonly filters?: SearchFilters;
  /** `false` keeps each of the user's messages as it is. Default: true. */
  readonly infer?: boolean;
  /** When it was said; a number is seconds since 1970. Default: now. */
  readonly timestamp?: number | string | Date | null;
  /** The last day (YYYY-MM-DD) of what is added. Default: none. */
  readonly expirationDate?: string | null;
}

export interface SearchMemoryOptions {
  readonly filters?: SearchFilters;
  /** Default: 20. */
  readonly topK?: number;
  /** The least relevance, 0–1. Default: the read policy's. */
  readonly threshold?: number;
  /** Also memories that have expired, after the others. Default: false. */
  readonly showExpired?: boolean;
  /** No effect: an engine's `reranker` always ranks. */
  readonly rerank?: boolean;
}

export interface GetAllMemoryOptions {
  readonly filters?: SearchFilters;
  /** Default: 20. */
  readonly topK?: number;
  /** Also memories that have expired. Default: false. */
  readonly showExpired?: boolean;
}

export interface UpdateMemoryOptions {
  readonly text?: string;
  /** mem0's older name of `text`. */
  readonly data?: string;
  /** Added to the metadata that are there. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** The last day (YYYY-MM-DD) of the memory; `null`: it has none. */
  readonly expirationDate?: string | null;
}

export interface DeleteAllMemoryOptions extends Entity {}

/** A memory as mem0's class returns it. */
export interface MemoryItem {
  id: string;
  memory: string;
  hash: string;
  createdAt: string;
  updatedAt: string;
  metadata: Record<string, unknown>;
  user_id?: string;
  agent_id?: string;
  run_id?: string;
  /** Of a search: the relevance, 0–1. */
  score?: number;
}

export interface SearchResult {
  results: MemoryItem[];
}

export interface AddResult {
  results: { id: string; memory: string; metadata: { event: "ADD" | "UPDATE" | "NOOP" } }[];
}

/** A change of a memory's text. */
export interface HistoryRow {
  id: string;
  memory_id: string;
  previous_value: string | null;
  new_value: string | null;
  action: "ADD" | "UPDATE" | "DELETE";
  created_at: string;
  updated_at: string;
  is_deleted: 0 | 1;
}
