import { OWN_ACTOR } from "../domain/change.ts";
import { invalidArgument, MemoirError } from "../domain/errors.ts";
import type { Settings } from "../domain/settings.ts";
import { createCommands, type HandleCommand } from "../features/chat-commands/run-command.ts";
import { createReach } from "../features/hooks/address.ts";
import { type HookTools, hookJob } from "../features/hooks/deliver.ts";
import { MarkdownKeeper } from "../features/markdown/keeper.ts";
import { createDigests, type Digests } from "../features/summaries/digest/context.ts";
import { expireDaysJob } from "../features/summaries/digest/days.ts";
import { compressJob, timelineJob } from "../features/summaries/timeline/jobs.ts";
import { embedJob } from "../features/upkeep/embed.ts";
import { embedNow, whoseWordsNow } from "../features/upkeep/embed-now.ts";
import { upkeepJobs } from "../features/upkeep/run-task.ts";
import type { JobModule } from "../jobs/run-job.ts";
import type { Runner } from "../jobs/runner.ts";
import { TriggerBus } from "../jobs/triggers.ts";
import type { Embedder } from "../models/embedder.ts";
import type { UsageLedger } from "../models/language/budget.ts";
import { createModelCaller, type ModelCaller, type ModelsByRole } from "../models/language/call.ts";
import type { FeedContext, ReadContext, Reranker } from "../read/shared/request.ts";
import { Indexes } from "../scope-index/indexes.ts";
import type { Store } from "../store/port.ts";
import { quotaOf } from "../store/tables/limits.ts";
import { settingsByTenant } from "../store/tables/policies.ts";
import { tokensSpent } from "../store/tables/statistics.ts";
import { byModel } from "../write/extract/model-extractor.ts";
import { sameFacts } from "../write/extract/same-fact.ts";
import { extractJob } from "../write/extract-job.ts";
import { createTurns, ScopeWriteQueues, scopeKey } from "../write/tools/scope-queue.ts";
import type { WriteTools } from "../write/tools/write-tools.ts";
import { Background, type MemoirListeners } from "./background.ts";
import { closeScopes } from "./closed-scopes.ts";
import { EmbedRequests } from "./embed-requests.ts";
import { removeAllLeftovers } from "./leftovers.ts";
import { createOpLog, type OpLog } from "./op-log.ts";
import { KnownKeys } from "./principals.ts";
import { type WatchedStore, watchWrites } from "./watched-store.ts";

/** The parts of the engine that reads, writes and jobs use. */
interface EngineTools extends ReadContext, WriteTools, FeedContext {
  readonly operations: OpLog;
  readonly caller: ModelCaller;
  readonly digests: Digests;
}

