import type { Recall } from "../api/recall.ts";
import type { Scope } from "../domain/scope.ts";
import type { Settings } from "../domain/settings.ts";
import type { Embedder } from "../models/embedder.ts";
import type { Indexes } from "../scope-index/indexes.ts";
import type { SettingsByTenant } from "../store/policies.ts";
import type { Store } from "../store/port.ts";
import type { Reader } from "../store/tx.ts";
import type { Reranker } from "./request.ts";

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
  use(): Reader;
}

export interface SearchLog {
  searched(scope: Scope, found: Recall, thread: string | null, at: number): void;
}

/** What a change feed needs in addition: when to look, and when to end. */
export interface FeedContext extends Pick<ReadContext, "store" | "use"> {
  /** Calls the listener after each write of this process, until the returned function is called. */
  onChange(listener: () => void): () => void;
  readonly closed: AbortSignal;
}
