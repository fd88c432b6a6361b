import type { MemoryFilter } from "../../api/memories.ts";
import type { DeliverOptions, Recall, Receipt } from "../../api/recall.ts";
import type { Access } from "../../domain/allowlist.ts";
import type { Source } from "../../domain/enums.ts";
import type { Scope } from "../../domain/scope.ts";
import type { Settings } from "../../domain/settings.ts";
import type { Embedder } from "../../models/embedder.ts";
import type { Indexes } from "../../scope-index/indexes.ts";
import type { ReadableScope } from "../../scope-index/scope-index.ts";
import type { Store } from "../../store/port.ts";
import type { StoreFilter } from "../../store/tables/memory-search.ts";
import type { SettingsByTenant } from "../../store/tables/policies.ts";
import type { SqlReader } from "../../store/tx.ts";
import type { RecallTrace } from "./candidate.ts";
import type { Deadline } from "./deadline.ts";

/** The parts of the engine that every read uses. */
export interface ReadContext {
  readonly store: Store;
  /** The settings that the engine was opened with. */
  readonly settings: Settings;
  /** The same under each tenant's newest policies. */
  readonly tenants: SettingsByTenant;
  readonly indexes: Indexes;
  readonly embedder: Embedder | null;
  readonly reranker: Reranker | null;
  /** Counts what was looked for. */
  readonly operations: SearchLog;
  /** The engine's clock, in epoch milliseconds. */
  now(): number;
  /** The store's reader; throws `closed` once the engine is closed. */
  use(): SqlReader;
}

export interface SearchLog {
  searched(scope: Scope, recall: Recall, search: SearchNote): void;
}

interface SearchNote {
  readonly thread: string | null;
  readonly at: number;
  /** An agent asked by itself. */
  readonly explicitQuery: boolean;
}

/** Additional options of a change feed: when to poll, and when to end. */
export interface FeedContext extends Pick<ReadContext, "store" | "use"> {
  /** Calls the listener after each write of this process, until the returned function is called. */
  onChange(listener: () => void): () => void;
  readonly closed: AbortSignal;
}

/** Reads a question and texts together and says how well each answers it, 0–1. None by default. */
export interface Reranker {
  rerank(
    query: string,
    texts: readonly string[],
    options: { readonly signal?: AbortSignal },
  ): Promise<readonly number[]>;
}

/** The part of each read that comes from the handle. */
export interface ReadingHandle {
  /** The scope first, then those that are only read. */
  readonly scopes: readonly [Scope, ...Scope[]];
  readonly access: Access;
  readonly thread: string | null;
}

/** The limits of one answer. */
export interface Bounds {
  readonly maxItems: number;
  readonly maxTokens: number | null;
}

/** A question, independent of the policies. */
export interface Question extends Pick<ReadContext, "indexes" | "embedder" | "reranker"> {
  readonly reader: SqlReader;
  readonly settings: Settings;
  readonly now: Date;
  /** The scope first, then those that are only read. */
  readonly scopes: readonly Scope[];
  /** The handle's, never the request's. */
  readonly access: Access;
  readonly query: string;
  /** The account that asks; `null` = the user of a user's scope, otherwise unknown. */
  readonly asker: string | null;
  readonly from: readonly Source[];
  readonly bounds: Bounds;
  readonly filter: MemoryFilter;
  readonly threshold: number | undefined;
  /** As it was true then; `null` = as it is now. */
  readonly asOf: number | null;
  readonly deadlineMs: number | null;
  /** Asked for by an agent, not injected unasked: strength does not matter, and the query is always searched for. */
  readonly explicitQuery: boolean;
  /** The thread that gets the changes since it last looked; `null` = none. */
  readonly thread: string | null;
  readonly signal: AbortSignal | undefined;
  /** Records what is left out, for `explain()`. Default: none. */
  readonly trace?: RecallTrace | undefined;
  /** Notes that what was shown has been given to an agent. */
  deliver(receipt: Receipt, options?: DeliverOptions): Promise<void>;
}

/** A request under policies of a certain version, as this process last saw them. */
export interface RecallRequest extends Question {
  readonly policy: number;
  /** The same under the tenant's newest policies. */
  newer(): Promise<RecallRequest>;
}

/** A request that is being answered: until when, in which scopes, and from which rows. */
export interface RecallRun extends RecallRequest {
  readonly deadline: Deadline;
  /** Those of the scopes that exist. */
  readonly readableScopes: readonly ReadableScope[];
  readonly visible: StoreFilter;
}
