import type { KeyOptions, Role } from "../domain/api-key.ts";
import type { HistoryEntry } from "../domain/change.ts";
import type { Event } from "../domain/event.ts";
import type { Memory, MemorySort } from "../domain/memory.ts";
import type { ScopeInput, ScopeKind } from "../domain/scope.ts";
import type { HooksHandle } from "./hooks.ts";
import type { MemoryFilter, ReviewOptions, Waiting } from "./memories.ts";
import type { CallOptions, Page, PageOptions } from "./options.ts";
import type { PeopleHandle } from "./people.ts";
import type { PolicyHandle } from "./policy.ts";
import type { EventListOptions } from "./scope.ts";
import type {
  ActivityOptions,
  ActivityRow,
  Figure,
  ModelUsage,
  OpCount,
  SpanOptions,
  Stats,
  StatsOptions,
} from "./stats.ts";
import type { Transfers } from "./transfers.ts";
import type { TuningHandle } from "./tuning.ts";
import type { JobsHandle, UpkeepHandle } from "./upkeep.ts";

/** A platform account and the person behind it. Names change and are for prompts only. */
export interface Identity {
  account: string;
  person: string;
  name: string | null;
}

/** Input of `identities.set()`. */
export interface IdentityInput {
  account: string;
  person: string;
  /** Default: none. */
  name?: string;
}

/** Maps platform accounts to persons. */
export interface IdentitiesHandle {
  /** Maps a platform account (`"discord:123"`) to a person, with the name to use in prompts. */
  set(identity: IdentityInput): Promise<void>;
  remove(account: string): Promise<boolean>;
  list(): Promise<Identity[]>;
}

/** Access to all scopes of one tenant and to its switches. */
export interface OperatorHandle extends Transfers {
  readonly tenant: string;
  stats(options?: StatsOptions): Promise<Stats>;
  /** The memories of all scopes, each with its scope. */
  readonly memories: TenantMemories;
  /** The events of all scopes, each with its scope. */
  readonly events: TenantEvents;
  /** Full-text search over the memories of all or some scopes, best first; each with its scope. */
  search(query: string, options?: SearchOptions): Promise<TenantHit[]>;
  /** The audit log: every change of a memory in all scopes, with actor and reason, newest first. */
  history(options?: PageOptions & ScopesOptions): Promise<Page<OwnedChange>>;
  /** Number of memory changes by UTC day and kind. */
  activity(options?: ActivityOptions): Promise<ActivityRow[]>;
  /** Counts of what the engine did, by node, op and status. */
  operations(options?: SpanOptions): Promise<OpCount[]>;
  /** Stops or allows all writes of this tenant, in every process. Without an argument: returns the current state. */
  readOnly(on?: boolean): Promise<boolean>;
  /** Switches writes to one scope on or off. */
  scopeWrites(scope: ScopeInput, enabled: boolean): Promise<void>;
  /** The versioned policies that gate this tenant's writes and bound its reads. */
  readonly policy: PolicyHandle;
  /** Candidate policies, tried on logged decisions before they are in force. */
  readonly tuning: TuningHandle;
  /** Forgets everything of a scope, a member or a person, with a receipt. */
  readonly people: PeopleHandle;
  /** The API keys of this tenant. */
  readonly keys: KeysHandle;
  /** Addresses that are told of every change. */
  readonly hooks: HooksHandle;
  /** Everything that waits for review, in all scopes: pending memories, profile proposals, then shadow memories. */
  review(options?: ReviewOptions): Promise<Page<Waiting>>;
  /** This tenant's job queue: waiting, running and dead jobs. */
  readonly jobs: JobsHandle;
  /** The jobs that keep the memories in order: expiry, purge, retention. */
  readonly upkeep: UpkeepHandle;
  /** Numbers per UTC day: what upkeep did, how a model's sentences fared, tokens. */
  figures(options?: SpanOptions): Promise<Figure[]>;
  /** Calls, tokens and cost of the language models, by day, role and model. */
  modelUsage(options?: SpanOptions): Promise<ModelUsage[]>;
  readonly identities: IdentitiesHandle;
}

/** A memory with its scope. */
export interface OwnedMemory {
  readonly scope: string;
  readonly memory: Memory;
}

/** A memory that another one leads to. */
export interface MemoryLink {
  readonly id: string;
  readonly text: string;
}

/** A memory of a list. */
export interface ListedMemory extends OwnedMemory {
  /** Where `links` asks for it: the memory that replaced it; `null` if none did. */
  readonly replacedBy?: MemoryLink | null;
  /** Where `links` asks for it: the memories that it replaced, oldest first. */
  readonly replaces?: readonly MemoryLink[];
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
  /** Also return what each memory replaced and what replaced it. Default: false. */
  links?: boolean | undefined;
  /** Number of items to skip before the first page. Default: 0. */
  skip?: number | undefined;
}

/** The memories of all scopes of a tenant. */
export interface TenantMemories {
  /** Newest first, unless `sort` says otherwise. Default: every status but `soft_deleted`. */
  list(options?: TenantListOptions): Promise<Page<ListedMemory>>;
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

export interface SearchOptions extends MemoryFilter, CallOptions {
  /** Maximum number of hits. Default: 20, at most 1,000. */
  limit?: number;
  /** Only these. Default: all of the tenant. */
  scopes?: readonly ScopeInput[];
}

/** A memory that matches the search terms, with its scope. */
export interface TenantHit extends OwnedMemory {
  /** BM25 relative to the best hit, 0–1; lexical only. */
  readonly score: number;
}

/** `"key"`: created by an operator. `"login"`: can be exchanged once. `"session"`: the result of that exchange. */
export type ApiKeyKind = "key" | "session" | "login";

/** An API key without its secret, which is shown only once, at creation. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  /** `"key"`: created by an operator. `"login"`: can be exchanged once. `"session"`: the result of that exchange. */
  readonly kind: ApiKeyKind;
  readonly status: "active" | "expired" | "revoked";
  readonly role: Role;
  readonly scopes: readonly string[] | null;
  readonly agent: string | null;
  readonly categories: readonly string[] | null;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  /** To the minute; `null` = never. */
  readonly lastUsedAt: Date | null;
}

/** A new key with its secret. It cannot be shown again. */
export interface NewApiKey extends ApiKey {
  readonly key: string;
}

/** A new login with its token. It cannot be shown again. */
export interface NewLogin extends ApiKey {
  /** Pass it to `memoir.redeem()`; works once. */
  readonly token: string;
  readonly expiresAt: Date;
}

/** The API keys of a tenant. They can be created and revoked while the tenant is read-only. */
export interface KeysHandle {
  create(options: KeyOptions): Promise<NewApiKey>;
  /**
   * Creates a token that can be exchanged for a session key once, within ten minutes. Login links carry it, so
   * that no key appears in a URL. The session lasts seven days. Default role: `"operator"`.
   */
  login(options?: Partial<Omit<KeyOptions, "expiresAt">>): Promise<NewLogin>;
  /** Newest first, including expired and revoked keys. */
  list(): Promise<ApiKey[]>;
  /** Revokes a key by id, or an active one by name. Every process rejects it within two seconds. */
  revoke(idOrName: string): Promise<ApiKey>;
}
