import { invalidArgument, MemoirError } from "../domain/errors.ts";
import type { Scope } from "../domain/scope.ts";
import type { Settings } from "../domain/settings.ts";
import { createCommands, type HandleCommand } from "../features/chat-commands/handle.ts";
import { createReach } from "../features/hooks/address.ts";
import { type HookTools, hookJob } from "../features/hooks/deliver.ts";
import { createMarkdownKeeper, type MarkdownKeeper } from "../features/markdown/keeper.ts";
import { createDigests, type Digests } from "../features/summaries/digest/context.ts";
import { expireDaysJob } from "../features/summaries/digest/days.ts";
import { compressJob, timelineJob } from "../features/summaries/timeline/jobs.ts";
import { embedJob } from "../features/upkeep/embed.ts";
import { embedNow, whoseWordsNow } from "../features/upkeep/embed-now.ts";
import { upkeepJobs } from "../features/upkeep/run-task.ts";
import { wakeOnEnqueue } from "../jobs/runner.ts";
import type { Embedder } from "../models/embedder.ts";
import type { UsageLedger } from "../models/language/budget.ts";
import { createModelCaller, type ModelCaller, type ModelsByRole } from "../models/language/call.ts";
import type { FeedContext, ReadContext, Reranker } from "../read/shared/request.ts";
import { Indexes } from "../scope-index/indexes.ts";
import type { Store } from "../store/port.ts";
import { quotaOf } from "../store/tables/limits.ts";
import { settingsByTenant } from "../store/tables/policies.ts";
import { tokensSpent } from "../store/tables/statistics.ts";
import { hasTrait } from "../store/writes/index.ts";
import { byModel } from "../write/extract/model-extractor.ts";
import { sameFacts } from "../write/extract/same-fact.ts";
import { extractJob } from "../write/extract-job.ts";
import { createTurns, Lanes, laneName } from "../write/tools/scope-queue.ts";
import type { WriteTools } from "../write/tools/write-tools.ts";
import { type Background, createBackground, type MemoirListeners } from "./background.ts";
import { closeScopes } from "./closed-scopes.ts";
import { removeAllLeftovers } from "./leftovers.ts";
import { createOpLog, type OpLog } from "./op-log.ts";
import { KnownKeys } from "./principals.ts";

/** The one value that every handle holds, and lends to the reads and writes below it. */
export interface Engine extends ReadContext, WriteTools, FeedContext {
  readonly operations: OpLog;
  /** The API keys that were good a moment ago. */
  readonly knownKeys: KnownKeys;
  readonly background: Background;
  readonly hooks: HookTools;
  readonly caller: ModelCaller;
  /** Keeps the files of the settings up to date. */
  readonly markdown: MarkdownKeeper;
  readonly digests: Digests;
  readonly commands: HandleCommand;
  /** Finishes what was accepted and lets go of the database. */
  shut(): Promise<void>;
}

export interface EngineParts extends MemoirListeners {
  store: Store;
  settings: Settings;
  embedder: Embedder | null;
  reranker: Reranker | null;
  models: ModelsByRole;
  /** Run jobs in this process. */
  run: boolean;
  clock: () => Date;
}

const MEGABYTE = 1_048_576;

