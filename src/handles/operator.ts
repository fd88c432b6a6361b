import { checkFlag, checkOptions } from "../domain/arguments.ts";
import { parseScope, type ScopeInput } from "../domain/scope.ts";
import { checkId, checkOptionalId, checkTime } from "../domain/text.ts";
import type { Engine } from "../engine/engine.ts";
import { type JobQueue, jobQueue } from "../jobs/queue.ts";
import type { Page } from "../read/page.ts";
import { type Stats, type StatsOptions, statsOf } from "../read/stats.ts";
import { type SearchOptions, searchTenant, type TenantHit } from "../read/tenant-search.ts";
import { type ReviewOptions, review, type Waiting } from "../read/waiting.ts";
import { type Identity, listIdentities } from "../store/identities.ts";
import { listUsage, type ModelUsageRow } from "../store/model-usage.ts";
import { countOps, type OpCount } from "../store/op-events.ts";
import { isReadOnly } from "../store/scopes.ts";
import { type KeysHandle, keysOf } from "./keys.ts";
import { type PolicyHandle, policyOf } from "./policy.ts";
import { type RequestsHandle, requestsOf } from "./requests.ts";
import { type TenantEvents, type TenantMemories, tenantEvents, tenantMemories } from "./tenant-view.ts";
import { type Transfers, transfersOf } from "./transfers.ts";

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
  /** Counts of what the engine did, by node, op and status (R291). */
  operations(options?: {
    since?: Date | string | number;
    until?: Date | string | number;
  }): Promise<OpCount[]>;
  /** Stops (or allows) every write of this tenant in every process; without an argument says how it stands. */
  readOnly(on?: boolean): Promise<boolean>;
  /** Switches writes to one scope on or off (R67). */
  scopeWrites(scope: ScopeInput, enabled: boolean): Promise<void>;
  /** What gates this tenant's writes and bounds its reads, in versions. */
  readonly policy: PolicyHandle;
  /** The keys that open this tenant to a door. */
  readonly keys: KeysHandle;
  /** For a door of your own: requests that carry an idempotency key. */
  readonly requests: RequestsHandle;
  /** What waits for a person, in all scopes: pending memories, the profiles' proposals, then what is only kept apart. */
  review(options?: ReviewOptions): Promise<Page<Waiting>>;
  /** The queue of this tenant: what waits, what runs, what has failed for good. */
  readonly jobs: JobQueue;
  /** Tokens and calls of the language models, by day, role and model. */
  modelUsage(options?: {
    since?: Date | string | number;
    until?: Date | string | number;
  }): Promise<ModelUsageRow[]>;
  readonly identities: {
    /** Says who is behind a platform account (`"discord:123"`), and how to call them in prompts. */
    set(identity: { account: string; person: string; name?: string }): Promise<void>;
    remove(account: string): Promise<boolean>;
    list(): Promise<Identity[]>;
  };
}

export function operatorHandle(engine: Engine, tenantName: string): OperatorHandle {
  const tenant = checkId(tenantName, "tenant");
  const at = engine.now;
  return {
    tenant,

    stats: (options) => statsOf(engine, tenant, options),

    memories: tenantMemories(engine, tenant),
    events: tenantEvents(engine, tenant),
    search: (query, options) => searchTenant(engine, tenant, query, options),

    async operations(options) {
      const { since, until } = checkOptions(options, "operations()");
      await engine.operations.flush();
      return countOps(
        engine.use(),
        tenant,
        since === undefined ? Number.MIN_SAFE_INTEGER : checkTime(since, "since"),
        until === undefined ? Number.MAX_SAFE_INTEGER : checkTime(until, "until"),
      );
    },

    async readOnly(on) {
      engine.use();
      if (on !== undefined) {
        const readOnly = checkFlag(on, "readOnly");
        await engine.store.write("switchReadOnly", { tenant, readOnly, at: at() });
      }
      return isReadOnly(engine.use(), tenant);
    },

    async scopeWrites(scope, enabled) {
      engine.use();
      const args = { scope: parseScope(scope, tenant), enabled: checkFlag(enabled, "enabled"), at: at() };
      await engine.store.write("switchScopeWrites", args);
    },

    ...transfersOf(engine, tenant),

    policy: policyOf(engine, tenant),

    keys: keysOf(engine, tenant),

    requests: requestsOf(engine, tenant),

    review: (options) => review(engine, tenant, null, options, { agent: null, categories: null }),

    jobs: jobQueue(engine.store, tenant, () => new Date(engine.now())),

    modelUsage: (options) => {
      const { since, until } = checkOptions(options, "modelUsage()");
      const day = (at: Date | string | number, name: string): string =>
        new Date(checkTime(at, name)).toISOString().slice(0, 10);
      return listUsage(
        engine.use(),
        tenant,
        since === undefined ? "0000-00-00" : day(since, "since"),
        until === undefined ? "9999-99-99" : day(until, "until"),
      );
    },

    identities: {
      async set(given) {
        engine.use();
        const { account, person, name } = checkOptions(given, "identities.set()");
        const identity = {
          account: checkId(account, "account"),
          person: checkId(person, "person"),
          name: checkOptionalId(name, "name"),
        };
        await engine.store.write("identify", { tenant, identity, at: at() });
      },
      async remove(account) {
        engine.use();
        return engine.store.write("unidentify", { tenant, account: checkId(account, "account") });
      },
      list: async () => listIdentities(engine.use(), tenant),
    },
  };
}
