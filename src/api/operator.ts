import type { ScopeInput } from "../domain/scope.ts";
import type { JobsHandle } from "./jobs.ts";
import type { KeysHandle } from "./keys.ts";
import type { Page, PageOptions } from "./options.ts";
import type { PolicyHandle } from "./policy.ts";
import type { ReviewOptions, Waiting } from "./review.ts";
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
import type {
  OwnedChange,
  ScopesOptions,
  SearchOptions,
  TenantEvents,
  TenantHit,
  TenantMemories,
} from "./tenant.ts";
import type { Transfers } from "./transfers.ts";
import type { UpkeepHandle } from "./upkeep.ts";

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
  /** The API keys of this tenant. */
  readonly keys: KeysHandle;
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
