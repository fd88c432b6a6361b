import type { Event } from "../domain/event.ts";
import type { Memory } from "../domain/memory.ts";
import type { ScopeInput, ScopeKind } from "../domain/scope.ts";
import type { EventListOptions } from "./events.ts";
import type { MemoryFilter } from "./memory-filter.ts";
import type { Page, PageOptions } from "./page.ts";

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

/** Selects scopes of a tenant. */
export interface ScopesOptions {
  /** One scope. Default: all of them. */
  scope?: ScopeInput | undefined;
  /** Only scopes of this kind. (`kind` is that of a memory.) Default: every kind. */
  scopeKind?: ScopeKind | undefined;
}

/** The memories of all scopes of a tenant. */
export interface TenantMemories {
  /** Newest first. Default: every status but `soft_deleted`. */
  list(options?: PageOptions & MemoryFilter & ScopesOptions): Promise<Page<OwnedMemory>>;
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
