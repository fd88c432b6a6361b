import type { Access } from "../../domain/allowlist.ts";
import type { Scope } from "../../domain/scope.ts";
import type { Settings } from "../../domain/settings.ts";
import type { Span } from "../../domain/text.ts";
import type { Indexes } from "../../scope-index/indexes.ts";
import type { Store } from "../../store/port.ts";
import type { SettingsByTenant } from "../../store/tables/policies.ts";
import type { TurnTriggers } from "../../store/tables/sessions.ts";
import type { NewVector } from "../../store/tables/vectors.ts";
import type { SqlReader as StoreReader } from "../../store/tx.ts";
import type { WriteContext } from "../../store/writes/context.ts";
import type { Extractor, SameFact, SentencePair } from "./extractor.ts";
import type { ScopeWriteQueues, Turns } from "./scope-queue.ts";

/** The actor behind a handle: the name for the history, and its access. */
export interface Acting {
  readonly actor: string;
  readonly access: Access;
}

/** The engine parts that every write uses. */
export interface WriteTools {
  readonly store: Store;
  readonly indexes: Indexes;
  /** The options the engine was opened with. */
  readonly settings: Settings;
  /** The same under each tenant's newest policies. */
  readonly tenants: SettingsByTenant;
  /** Reads with a language model, and wants to see what is known; `null` without one: then rules do. */
  readonly extractor: Extractor | null;
  /** A text's vectors; none when there is no embedder or it cannot answer in time. */
  embed(text: string): Promise<NewVector[]>;
  /** The stretches of a message that are not its speaker's own words; `null` where nobody can tell. */
  whoseWords(text: string): Promise<readonly Span[] | null>;
  /** Messages of users were recorded: counts them. */
  countMessages(scope: Scope, messages: number): void;
  /** A scope has texts without vectors: a job makes them. */
  embedLater(scope: Scope): void;
  /** Whether claims say the same as known ones, where words leave it open; absent without a model. */
  ask?: (
    pairs: readonly SentencePair[],
    tenant: string,
    signal?: AbortSignal,
  ) => Promise<readonly SameFact[] | null>;
  /** The actor and reason of a write. Default: Memoir itself acts. */
  context(scope: Scope, reason: string, acting?: Acting): WriteContext;
  /** Starts the jobs that a turn of a conversation triggers; `undefined` where nothing subscribes. */
  readonly turnTriggers: TurnTriggers | undefined;
  /** The engine's clock, in epoch milliseconds. */
  now(): number;
  /** The store's reader; throws `closed` once the engine is closed. */
  use(): StoreReader;
  /** Work that was accepted; closing waits for it. */
  accept<T>(work: Promise<T>): Promise<T>;
  /** Something was written: wakes the change feeds of this process. */
  changed(): void;
  /** Words of a scope were erased: nothing made from them may stay in memory. */
  erased(scope: Scope): void;
  /** One writer that matches at a time in each scope of this process. */
  readonly turns: Turns;
  /** Writes in progress, by scope. */
  readonly queues: ScopeWriteQueues;
}
