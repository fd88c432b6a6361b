import type { ScopeRef } from "../store/tables/scopes.ts";
import type { SqlReader } from "../store/tx.ts";
import type { AccessedRow } from "../store/writes/touch.ts";
import { EventIndex } from "./event-index.ts";
import { Arena } from "./kernel/kernel.ts";
import { MemoryIndex, type NewEntry } from "./memory-index.ts";
import type { ScopeCounters, ScopeIndex } from "./scope-index.ts";

interface Held {
  readonly index: ScopeIndex;
  /** The catching up that is under way. */
  updating: Promise<void> | null;
  /** How many wait for it or read it; it is not dropped meanwhile. */
  users: number;
  /** How many read it right now; nothing is changed meanwhile. */
  readers: number;
  /** Called when the last reader leaves. */
  quiet: (() => void) | null;
  /** Its size when it was last measured. */
  bytes: number;
}

/** The size of an empty index: its typed arrays and maps, measured over 8,000 of them. */
const FIXED_BYTES = 12_288;

function keyOf(kind: "m" | "e", { num, tenant }: ScopeRef): string {
  return `${kind} ${num} ${tenant}`;
}

/** Why an index may be behind what is committed: there was no time left, or the database could not be read. */
export type Stale = "deadline" | Error | null;

/** How a search works with an index; `stale` is null when it is up to date. */
export type UseOf<I, T> = (index: I, stale: Stale) => T | Promise<T>;

/** After `late` nobody waits any longer: what is loaded is used as it is. */
type Reading<I, T> = [reader: SqlReader, place: ScopeCounters, use: UseOf<I, T>, late?: Promise<unknown>];

/**
 * The indexes of the scopes that were read last, within a bound in bytes. An index is brought up to date before each
 * use, so that a reader sees what anybody has committed; the least recently used are dropped.
 */
export class Indexes {
  readonly #arena = new Arena();
  readonly #held = new Map<string, Held>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  memories<T>(...reading: Reading<MemoryIndex, T>): Promise<T> {
    return this.#use("m", MemoryIndex, ...reading);
  }

  events<T>(...reading: Reading<EventIndex, T>): Promise<T> {
    return this.#use("e", EventIndex, ...reading);
  }

  /** A delivery changes no revision, so the cached index, if any, is updated directly. */
  accessed(tenant: string, num: number, rows: readonly AccessedRow[]): void {
    const index = this.#held.get(keyOf("m", { tenant, num }))?.index;
    if (index !== undefined) (index as MemoryIndex).accessed(rows);
  }

  /** Tells the index that is held what was just written; one that is being read, or brought up to date, reads it itself. */
  learn(tenant: string, num: number, entry: NewEntry): void {
    const slot = this.#held.get(keyOf("m", { tenant, num }));
    if (slot === undefined || slot.updating !== null || slot.readers > 0) return;
    if ((slot.index as MemoryIndex).learn(entry)) this.#measure(slot);
  }

  /** A Map keeps the order of insertion, so its first key is the least recently used one. */
  #get(key: string, make: () => ScopeIndex): Held {
    const fresh = { updating: null, users: 0, readers: 0, quiet: null, bytes: 0 };
    const slot: Held = this.#held.get(key) ?? { index: make(), ...fresh };
    this.#held.delete(key);
    this.#held.set(key, slot);
    return slot;
  }

  async #use<I extends ScopeIndex, T>(
    kind: "m" | "e",
    Index: new (arena: Arena) => I,
    ...[reader, scopeRef, use, late]: Reading<I, T>
  ): Promise<T> {
    const slot = this.#get(keyOf(kind, scopeRef), () => new Index(this.#arena));
    slot.users += 1;
    try {
      let stale: Stale = null;
      while (stale === null && (slot.updating !== null || !slot.index.isAt(scopeRef))) {
        slot.updating ??= this.#update(slot, reader, scopeRef);
        const done = slot.updating.then(
          () => null,
          (error: Error) => error,
        );
        stale = await (late === undefined
          ? done
          : Promise.race([done, late.then(() => "deadline" as const)]));
      }
      slot.readers += 1;
      try {
        return await use(slot.index as I, stale);
      } finally {
        slot.readers -= 1;
        if (slot.readers === 0) slot.quiet?.();
      }
    } finally {
      slot.users -= 1;
      this.#shrink(slot);
    }
  }

  async #update(held: Held, reader: SqlReader, scopeRef: ScopeCounters): Promise<void> {
    try {
      if (held.readers > 0) await new Promise<void>((resolve) => (held.quiet = resolve));
      held.quiet = null;
      await held.index.catchUp(reader, scopeRef);
    } finally {
      held.updating = null;
      this.#measure(held);
    }
  }

  #measure(held: Held): void {
    const bytes = held.index.bytes + FIXED_BYTES;
    this.#bytes += bytes - held.bytes;
    held.bytes = bytes;
    this.#shrink(held);
  }

  #shrink(keep: Held): void {
    for (const [key, held] of this.#held) {
      if (this.#bytes <= this.#maxBytes) return;
      if (held === keep || held.users > 0 || held.updating !== null) continue;
      this.#held.delete(key);
      this.#bytes -= held.bytes;
      held.index.release();
    }
  }
}