/** The one value that every handle holds, and lends to the reads and writes below it. */
export interface Engine extends EngineTools {
  /** The API keys that were good a moment ago. */
  readonly knownKeys: KnownKeys;
  readonly background: Background;
  readonly hooks: HookTools;
  /** Keeps the files of the settings up to date. */
  readonly markdown: MarkdownKeeper;
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

/** The parts that the tools are made of. */
interface Base {
  readonly store: WatchedStore;
  readonly clock: () => Date;
  readonly work: AcceptedWork;
  readonly closed: AbortSignal;
  readonly triggers: TriggerBus;
  readonly embedRequests: EmbedRequests;
}

/** Builds the parts in order: each is given those before it, and the store tells the last ones of every write. */
export function createEngine(parts: EngineParts): Engine {
  const { settings, embedder, onJob, onError } = parts;
  const closing = new AbortController();
  const work = new AcceptedWork();
  const clock = checkedClock(parts.clock);
  const now = (): number => clock().getTime();
  const store = watchWrites(closeScopes(parts.store, settings));
  const triggers = new TriggerBus({ store, settings, clock, accept: work.accept });
  const embedRequests = new EmbedRequests({ store, embedder, now });
  const closed = closing.signal;
  const tools = createTools(parts, { store, clock, work, closed, triggers, embedRequests });
  const hooks: HookTools = { store, settings, now, reach: createReach(settings.hooks.allow) };
  const jobs = jobsOf(tools, hooks, clock);
  const background = new Background({
    ...{ store, settings, embedder, clock, triggers, embedRequests, jobs, onJob, onError },
  });
  const markdown = new MarkdownKeeper({ tools, closed, onError });
  tellOfWrites(store, { queues: tools.queues, markdown, runner: background.runner });
  if (parts.run) background.start();
  if (!settings.emergencyReadOnly) void work.accept(removeAllLeftovers(store.read, null));
  return {
    ...tools,
    knownKeys: new KnownKeys(),
    background,
    hooks,
    markdown,
    commands: createCommands(tools),
    shut: async () => {
      if (markdown.waits()) await work.settled().then(() => markdown.flush());
      closing.abort();
      await work.settled();
      await background.stop();
      await tools.operations.flush();
      await embedder?.close();
      await store.close();
    },
  };
}

const MEGABYTE = 1_048_576;

function createTools(parts: EngineParts, base: Base): EngineTools {
  const { settings, embedder, reranker, models } = parts;
  const { store, work, closed, triggers, embedRequests } = base;
  const { accept } = work;
  const now = (): number => base.clock().getTime();
  const caller = createModelCaller({ models, settings: settings.models, ledger: storeLedger(store) });
  const use: WriteTools["use"] = () => {
    if (closed.aborted) throw new MemoirError("closed", "This Memoir is closed. Open it again.");
    return store.read;
  };
  const whoseWords: WriteTools["whoseWords"] = (text) => whoseWordsNow(embedder, text);
  const digests = createDigests({ store, settings, caller, now, use, accept, whoseWords, closed });
  const operations = createOpLog(store, settings);
  const changeListeners = new Set<() => void>();
  return {
    store,
    settings,
    tenants: settingsByTenant(store.read, settings),
    indexes: new Indexes(settings.index.maxMegabytes * MEGABYTE),
    embedder,
    reranker,
    caller,
    operations,
    digests,
    ...readersWith(caller, settings, figureCounter(store, now, accept)),
    embed: (text) => embedNow(embedder, text),
    whoseWords,
    countMessages: (scope, messages) => operations.said(scope, messages, now()),
    embedLater: (scope) => embedRequests.add(scope),
    context: contextMaker(settings, embedder !== null, now),
    turnTriggers: triggers.turns,
    now,
    use,
    accept,
    erased: (scope) => {
      digests.erased(scope);
      void accept(removeAllLeftovers(store.read, scope));
    },
    changed: () => {
      for (const listener of changeListeners) listener();
    },
    onChange: (listener) => {
      changeListeners.add(listener);
      return () => changeListeners.delete(listener);
    },
    turns: createTurns(),
    queues: new ScopeWriteQueues(),
    closed,
  };
}

/** What extraction asks a language model for, where there is one. */
function readersWith(
  caller: ModelCaller,
  settings: Settings,
  count: Parameters<typeof byModel>[2],
): Pick<WriteTools, "extractor" | "ask"> {
  if (!caller.has("extract")) return { extractor: null };
  return {
    extractor: byModel(caller, settings, count),
    ask: (pairs, tenant, signal) => sameFacts(caller, tenant, pairs, signal),
  };
}

/** Figures are worth no error. */
function figureCounter(
  store: Store,
  now: () => number,
  accept: WriteTools["accept"],
): Parameters<typeof byModel>[2] {
  return (tenant, figures) =>
    void accept(store.write("countFigures", { tenant, at: now(), figures }).catch(() => undefined));
}

function contextMaker(settings: Settings, embeds: boolean, now: () => number): WriteTools["context"] {
  return (scope, reason, acting) => {
    const categories = acting?.access.categories ?? null;
    return {
      scope,
      at: now(),
      actor: acting?.actor ?? OWN_ACTOR,
      reason,
      audit: settings.audit === "full",
      keepChanges: settings.changes.keep,
      embeds,
      quota: quotaOf(settings),
      bands: settings.strength,
      ...(categories === null ? {} : { categories }),
    };
  };
}

function jobsOf(tools: EngineTools, hooks: HookTools, clock: () => Date): JobModule[] {
  const { store, embedder, settings, now } = tools;
  return [
    extractJob(tools),
    ...(embedder === null ? [] : [embedJob({ store, embedder, now })]),
    ...upkeepJobs(tools),
    compressJob(tools),
    timelineJob(tools),
    expireDaysJob(store, clock, settings.digest.retentionDays),
    hookJob(hooks),
  ];
}

/** The parts that follow the writes of this process. */
interface WriteFollowers {
  readonly queues: ScopeWriteQueues;
  readonly markdown: MarkdownKeeper;
  readonly runner: Runner;
}

/**
 * After a write, claims that wait are not decided in vain, jobs that it queued begin at once, and the scope's file is
 * written.
 */
function tellOfWrites(store: WatchedStore, { queues, markdown, runner }: WriteFollowers): void {
  store.onWrite(({ scope, isWritten, has }) => {
    // A write that failed may have been one against an old state of the scope.
    if (scope !== null && !has("apart")) queues.moved(scopeKey(scope));
    if (!isWritten) return;
    if (scope !== null && has("memories")) markdown.touched(scope);
    if (has("enqueues")) runner.wake();
  });
}

/** The host's clock, which must tell a time. */
function checkedClock(clock: () => Date): () => Date {
  return () => {
    const at = clock();
    if (at instanceof Date && !Number.isNaN(at.getTime())) return at;
    throw invalidArgument("The now() you gave returned no valid date.");
  };
}

/** Work that was accepted; closing waits for it. */
class AcceptedWork {
  readonly #running = new Set<Promise<unknown>>();

  readonly accept = <T>(work: Promise<T>): Promise<T> => {
    this.#running.add(work);
    const end = (): boolean => this.#running.delete(work);
    work.then(end, end);
    return work;
  };

  async settled(): Promise<void> {
    await Promise.allSettled(this.#running);
  }
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
