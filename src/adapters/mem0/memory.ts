/// <reference lib="esnext.disposable" preserve="true" />
import {
  checkFlag,
  checkNames,
  checkOptions,
  checkWhole,
  isRecord,
  withoutUndefined,
} from "../../domain/arguments.ts";
import { invalidArgument, noMemory } from "../../domain/errors.ts";
import { MEMORY_STATUSES, type MemoryStatus } from "../../domain/memory.ts";
import {
  type MemoirEngine,
  MemoirError,
  type MemoirOptions,
  openMemoir,
  type ScopeHandle,
} from "../../index.ts";
import { type Entity, entityFields, needScope, readEntity, readFilters } from "../../server/mem0/filters.ts";
import {
  add,
  endOfDay,
  forgetAll,
  fullMemory,
  historyOf,
  searchMemories,
  setMetadata,
} from "../../server/mem0/memories.ts";
import { secondsOf, toHistoryRow, toItem } from "./shapes.ts";
import type {
  AddMemoryOptions,
  AddResult,
  DeleteAllMemoryOptions,
  GetAllMemoryOptions,
  HistoryRow,
  MemoryItem,
  Message,
  SearchMemoryOptions,
  SearchResult,
  UpdateMemoryOptions,
} from "./types.ts";

/** The options of `openMemoir()`, or an engine that is open. */
export interface MemoryConfig extends MemoirOptions {
  /** An engine of yours, which `close()` leaves open. Default: one is opened at the first call, with the other options. */
  memoir?: MemoirEngine;
  /** Default: `"default"`. */
  tenant?: string;
}

/** Settings of mem0 that mean nothing here. */
const MEM0_CONFIG =
  "version llm vectorStore historyStore historyDbPath disableHistory customInstructions".split(" ");

/** There, only what holds is a memory; one that has expired is shown to those who name it. */
const NAMED: readonly MemoryStatus[] = ["active", "expired"];
const MAX_RESULTS = 1_000;

/** mem0's `Memory` class over an engine in this process: the same calls, options and results. */
export class Memory implements AsyncDisposable {
  readonly #config: MemoirOptions;
  readonly #memoir: MemoirEngine | undefined;
  readonly #tenant: string | undefined;
  /** The last call of `add()` that runs or waits in a scope. */
  readonly #turns = new Map<string, Promise<void>>();
  #opening: Promise<MemoirEngine> | undefined;
  #closed = false;

  constructor({ memoir, tenant, ...config }: MemoryConfig = {}) {
    const theirs = MEM0_CONFIG.find((name) => Object.hasOwn(config, name));
    const isTheirs = isRecord(config.embedder) && Object.hasOwn(config.embedder, "provider");
    if (theirs !== undefined || isTheirs) {
      throw invalidArgument(
        `new Memory({ ${theirs ?? "embedder"} }) is mem0's own setting. Give database, model and embedder as openMemoir() takes them, or memoir: an engine that is open.`,
      );
    }
    this.#config = config;
    this.#memoir = memoir;
    this.#tenant = tenant;
  }

  static fromConfig(config: MemoryConfig): Memory {
    return new Memory(config);
  }

