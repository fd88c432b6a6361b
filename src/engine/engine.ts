import type { Access } from "../domain/allowlist.ts";
import { MemoirError } from "../domain/errors.ts";
import type { Scope } from "../domain/scope.ts";
import type { Settings } from "../domain/settings.ts";
import type { Embedder } from "../models/embedder.ts";
import { createModelCaller, type ModelCaller, type ModelsByRole } from "../models/language/call.ts";
import type { Reranker } from "../read/reranker.ts";
import { Indexes } from "../scope-index/indexes.ts";
import type { Store } from "../store/port.ts";
import type { Quota } from "../store/quota.ts";
import { type SettingsByTenant, settingsByTenant } from "../store/tenant-settings.ts";
import type { Reader } from "../store/tx.ts";
import type { WriteContext } from "../store/writes/context.ts";
import { embedNow } from "../upkeep/embed-now.ts";
import { sameFacts } from "../write/extract/same-fact.ts";
import { byModel } from "../write/extract.ts";
import { extractPending } from "../write/pipeline.ts";
import { createReader } from "../write/reader/reader.ts";
import { createTurns } from "../write/turns.ts";
import type { WriteTools } from "../write/write-tools.ts";
import { type Background, createBackground } from "./background.ts";
import { storeLedger } from "./model-ledger.ts";
import { createOpLog, type OpLog } from "./op-log.ts";
import { KnownKeys } from "./principals.ts";

/** What the handles share: the store, the settings, the clock, and whether all this is still open. */
export interface Engine {
  readonly store: Store;
  /** What the engine was opened with. */
  readonly settings: Settings;
  /** The same under each tenant's newest policies. */
  readonly tenants: SettingsByTenant;
  /** Counts what was looked for. */
  readonly operations: OpLog;
  readonly embedder: Embedder | null;
  readonly reranker: Reranker | null;
  readonly indexes: Indexes;
  /** The API keys that were good a moment ago. */
  readonly knownKeys: KnownKeys;
  readonly background: Background;
  readonly caller: ModelCaller;
  /** What the write pipeline works with. */
  readonly writing: WriteTools;
  /** How many messages were passed over because they took too long to read. */
  unread(): number;
  now(): Date;
  /** Throws `closed` once the engine is closed. */
  use(): Reader;
  /** Work that was accepted; closing waits for it. */
  accept<T>(work: Promise<T>): Promise<T>;
  /** Wakes the change feeds of this process. */
  changed(): void;
  onChange(listener: () => void): () => void;
  readonly closed: AbortSignal;
}

export interface EngineParts {
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

export function createEngine(parts: EngineParts): Engine & { shut(): Promise<void> } {
  const { settings, embedder, reranker, clock } = parts;
  const indexes = new Indexes(settings.index.maxMegabytes * MEGABYTE);
  const listeners = new Set<() => void>();
  const closing = new AbortController();
  const accepted = new Set<Promise<unknown>>();
  const now = (): Date => {
    const at = clock();
    if (!(at instanceof Date) || Number.isNaN(at.getTime()))
      throw new MemoirError("invalid_argument", "The now() you gave returned no valid date.");
    return at;
  };
  const caller = createModelCaller({
    models: parts.models,
    settings: settings.models,
    ledger: storeLedger(parts.store),
  });
  const changed = (): void => {
    for (const listener of listeners) listener();
  };
  const background = createBackground({
    ...parts,
    now,
    extract: (scope, signal) => extractPending(writing, scope, signal),
    context: (scope, reason) => writing.context(scope, reason),
  });
  const { store } = background;
  const operations = createOpLog(store, settings);
  let unread = 0;
  const writing: WriteTools = {
    store,
    indexes,
    settings,
    reader: createReader(closing.signal),
    extractor: caller.has("extract") ? byModel(caller, settings) : null,
    ...(caller.has("extract")
      ? { ask: (pairs, tenant, signal) => sameFacts(caller, tenant, pairs, signal) }
      : {}),
    embed: (text) => embedNow(embedder, text),
    context: (scope, reason) => contextOf(settings, embedder, scope, now().getTime(), "memoir", reason),
    now: () => now().getTime(),
    passedOver: () => {
      unread += 1;
    },
    changed,
    turns: createTurns(),
  };
  return {
    store,
    settings,
    tenants: settingsByTenant(store.read, settings),
    operations,
    embedder,
    reranker,
    indexes,
    knownKeys: new KnownKeys(),
    background,
    caller,
    writing,
    unread: () => unread,
    now,
    use: () => {
      if (closing.signal.aborted) throw new MemoirError("closed", "This Memoir is closed. Open it again.");
      return store.read;
    },
    accept: (work) => {
      accepted.add(work);
      const done = (): boolean => accepted.delete(work);
      work.then(done, done);
      return work;
    },
    changed,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    closed: closing.signal,
    shut: async () => {
      closing.abort();
      await Promise.allSettled(accepted);
      await background.stop();
      await writing.reader.close();
      await operations.flush();
      await embedder?.close();
      await store.close();
    },
  };
}

/** Who acts through a handle: the name for the history, and what that one may touch. */
export interface Acting {
  readonly actor: string;
  readonly access: Access;
}

/** The context that every write of a handle carries. */
export function writeContext(
  engine: Engine,
  scope: Scope,
  { actor, access: { categories } }: Acting,
  reason: string,
): WriteContext {
  const context = contextOf(engine.settings, engine.embedder, scope, engine.now().getTime(), actor, reason);
  return categories === null ? context : { ...context, categories };
}

/** In bytes; `undefined` where nothing is limited. */
export function quotaOf({ events }: Settings): Quota | undefined {
  const { maxMegabytesPerScope: scope, maxMegabytesPerTenant: tenant } = events;
  if (scope === null && tenant === null) return undefined;
  const bytes = (megabytes: number | null): number | null =>
    megabytes === null ? null : megabytes * MEGABYTE;
  return { scope: bytes(scope), tenant: bytes(tenant) };
}

function contextOf(
  settings: Settings,
  embedder: Embedder | null,
  scope: Scope,
  at: number,
  actor: string,
  reason: string,
): WriteContext {
  return {
    scope,
    at,
    actor,
    reason,
    audit: settings.audit === "full",
    keepChanges: settings.changes.keep,
    embeds: embedder !== null,
    quota: quotaOf(settings),
  };
}
