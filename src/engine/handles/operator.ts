import { withOptionChecks } from "../../api/calls/index.ts";
import type { OperatorHandle } from "../../api/operator.ts";
import type { Transfers } from "../../api/transfers.ts";
import { checkFlag, checkNames, checkOptions, checkSignal, checkWhole } from "../../domain/arguments.ts";
import { parseScope, type ScopeInput } from "../../domain/scope.ts";
import { checkId, checkOptionalId } from "../../domain/text.ts";
import { exportLines } from "../../features/transfer/export.ts";
import { importForeign } from "../../features/transfer/foreign/import.ts";
import { importLines } from "../../features/transfer/import.ts";
import { embedScope } from "../../features/upkeep/embed.ts";
import { type JobQueue, jobQueue } from "../../jobs/queue.ts";
import { identitiesOf } from "../../read/views/account-names.ts";
import { review } from "../../read/views/review-queue.ts";
import {
  dailyFigures,
  isTenantReadOnly,
  modelUsage,
  operationCounts,
  statsOf,
} from "../../read/views/stats.ts";
import { searchTenant } from "../../read/views/tenant-search.ts";
import type { BegunRequest, EndRequestArgs } from "../../store/writes/requests.ts";
import type { Engine } from "../engine.ts";
import { hooksHandle } from "./hooks.ts";
import { peopleHandle } from "./people.ts";
import { keysHandle, policyHandle, upkeepHandle } from "./tenant-admin.ts";
import { tenantChanges, tenantEvents, tenantMemories } from "./tenant-view.ts";
import { tuningHandle } from "./tuning.ts";

/** The further methods of an engine's operator. */
export interface EngineOperator extends OperatorHandle {
  /** For a server of your own: requests that carry an idempotency key. */
  readonly requests: RequestsHandle;
  readonly jobs: JobQueue;
  /**
   * Makes the vectors that a scope lacks now, and not in the background, where it lacks few. Gives the number of texts;
   * `null` = it lacks more than `most`, so nothing was done. Fails where the embedder does.
   */
  embed(scope: ScopeInput, options?: EmbedOptions): Promise<number | null>;
  /**
   * Drops a scope with everything in it, as if it had never been there; `false` = there is no such scope. For a sample or
   * a test: what a person asks to forget is forgotten with `forget()`, which keeps it from being learned again.
   */
  dropScope(scope: ScopeInput): Promise<boolean>;
}

export interface EmbedOptions {
  /** Most passages. Default: 500. */
  most?: number;
  signal?: AbortSignal;
  /** Called after each round with how many texts are done, of how many. */
  onProgress?: (done: number, all: number) => void;
}

export function operatorHandle(engine: Engine, tenantName: string): EngineOperator {
  const tenant = checkId(tenantName, "tenant");
  const handle: EngineOperator = {
    tenant,
    memories: tenantMemories(engine, tenant),
    events: tenantEvents(engine, tenant),
    ...tenantChanges(engine, tenant),
    search: (query, options) => searchTenant(engine, tenant, query, options),
    review: (options) => review(engine, { tenant, access: { agent: null, categories: null } }, null, options),
    ...statisticsOf(engine, tenant),
    ...scopeWritesOf(engine, tenant),
    ...transfersOf(engine, tenant),
    policy: policyHandle(engine, tenant),
    tuning: tuningHandle(engine, tenant),
    people: peopleHandle(engine, tenant),
    keys: keysHandle(engine, tenant),
    hooks: hooksHandle(engine, tenant),
    requests: requestsHandle(engine, tenant),
    jobs: withOptionChecks(
      "jobs",
      jobQueue(engine.store, tenant, () => new Date(engine.now())),
    ) as JobQueue,
    upkeep: upkeepHandle(engine, tenant),
    identities: identitiesHandle(engine, tenant),
  };
  return withOptionChecks("operator", handle) as EngineOperator;
}

function statisticsOf(
  engine: Engine,
  tenant: string,
): Pick<OperatorHandle, "stats" | "operations" | "figures" | "modelUsage"> {
  return {
    async stats(options) {
      await engine.operations.flush();
      return statsOf(engine, tenant, options);
    },

    async operations(span) {
      await engine.operations.flush();
      return operationCounts(engine, tenant, span);
    },

    async figures(span) {
      await engine.operations.flush();
      return dailyFigures(engine, tenant, span);
    },

    modelUsage: async (span) => modelUsage(engine, tenant, span),
  };
}