  /** Records the messages and reads them at once; says what was remembered of them. */
  async add(messages: string | readonly Message[], options: AddMemoryOptions): Promise<AddResult> {
    const fields = checkCallOptions(options, "add()", [
      "metadata",
      "filters",
      "infer",
      "timestamp",
      "expirationDate",
    ]);
    const { metadata, infer, timestamp, expirationDate } = fields;
    if (typeof messages !== "string" && (!Array.isArray(messages) || messages.length === 0))
      throw invalidArgument("messages must be a text or a list of at least one message.");
    const entity = fields.filters === undefined ? readEntity(entityFields({ ...fields })) : entityOf(fields);
    const scope = needScope(entity);
    const handle = await this.#scope(scope, scope.startsWith("project:") ? undefined : entity.agent);
    const { denyPatterns } = (await this.#engine()).settings.privacy;
    const body = {
      messages,
      metadata,
      infer,
      timestamp: secondsOf(timestamp),
      expiration_date: expirationDate,
    };
    const added = await this.#inTurn(scope, () => add(handle, body, entity, denyPatterns));
    return { results: added.map(({ id, memory, event }) => ({ id, memory, metadata: { event } })) };
  }

  /** Memories for a question, best first. */
  async search(query: string, options: SearchMemoryOptions): Promise<SearchResult> {
    const fields = checkCallOptions(options, "search()", [
      "filters",
      "topK",
      "threshold",
      "showExpired",
      "rerank",
    ]);
    const { entity, filter } = readFilters(fields.filters, entityFields({ ...fields }));
    const limit = limitOf(fields.topK);
    const scope = needScope(entity);
    const handle = await this.#scope(scope);
    const { threshold } = fields;
    const memories = await searchMemories(handle, query, withoutUndefined({ limit, threshold, filter }));
    const results = memories.map(toItem);
    if (fields.showExpired === undefined || !checkFlag(fields.showExpired, "showExpired")) return { results };
    const operator = (await this.#engine()).operator(this.#tenant);
    const expired = await operator.search(query, { ...filter, status: ["expired"], scopes: [scope], limit });
    for (const { memory, score } of expired)
      results.push({ ...toItem(await fullMemory(handle, memory)), score });
    return { results: results.slice(0, limit) };
  }

  /** One memory; `null` if there is none with that id. */
  async get(memoryId: string): Promise<MemoryItem | null> {
    const memory = await this.#find(memoryId, NAMED);
    return memory === null ? null : toItem(await fullMemory(memory.handle, memory));
  }

  /** Memories, newest first. */
  async getAll(options: GetAllMemoryOptions): Promise<SearchResult> {
    const fields = checkCallOptions(options, "getAll()", ["filters", "topK", "showExpired"]);
    const { entity, filter } = readFilters(fields.filters, entityFields({ ...fields }));
    const limit = limitOf(fields.topK);
    const isShown = fields.showExpired !== undefined && checkFlag(fields.showExpired, "showExpired");
    const handle = await this.#scope(needScope(entity));
    const status: readonly MemoryStatus[] = isShown ? NAMED : ["active"];
    const { items } = await handle.memories.list({ ...filter, status, limit });
    return { results: await Promise.all(items.map(async (one) => toItem(await fullMemory(handle, one)))) };
  }

  /** Changes the text, the metadata or the last day of a memory. */
  async update(memoryId: string, changes: string | UpdateMemoryOptions): Promise<{ message: string }> {
    const fields = checkOptions(typeof changes === "string" ? { text: changes } : changes, "update()");
    checkNames(fields, ["text", "data", "metadata", "expirationDate"], "update()");
    const { text = fields.data, metadata, expirationDate } = fields;
    if (text === undefined && metadata === undefined && expirationDate === undefined)
      throw invalidArgument("Give update() at least one of text, metadata or expirationDate.");
    const target = await this.#find(memoryId, NAMED);
    if (target === null) throw noMemory(memoryId);
    const { handle, id } = target;
    const expiresAt = expirationDate === null ? null : endOfDay(expirationDate);
    if (text !== undefined || expiresAt !== undefined)
      await handle.memories.update(id, withoutUndefined({ text, expiresAt }));
    if (metadata !== undefined) {
      const { metadata: storedMetadata } = await fullMemory(handle, target);
      await setMetadata(handle, id, { ...storedMetadata, ...metadata });
    }
    return { message: "Memory updated successfully!" };
  }

  /** Forgets a memory. It can be restored until it is purged. */
  async delete(memoryId: string): Promise<{ message: string }> {
    const target = await this.#find(memoryId, NAMED);
    if (target === null) throw noMemory(memoryId);
    await target.handle.memories.delete(target.id);
    return { message: "Memory deleted successfully!" };
  }

  /** Forgets all memories of a user, an agent or a run. */
  async deleteAll(options: DeleteAllMemoryOptions): Promise<{ message: string }> {
    const fields = checkCallOptions(options, "deleteAll()", []);
    const { entity, filter } = readFilters(undefined, entityFields({ ...fields }));
    await forgetAll(await this.#scope(needScope(entity)), filter);
    return { message: "Memories deleted successfully!" };
  }

  /** The changes of a memory's text, newest first; also of one that was deleted. */
  async history(memoryId: string): Promise<HistoryRow[]> {
    const target = await this.#find(memoryId, MEMORY_STATUSES);
    if (target === null) return [];
    return (await historyOf(target.handle, target.id)).toReversed().map(toHistoryRow);
  }

  /** Erases all memories and messages of the tenant, of everybody, for good. */
  async reset(): Promise<void> {
    const operator = (await this.#engine()).operator(this.#tenant);
    const memories = await operator.memories.list({ status: MEMORY_STATUSES, limit: MAX_RESULTS });
    for (const { scope, memory } of await all(memories))
      await (await this.#scope(scope)).forget({ id: memory.id }, { hard: true, reason: "mem0 reset" });
    const events = await operator.events.list({ limit: MAX_RESULTS });
    for (const { scope, event } of await all(events))
      await (await this.#scope(scope)).events.remove(event.id);
  }

  /** Closes the engine that it opened. Safe to call twice. */
  async close(): Promise<void> {
    this.#closed = true;
    const memoir = await this.#opening?.catch(() => undefined);
    await memoir?.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #engine(): Promise<MemoirEngine> {
    if (this.#memoir !== undefined) return Promise.resolve(this.#memoir);
    if (this.#closed && this.#opening === undefined)
      return Promise.reject(new MemoirError("closed", "This Memory is closed. Make a new one."));
    this.#opening ??= openMemoir(this.#config).catch((error: unknown) => {
      this.#opening = undefined; // the next call tries again
      throw error;
    });
    return this.#opening;
  }

  /** One after the other in a scope: a call that reads another's messages would answer for both. */
  async #inTurn<T>(scope: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#turns.get(scope) ?? Promise.resolve()).then(work);
    const done = turn.then(
      () => undefined,
      () => undefined,
    );
    this.#turns.set(scope, done);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(scope) === done) this.#turns.delete(scope);
    }
  }

  async #scope(scope: string, agent?: string): Promise<ScopeHandle> {
    const memoir = await this.#engine();
    return memoir.scope(scope, withoutUndefined({ tenant: this.#tenant, agent }));
  }

  /** A memory by its whole id, in whichever scope. */
  async #find(
    id: string,
    statuses: readonly MemoryStatus[],
  ): Promise<{ handle: ScopeHandle; id: string } | null> {
    const operator = (await this.#engine()).operator(this.#tenant);
    const owned = await operator.memories.find(id);
    if (owned === null || owned.memory.id !== id || !statuses.includes(owned.memory.status)) return null;
    return { handle: await this.#scope(owned.scope), id };
  }
}

const IDS = ["userId", "agentId", "runId", "user_id", "agent_id", "run_id"];

function checkCallOptions<T extends object>(options: T, call: string, names: readonly string[]): T {
  const fields = checkOptions(options, call);
  checkNames(fields, [...names, ...IDS], call);
  return fields;
}

function entityOf({ filters, ...ids }: AddMemoryOptions): Entity {
  return readFilters(filters, entityFields({ ...ids })).entity;
}

function limitOf(topK: number | undefined): number {
  return topK === undefined ? 20 : checkWhole(topK, "topK", 1, MAX_RESULTS);
}

/** All items before the first is touched: erasing would shift the pages. */
async function all<T>(page: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of page) items.push(item);
  return items;
}