export function createEngine(parts: EngineParts): Engine {
  const { settings, embedder, reranker } = parts;
  const indexes = new Indexes(settings.index.maxMegabytes * MEGABYTE);
  const listeners = new Set<() => void>();
  const closing = new AbortController();
  const accepted = new Set<Promise<unknown>>();
  const clock = (): Date => {
    const at = parts.clock();
    if (!(at instanceof Date) || Number.isNaN(at.getTime()))
      throw invalidArgument("The now() you gave returned no valid date.");
    return at;
  };
  const now = (): number => clock().getTime();
  // Every write of this process goes through this store, so that jobs it queues are begun at once.
  const lanes = new Lanes();
  const notifyingStore = tellChanges(closeScopes(parts.store, settings), lanes, () => markdown);
  const store = wakeOnEnqueue(notifyingStore, () => background.runner.wake());
  const markdown = createMarkdownKeeper(() => engine, settings, closing.signal, parts.onError);
  const caller = createModelCaller({
    models: parts.models,
    settings: settings.models,
    ledger: storeLedger(store),
  });
  const context: Engine["context"] = (scope, reason, acting) => {
    const categories = acting?.access.categories ?? null;
    return {
      scope,
      at: now(),
      actor: acting?.actor ?? "memoir",
      reason,
      audit: settings.audit === "full",
      keepChanges: settings.changes.keep,
      embeds: embedder !== null,
      quota: quotaOf(settings),
      bands: settings.strength,
      ...(categories === null ? {} : { categories }),
    };
  };
  const accept: Engine["accept"] = (work) => {
    accepted.add(work);
    const done = (): boolean => accepted.delete(work);
    work.then(done, done);
    return work;
  };
  const hooks: HookTools = { store, settings, now, reach: createReach(settings.hooks.allow) };
  const background = createBackground({
    store,
    settings,
    embedder,
    run: parts.run,
    onJob: parts.onJob,
    onError: parts.onError,
    now: clock,
    accept,
    jobs: [
      extractJob(() => engine),
      ...(embedder === null ? [] : [embedJob({ store, embedder, now })]),
      ...upkeepJobs(settings, () => engine),
      compressJob(() => engine),
      timelineJob(() => engine),
      expireDaysJob(store, clock, settings.digest.retentionDays),
      hookJob(hooks),
    ],
  });
  const operations = createOpLog(store, settings);
  /** Figures are worth no error. */
  const count = (tenant: string, figures: Readonly<Record<string, number>>): void => {
    const counted = store.write("countFigures", { tenant, at: now(), figures }).catch(() => undefined);
    void engine.accept(counted);
  };
  const use: Engine["use"] = () => {
    if (closing.signal.aborted) throw new MemoirError("closed", "This Memoir is closed. Open it again.");
    return store.read;
  };
  const whoseWords: Engine["whoseWords"] = (text) => whoseWordsNow(embedder, text);
  const digests = createDigests({
    ...{ store, settings, caller, now, use, accept, whoseWords, closed: closing.signal },
  });
  const engine: Engine = {
    store,
    settings,
    tenants: settingsByTenant(store.read, settings),
    operations,
    embedder,
    reranker,
    indexes,
    knownKeys: new KnownKeys(),
    background,
    hooks,
    caller,
    markdown,
    extractor: caller.has("extract") ? byModel(caller, settings, count) : null,
    ...(caller.has("extract")
      ? { ask: (pairs, tenant, signal) => sameFacts(caller, tenant, pairs, signal) }
      : {}),
    embed: (text) => embedNow(embedder, text),
    whoseWords,
    said: (scope, messages) => operations.said(scope, messages, now()),
    embedLater: (scope) => background.touched(scope),
    context,
    turnTriggers: background.triggers.turns,
    now,
    use,
    accept,
    digests,
    commands: (origin, message, signal) => commands(origin, message, signal),
    erased: (scope) => {
      digests.erased(scope);
      void accept(removeAllLeftovers(store.read, scope));
    },
    changed: () => {
      for (const listener of listeners) listener();
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    turns: createTurns(),
    lanes,
    closed: closing.signal,
    shut: async () => {
      if (markdown.waits()) await Promise.allSettled(accepted).then(() => markdown.flush());
      closing.abort();
      await Promise.allSettled(accepted);
      await background.stop();
      await operations.flush();
      await embedder?.close();
      await store.close();
    },
  };
  const commands = createCommands(engine);
  if (!settings.emergencyReadOnly) void accept(removeAllLeftovers(store.read, null));
  return engine;
}

/** The store that tells what this process changes: the lanes, so that no claim is decided in vain, and the keeper of files. */
function tellChanges(store: Store, lanes: Lanes, keeper: () => MarkdownKeeper): Store {
  return {
    ...store,
    write: (name, args, options) => {
      const written = store.write(name, args, options);
      const scope = scopeIn(args);
      if (scope === undefined || scope === null) return written;
      const moved = (): void => lanes.moved(laneName(scope));
      if (!hasTrait(name, "apart")) written.then(moved, moved);
      const touched = (): void => keeper().touched(scope);
      if (hasTrait(name, "memories")) written.then(touched, () => undefined);
      return written;
    },
  };
}

/** The scope whose memories a write changes; an upkeep job's write is inside its step. */
function scopeIn(args: unknown): Scope | null | undefined {
  const { scope, effect } = args as { scope?: Scope | null; effect?: { args?: { scope?: Scope } } | null };
  return scope ?? effect?.args?.scope;
}

/** Keeps the usage of models in the database, where every process on it finds it. */
export function storeLedger(store: Pick<Store, "read" | "write">): UsageLedger {
  return {
    spent: (tenant, day, role) => tokensSpent(store.read, tenant, day, role),
    async add({ tenant, day, role, model, calls, failures, inputTokens, outputTokens }) {
      const usage = { day, role, model, calls, failures };
      await store.write("addModelUsage", {
        tenant,
        usage: { ...usage, input_tokens: inputTokens, output_tokens: outputTokens },
      });
    },
  };
}
