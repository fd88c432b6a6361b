import { withOptionChecks } from "../../api/calls/index.ts";
import type { CheckpointsHandle } from "../../api/checkpoints.ts";
import type { DocumentsHandle, DocumentsOptions } from "../../api/documents.ts";
import type { Memoir } from "../../api/memoir.ts";
import type { ScopeHandle } from "../../api/scope.ts";
import type { Unread } from "../../api/stats.ts";
import type { Principal } from "../../domain/api-key.ts";
import { checkList, checkNames, checkOptions } from "../../domain/arguments.ts";
import { account, resolveOrigin } from "../../domain/identity.ts";
import { parseScope, type ScopeInput } from "../../domain/scope.ts";
import type { Settings } from "../../domain/settings.ts";
import { checkId, checkOptionalId } from "../../domain/text.ts";
import { checkpointsHandle } from "../../features/checkpoints/checkpoints.ts";
import { documentsHandle } from "../../features/documents/documents.ts";
import type { EmbedderState } from "../../models/embedder.ts";
import { namesOfAccounts, personOf } from "../../read/views/account-names.ts";
import { changes } from "../../read/views/changes.ts";
import { tenantUnread } from "../../read/views/stats.ts";
import { checkIntegrity, type IntegrityProblem } from "../../store/integrity.ts";
import type { StoreInfo } from "../../store/port.ts";
import type { Engine } from "../engine.ts";
import { type MemoirOptions, openEngine } from "../open.ts";
import { authenticate, redeem, type Session } from "../principals.ts";
import { type EngineOperator, operatorHandle } from "./operator.ts";
import { scopeHandle } from "./scope.ts";

/** One engine over one database. */
export interface MemoirEngine extends Memoir {
  readonly settings: Settings;
  operator(tenant?: string): EngineOperator;
  /** The states and checkpoints of agent threads. */
  readonly checkpoints: CheckpointsHandle;
  /** The JSON documents of a scope. */
  documents(options?: DocumentsOptions): DocumentsHandle;
  /**
   * The owner and rights of an API key; `null` if the key is not valid, for any reason. Cheap enough for every request:
   * a verified key is trusted for two seconds, so a key revoked by another process works that much longer.
   */
  authenticate(key: string): Promise<Principal | null>;
  /** Exchanges the token of `operator().keys.login()` for the key of a session; `null` when it opens nothing. */
  redeem(token: string): Promise<Session | null>;
  /** Resolves when the models are loaded; rejects with the reason when they cannot be. Nobody has to wait for it. */
  ready(): Promise<void>;
  /** Runs the jobs that are ready, and resolves when none is left. For scripts and tests; a server need not. */
  work(): Promise<void>;
  /** How the models are doing. */
  models(): ModelStates;
  /** How far reading is behind what was observed in a tenant. Default: the tenant `"default"`. */
  behind(tenant?: string): Promise<Unread>;
  info(): Promise<StoreInfo>;
  /** Looks for rows that do not agree with each other. An empty list is a healthy database. */
  check(): Promise<IntegrityProblem[]>;
  /**
   * Databases keep erased rows in the free space of their files. This rewrites all tables (`VACUUM`), during which nobody
   * else writes them, or on PostgreSQL reads them, and says how many.
   */
  rewrite(): Promise<number>;
}

export interface ModelStates {
  readonly embedder: (EmbedderState & { readonly models: readonly string[] }) | null;
  /** Each language model by its id, and whether it answers. */
  readonly language: ReadonlyMap<string, string>;
}

/** Opens an engine; creates the database when there is none. */
export async function openMemoir(options?: MemoirOptions): Promise<MemoirEngine> {
  const { engine, preset } = await openEngine(options);
  const { settings, embedder } = engine;
  const close = (): Promise<void> => engine.shut();

  const memoir: MemoirEngine = {
    preset,
    settings,
    scope: (scope, within) => {
      const scopeOptions = checkOptions(within, "scope()");
      return scopeHandle(engine, parseScope(scope, scopeOptions.tenant), scopeOptions);
    },

    scopeFor: (origin, within) => scopeForOrigin(engine, origin, within),

    async names(accountIds, where) {
      const { tenant, scope } = checkOptions(where, "names()");
      const within = parseScope(scope ?? "global", tenant);
      const accounts = Array.from(checkList(accountIds, "accounts"), (item, i) =>
        checkId(item, `accounts[${i}]`),
      );
      return namesOfAccounts(engine, within.tenant, scope === undefined ? null : within, accounts);
    },

    changes: (changesOptions) => changes(engine, changesOptions),
    operator: (tenant) => operatorHandle(engine, parseScope("global", tenant).tenant),
    checkpoints: checkpointsHandle(engine),
    documents: (within) => {
      const { scope = "global", tenant } = checkOptions(within, "documents()");
      checkNames(within ?? {}, ["scope", "tenant"], "documents()");
      return documentsHandle(engine, parseScope(scope, tenant));
    },
    authenticate: (key) => authenticate(engine, key),
    redeem: (token) => redeem(engine, token),
    ready: async () => {
      engine.use();
      await embedder?.ready();
    },
    work: async () => {
      engine.use();
      await engine.background.drain();
      await engine.markdown.flush();
    },
    behind: async (tenant) => tenantUnread(engine, parseScope("global", tenant).tenant),
    models: () => modelStates(engine),
    info: async () => {
      engine.use();
      return engine.store.info();
    },
    check: async () => checkIntegrity(engine.use()),
    rewrite: async () => {
      engine.use();
      return engine.accept(engine.store.rewrite());
    },
    close,
    [Symbol.asyncDispose]: close,
  };
  return withOptionChecks("memoir", memoir) as MemoirEngine;
}

function modelStates({ embedder, caller }: Engine): ModelStates {
  return {
    embedder:
      embedder === null ? null : { ...embedder.state(), models: embedder.models.map((model) => model.id) },
    language: caller.states(),
  };
}

/** The scope of a message's origin, under the person that its account belongs to. */
async function scopeForOrigin(
  engine: Engine,
  ...[from, within]: Parameters<MemoirEngine["scopeFor"]>
): Promise<ScopeHandle> {
  const origin = checkOptions(from, "scopeFor()");
  checkNames(origin, ["platform", "userId", "groupId", "umo"], "scopeFor()");
  const scopeOptions = checkOptions(within, "scopeFor()");
  const { tenant } = parseScope("global", scopeOptions.tenant);
  const agent = checkOptionalId(scopeOptions.agent, "agent");
  const ownAccount = origin.userId == null ? undefined : account(origin.platform, origin.userId);
  const person = ownAccount === undefined ? undefined : await personOf(engine, tenant, ownAccount);
  const { primary, legacy } = resolveOrigin(origin, engine.settings.identity, () => person, agent);
  const also = [...legacy, ...checkList(scopeOptions.legacy ?? [], "legacy")] as ScopeInput[];
  return scopeHandle(engine, parseScope(primary, tenant), { ...scopeOptions, legacy: also });
}
