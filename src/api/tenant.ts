import type { HistoryEntry } from "../domain/change.ts";
import type { Event } from "../domain/event.ts";
import type { Memory, MemorySort } from "../domain/memory.ts";
import type { ScopeInput, ScopeKind } from "../domain/scope.ts";
import type { EventListOptions } from "./events.ts";
import type { MemoryFilter } from "./memory-filter.ts";
import type { Page, PageOptions } from "./options.ts";

/** A memory with its scope. */
export interface OwnedMemory {
  readonly scope: string;
  readonly memory: Memory;
}

/** An event with its scope. */
export interface OwnedEvent {
  readonly scope: string;
  readonly event: Event;
}

/** A change of a memory, and in whose scope. */
export interface OwnedChange {
  readonly scope: string;
  readonly change: HistoryEntry;
}

/** Selects scopes of a tenant. */
export interface ScopesOptions {
  /** One scope. Default: all of them. */
  scope?: ScopeInput | undefined;
  /** Only scopes of this kind. (`kind` is that of a memory.) Default: every kind. */
  scopeKind?: ScopeKind | undefined;
}

export interface TenantListOptions extends PageOptions, MemoryFilter, ScopesOptions {
  /** The field to sort by, largest first; ties by creation. Default: `"created"`. */
  sort?: MemorySort | undefined;
  /** Sort smallest first. Default: false. */
  ascending?: boolean | undefined;
  /** Number of items to skip before the first page. Default: 0. */
  skip?: number | undefined;
}

/** The memories of all scopes of a tenant. */
export interface TenantMemories {
  /** Newest first, unless `sort` says otherwise. Default: every status but `soft_deleted`. */
  list(options?: TenantListOptions): Promise<Page<OwnedMemory>>;
  /** The number of memories that `list()` with these filters returns in all. */
  count(options?: MemoryFilter & ScopesOptions): Promise<number>;
  /** Finds a memory in any scope by its id or by at least its first six characters. */
  find(id: string): Promise<OwnedMemory | null>;
}

/** The events of all scopes of a tenant. */
export interface TenantEvents {
  /** Most recently recorded first. */
  list(options?: EventListOptions & ScopesOptions): Promise<Page<OwnedEvent>>;
}

export interface SearchOptions extends MemoryFilter {
  /** Maximum number of hits. Default: 20, at most 1,000. */
  limit?: number;
  /** Only these. Default: all of the tenant. */
  scopes?: readonly ScopeInput[];
  signal?: AbortSignal;
}

/** A memory that matches the search terms, with its scope. */
export interface TenantHit extends OwnedMemory {
  /** BM25 relative to the best hit, 0–1; lexical only. */
  readonly score: number;
}
