import type { ScopeInput } from "../domain/scope.ts";
import type { JobsHandle } from "./jobs.ts";
import type { KeysHandle } from "./keys.ts";
import type { Page, PageOptions } from "./page.ts";
import type { PolicyHandle } from "./policy.ts";
import type { ReviewOptions, Waiting } from "./review.ts";
import type {
  ActivityOptions,
  ActivityRow,
  ModelUsageRow,
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

/** A platform account and the person behind it. Names change and are for prompts only (R79, R326). */
export interface Identity {
  account: string;
  person: string;
  name: string | null;
}

/** What `identities.set()` takes. */
export interface IdentityInput {
  account: string;
  person: string;
  /** Default: none. */
  name?: string;
}

/** Who is behind which account. */
export interface IdentitiesHandle {
  /** Says who is behind a platform account (`"discord:123"`), and how to call them in prompts. */
  set(identity: IdentityInput): Promise<void>;
  remove(account: string): Promise<boolean>;
  list(): Promise<Identity[]>;
}

/** Sees all scopes of one tenant, and holds its switches. */
export interface OperatorHandle extends Transfers {
  readonly tenant: string;
  stats(options?: StatsOptions): Promise<Stats>;
  /** The memories of all scopes, each with its scope (R46, R52). */
  readonly memories: TenantMemories;
  /** The events of all scopes, each with its scope (R50). */
  readonly events: TenantEvents;
  /** Finds memories of all scopes, or of some, by their words, best first; each comes with its scope. */
  search(query: string, options?: SearchOptions): Promise<TenantHit[]>;
  /** Who changed which memory, when and why, in all scopes, newest first: the audit log (R73). */
  history(options?: PageOptions & ScopesOptions): Promise<Page<OwnedChange>>;
  /** How many memories were added, changed and forgotten, by UTC day. */
  activity(options?: ActivityOptions): Promise<ActivityRow[]>;
  /** Counts of what the engine did, by node, op and status (R291). */
  operations(options?: SpanOptions): Promise<OpCount[]>;
  /** Stops (or allows) every write of this tenant in every process; without an argument says how it stands. */
  readOnly(on?: boolean): Promise<boolean>;
  /** Switches writes to one scope on or off (R67). */
  scopeWrites(scope: ScopeInput, enabled: boolean): Promise<void>;
  /** What gates this tenant's writes and bounds its reads, in versions. */
  readonly policy: PolicyHandle;
  /** The keys that open this tenant to a door. */
  readonly keys: KeysHandle;
  /** What waits for a person, in all scopes: pending memories, the profiles' proposals, then what is only kept apart. */
  review(options?: ReviewOptions): Promise<Page<Waiting>>;
  /** The queue of this tenant: what waits, what runs, what has failed for good. */
  readonly jobs: JobsHandle;
  /** Tokens and calls of the language models, by day, role and model. */
  modelUsage(options?: SpanOptions): Promise<ModelUsageRow[]>;
  readonly identities: IdentitiesHandle;
}
