import type { HistoryEntry } from "../domain/change.ts";
import type { Event } from "../domain/event.ts";
import type { Memory } from "../domain/memory.ts";
import type { MemorySort } from "../domain/memory-sort.ts";
import type { ScopeInput, ScopeKind } from "../domain/scope.ts";
import type { EventListOptions } from "./events.ts";
import type { MemoryFilter } from "./memory-filter.ts";
import type { Page, PageOptions } from "./page.ts";

/** A memory, and whose it is. */
export interface OwnedMemory {
  readonly scope: string;
  readonly memory: Memory;
}

/** An event, and in whose record it stands. */
export interface OwnedEvent {
  readonly scope: string;
  readonly event: Event;
}

/** A change of a memory, and in whose scope. */
export interface OwnedChange {
  readonly scope: string;
  readonly change: HistoryEntry;
}

/** Which scopes of a tenant. */
export interface ScopesOptions {
  /** One scope. Default: all of them. */
  scope?: ScopeInput | undefined;
  /** Only scopes of this kind. (`kind` is that of a memory.) Default: every kind. */
  scopeKind?: ScopeKind | undefined;
}

export interface TenantListOptions extends PageOptions, MemoryFilter, ScopesOptions {
  /** What the order goes by, the largest first; of equals the newer one. Default: `"created"`. */
  sort?: MemorySort | undefined;
  /** The smallest first. Default: false. */
  ascending?: boolean | undefined;
  /** How many to pass over, for a view that jumps to a position. A `cursor` goes on from there. Default: 0. */
  skip?: number | undefined;
}

/** The memories of all scopes of a tenant. */
export interface TenantMemories {
  /** Newest first, unless `sort` says otherwise. Default: every status but `soft_deleted`. */
  list(options?: TenantListOptions): Promise<Page<OwnedMemory>>;
  /** How many a list would give in all. */
  count(options?: MemoryFilter & ScopesOptions): Promise<number>;
  /** By its id, whole or cut to no less than six characters, wherever in the tenant it is. */
  find(id: string): Promise<OwnedMemory | null>;
}

/** The events of all scopes of a tenant. */
export interface TenantEvents {
  /** The last recorded first. */
  list(options?: EventListOptions & ScopesOptions): Promise<Page<OwnedEvent>>;
}

export interface SearchOptions extends MemoryFilter {
  /** Most hits. Default: 20, at most 1,000. */
  limit?: number;
  /** Only these. Default: all of the tenant. */
  scopes?: readonly ScopeInput[];
  signal?: AbortSignal;
}

/** A memory that holds words of the question, and whose it is. */
export interface TenantHit extends OwnedMemory {
  /** BM25 among what was found, 0–1; it says nothing about meaning. */
  readonly score: number;
}