/** Writes that concern a tenant or one of its scopes as a whole. */
function scopeWritesOf(
  engine: Engine,
  tenant: string,
): Pick<EngineOperator, "readOnly" | "scopeWrites" | "embed" | "dropScope"> {
  return {
    async readOnly(on) {
      engine.use();
      if (on !== undefined) {
        const readOnly = checkFlag(on, "readOnly");
        await engine.store.write("switchReadOnly", { tenant, readOnly, at: engine.now() });
      }
      return isTenantReadOnly(engine, tenant);
    },

    async scopeWrites(scope, enabled) {
      engine.use();
      await engine.store.write("switchScopeWrites", {
        scope: parseScope(scope, tenant),
        enabled: checkFlag(enabled, "enabled"),
        at: engine.now(),
      });
    },

    async embed(scope, options) {
      engine.use();
      const embedOptions = checkOptions(options, "embed()");
      checkNames(embedOptions, ["most", "signal", "onProgress"], "embed()");
      const { store, embedder, now } = engine;
      if (embedder === null) return 0;
      const most = checkWhole(embedOptions.most ?? 500, "most", 1, 1_000_000);
      const { onProgress = () => undefined } = embedOptions;
      const bounds = { most, signal: checkSignal(embedOptions.signal), onProgress };
      return engine.accept(embedScope({ store, embedder, now }, parseScope(scope, tenant), bounds));
    },

    async dropScope(scope) {
      engine.use();
      return engine.accept(engine.store.write("dropScope", { scope: parseScope(scope, tenant) }));
    },
  };
}

function identitiesHandle(engine: Engine, tenant: string): OperatorHandle["identities"] {
  return withOptionChecks("identities", {
    async set({ account, person, name }) {
      engine.use();
      const identity = {
        account: checkId(account, "account"),
        person: checkId(person, "person"),
        name: checkOptionalId(name, "name"),
      };
      await engine.store.write("identify", { tenant, identity, at: engine.now() });
    },
    async remove(account) {
      engine.use();
      return engine.store.write("unidentify", { tenant, account: checkId(account, "account") });
    },
    list: async () => identitiesOf(engine, tenant),
  });
}

/**
 * Identifies a request: its owner, its idempotency key, and its content. Hashed where the value could reveal something.
 */
export interface RequestKey {
  readonly caller: string;
  readonly name: string;
}

/** For transports: a repeated request must not be carried out twice. Answers are kept for `retention.answerHours`. */
export interface RequestsHandle {
  /** Says whether to carry it out. A request without an answer after a minute may be repeated if that is `harmless`. */
  begin(which: RequestKey, request: string, options: { harmless: boolean }): Promise<BegunRequest>;
  /** Says what came of it. */
  end(which: RequestKey, outcome: EndRequestArgs["outcome"]): Promise<void>;
}

const WAIT_MS = 60_000;
const HOUR = 3_600_000;

export function requestsHandle(engine: Engine, tenant: string): RequestsHandle {
  const checked = ({ caller, name }: RequestKey): RequestKey & { tenant: string } => {
    engine.use();
    return { tenant, caller: checkId(caller, "caller"), name: checkId(name, "name") };
  };
  return {
    begin: async (which, request, { harmless }) =>
      engine.store.write("beginRequest", {
        ...checked(which),
        request: checkId(request, "request"),
        at: engine.now(),
        waitMs: WAIT_MS,
        keepMs: engine.settings.retention.answerHours * HOUR,
        harmless,
      }),
    end: async (which, outcome) => engine.store.write("endRequest", { ...checked(which), outcome }),
  };
}

function transfersOf(engine: Engine, tenant: string): Transfers {
  return {
    export: (options) => {
      engine.use();
      return exportLines(engine, tenant, options);
    },
    importForeign: async (format, source, options) => {
      engine.use();
      const report = await engine.accept(importForeign(engine, tenant, { format, source }, options));
      for (const { scope } of report.scopes) engine.embedLater(parseScope(scope, tenant));
      return report;
    },
    import: async (source, options) => {
      engine.use();
      return engine.accept(importLines(engine, tenant, source, options));
    },
  };
}
