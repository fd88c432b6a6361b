import { type UsedWrites, withMore } from "../../domain/limits.ts";
import { formatScope, type Scope } from "../../domain/scope.ts";
import type { QueryVector } from "../../scope-index/corpus.ts";
import { countedAlike, type WriteQuotaKey } from "../../store/tables/limits.ts";
import { searchTerms } from "../../store/tables/memories.ts";
import type { NumberedMemoryRow } from "../../store/tables/memory-search.ts";
import type { ScopeRecord } from "../../store/tables/scopes.ts";
import { UNAGED } from "../../store/writes/change-memory.ts";
import type { NewMemory } from "../../store/writes/claim.ts";

/** A scope as this process last heard of it. */
export type KnownScope = Pick<ScopeRecord, "num" | "seq" | "rev" | "vec" | "hides" | "policy">;

/** A new memory on its way to the database. It stands for the row that it will be, under a number that no memory has. */
export class PendingMemory {
  readonly row: NumberedMemoryRow;
  readonly vectors: readonly QueryVector[];
  /** How far it will move the scope's counters. */
  readonly moves: { readonly rev: number; readonly vec: number };
  #terms: readonly string[] | null = null;

  constructor(
    memory: NewMemory & Pick<NumberedMemoryRow, "id" | "num">,
    vectors: readonly QueryVector[],
    linked: boolean,
  ) {
    this.row = { ...memory, ...UNAGED, evidence_count: 1, rev: 0, terms: "" };
    this.vectors = vectors;
    this.moves = { rev: linked ? 2 : 1, vec: vectors.length > 0 ? 1 : 0 };
  }

  /** The terms it is found by; computed when there is something to compare it with. */
  get terms(): readonly string[] {
    this.#terms ??= searchTerms(this.row).split(" ");
    return this.#terms;
  }
}

/** Maximum claims of a scope in progress at once. */
const MAX_UNDERWAY = 64;
/**
 * After somebody else wrote to the scope, so many writes go one by one before it is held to be this process's own again;
 * twice as many each time that proves wrong.
 */
const FIRST_ALONE = 16;
const MAX_ALONE = 1_024;

/**
 * The claims of one scope that were decided about and are being written, in their order. The next claim is compared with
 * what is known and with these, so that it need not wait until they are durable.
 */
export class ScopeWriteQueue {
  /** The scope's number, which stays; `undefined`: nobody has asked for it yet. */
  num: number | undefined;
  #scope: KnownScope | undefined;
  /** Data read of the scope beside its row. It changes only with the revision, and is kept as long as the row is. */
  #hasTombstones: boolean | undefined;
  #used: { readonly quotaKey: WriteQuotaKey; readonly writes: UsedWrites } | undefined;
  readonly #underway = new Set<PendingMemory>();
  #waiting: (() => void)[] = [];
  /** How many writes still go one by one, and how many will the next time. */
  #alone = 0;
  #nextAlone = FIRST_ALONE;
  #tempIds = 0;

  /** `undefined`: it has to be asked for. */
  get scope(): KnownScope | undefined {
    return this.#scope;
  }

  set scope(scope: KnownScope | undefined) {
    this.#scope = scope;
    this.num = scope?.num ?? this.num;
    this.#hasTombstones = undefined;
    this.#used = undefined;
  }

  /** Whether anything was forgotten in the scope. */
  async hasTombstones(read: () => Promise<boolean>): Promise<boolean> {
    if (this.#hasTombstones !== undefined) return this.#hasTombstones;
    const { scope } = this;
    const isAny = await read();
    if (scope !== undefined && scope === this.scope) this.#hasTombstones = isAny;
    return isAny;
  }

  /** How many writes are counted where one without a turn would be, as far as that is known. */
  usedAsKnown(quotaKey: WriteQuotaKey): UsedWrites | undefined {
    return this.#used !== undefined && countedAlike(this.#used.quotaKey, quotaKey)
      ? this.#used.writes
      : undefined;
  }

  /** The same for whoever has the turn: what is not known is read. */
  async used(quotaKey: WriteQuotaKey, read: () => Promise<UsedWrites>): Promise<UsedWrites> {
    const cached = this.usedAsKnown(quotaKey);
    if (cached !== undefined) return cached;
    const { scope } = this;
    const writes = await read();
    // A write in progress may have been counted already, and would be counted twice when its change arrives.
    if (scope !== undefined && scope === this.scope && this.#underway.size === 0)
      this.#used = { quotaKey, writes };
    return writes;
  }

  get underway(): readonly PendingMemory[] {
    return [...this.#underway];
  }

  /** A number that no memory has. */
  nextNum(): number {
    this.#tempIds += 1;
    return -this.#tempIds;
  }

  /** Waits until nothing is under way. */
  async idle(): Promise<void> {
    while (this.#underway.size > 0) await this.#next();
  }

  /** Waits until one more claim may be under way. */
  async waitForCapacity(): Promise<void> {
    if (this.#alone > 0) {
      await this.idle();
      this.scope = undefined;
    }
    while (this.#underway.size >= MAX_UNDERWAY) await this.#next();
  }

  begin(memory: PendingMemory): void {
    this.#underway.add(memory);
  }

  /** Something was written; `counted`: where a new memory is counted. Default: nothing is. */
  written(
    moved: Pick<KnownScope, "num" | "seq" | "rev" | "vec">,
    counted: WriteQuotaKey | null = null,
  ): void {
    if (this.#alone > 0) this.#alone -= 1;
    else if (this.#nextAlone > FIRST_ALONE) this.#nextAlone -= 1;
    this.num = moved.num;
    if (this.#scope !== undefined) this.#scope = { ...this.#scope, ...moved };
    if (counted === null || this.#used === undefined) return;
    const { quotaKey, writes } = this.#used;
    this.#used = countedAlike(quotaKey, counted) ? { quotaKey, writes: withMore(writes, 1) } : undefined;
  }

  /** Nothing was written; `byOthers`: because somebody else wrote to the scope. */
  failed(byOthers: boolean): void {
    this.scope = undefined;
    if (!byOthers) return;
    const wasAlone = this.#alone > 0;
    this.#alone = this.#nextAlone;
    if (!wasAlone) this.#nextAlone = Math.min(MAX_ALONE, 2 * this.#nextAlone);
  }

  end(memory: PendingMemory): void {
    this.#underway.delete(memory);
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }
}

/** By which this process knows a scope: its queue, its turn and its conversation. */
export function scopeKey(scope: Scope): string {
  return `${scope.tenant} ${formatScope(scope)}`;
}

/** More scopes than a process writes to at once; one that is dropped is asked for again. */
const MAX_QUEUES = 10_000;

export class ScopeWriteQueues {
  readonly #queues = new Map<string, ScopeWriteQueue>();

  of(name: string): ScopeWriteQueue {
    const existing = this.#queues.get(name);
    if (existing !== undefined) return existing;
    if (this.#queues.size >= MAX_QUEUES) this.#dropIdle();
    const queue = new ScopeWriteQueue();
    this.#queues.set(name, queue);
    return queue;
  }

  /** Something other than a claim was written to a scope: it has to be asked for again. */
  moved(name: string): void {
    const queue = this.#queues.get(name);
    if (queue !== undefined) queue.scope = undefined;
  }

  #dropIdle(): void {
    for (const [name, { underway }] of this.#queues) if (underway.length === 0) this.#queues.delete(name);
  }
}

/** Lets one after the other do something in each scope of this process; others may wait in other processes. */
export interface Turns {
  run<T>(name: string, work: () => Promise<T>): Promise<T>;
}

export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return {
    run(name, work) {
      const turn = (last.get(name) ?? Promise.resolve()).then(work, work);
      const settled = turn.catch(() => undefined);
      last.set(name, settled);
      void settled.then(() => {
        if (last.get(name) === settled) last.delete(name);
      });
      return turn;
    },
  };
}
