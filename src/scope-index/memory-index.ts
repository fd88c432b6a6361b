import type { CoreSort } from "../domain/enums.ts";
import { nextTurn } from "../runtime/yield.ts";
import { type ChangeRow, changesSince, isTold } from "../store/tables/change-log.ts";
import { type SourceRow, sourcesIn } from "../store/tables/evidence.ts";
import { memoriesAfter, memoriesById, type NumberedMemoryRow } from "../store/tables/memory-search.ts";
import { listRelations, type RelationRow, relationsOf } from "../store/tables/relations.ts";
import { intervalsIn, intervalsOf } from "../store/tables/validity.ts";
import { vectorsAfter, vectorsOfText, vectorsSince } from "../store/tables/vectors.ts";
import type { SqlReader } from "../store/tx.ts";
import type { AccessedRow } from "../store/writes/touch.ts";
import type { Arena } from "./kernel/kernel.ts";
import type { MemoryEntry } from "./memory-entry.ts";
import type { Relations, Sources } from "./memory-links.ts";
import {
  type CoreList,
  drop,
  MemoryIndexData,
  memoryEntryOf,
  type OrdinaryMemories,
  putMemory,
  slotName,
} from "./memory-shelf.ts";
import {
  addVectors,
  eachVectorPage,
  RebuildableIndex,
  ROWS_PER_READ,
  type ScopeCounters,
  type ScopeIndex,
} from "./scope-index.ts";
import type { ItemVector } from "./spaces.ts";

/** Changed memories that are read in one step. */
const STEP = 100;
/** After more changes than this, the whole index is read again. */
const MAX_CHANGES = 1_000;

/** Approximate bytes of a memory beside its text: its row has some fifty columns. */
const ROW_BYTES = 800;

/** A memory that is new to the index. */
export interface NewEntry {
  /** The revision the index must have before it, and the one it has after it. */
  readonly after: Pick<ScopeCounters, "rev" | "vec">;
  readonly rev: number;
  readonly vec: number;
  readonly row: NumberedMemoryRow;
  readonly validFrom: number;
  readonly sources: readonly SourceRow[];
  readonly relations: readonly RelationRow[];
  readonly vectors: readonly ItemVector[];
}

/** The memories of one scope, in memory. Forgotten and merged ones are kept apart, and found by nobody who reads. */
export class MemoryIndex extends RebuildableIndex<MemoryEntry, MemoryIndexData> implements ScopeIndex {
  #rev = -1;
  #vec = 0;

  constructor(arena: Arena) {
    super(() => new MemoryIndexData(arena));
  }

  /** Memories that are forgotten but not erased yet, so that a writer recognises a repeated claim. */
  get forgotten(): Iterable<MemoryEntry> {
    return this.shelf.forgotten.values();
  }

  /** Memories that live on in another one, so that a writer knows their words when they are said again. */
  get merged(): Iterable<MemoryEntry> {
    return this.shelf.merged.values();
  }

  /** The memory that an id leads to: itself, or the one it was merged into. */
  survivor(id: string): MemoryEntry | undefined {
    let at = id;
    for (let next = this.shelf.merged.get(at); next !== undefined; next = this.shelf.merged.get(at))
      at = next.row.merged_into!;
    const item = this.find(at);
    return item === undefined ? undefined : this.corpus.rows[item];
  }

  /** Edges between the memories. */
  get relations(): Relations {
    return this.shelf.relations;
  }

  /** How many memories there are that are not forgotten. */
  get size(): number {
    return this.shelf.itemOf.size;
  }

  /** The items that have a key, or speak of the same slot of somebody: what a claim meets without a look at all others. */
  alike(key: string, slot: string | null, subject: string | null): number[] {
    const { keys, slots, corpus } = this.shelf;
    const rowOf = (item: number): NumberedMemoryRow | undefined => corpus.rows[item]?.row;
    const inSlot =
      slot === null
        ? []
        : slots.find(slotName(slot, subject), (item) => {
            const row = rowOf(item);
            return row?.slot === slot && row.subject === subject;
          });
    return [...keys.find(key, (item) => rowOf(item)?.key === key), ...inSlot];
  }

  /** The memories that belong in every prompt, whatever is asked. */
  get core(): ReadonlyMap<CoreSort, CoreList> {
    return this.shelf.core.lists(this.corpus);
  }

  get ordinary(): OrdinaryMemories {
    return this.shelf.ordinary;
  }

  /** Which words of which events the memories rest on. */
  get sources(): Sources {
    return this.shelf.sources;
  }

  get bytes(): number {
    return this.corpus.bytes + this.sources.bytes + this.relations.bytes + this.size * ROW_BYTES;
  }

  isAt({ rev, vec }: ScopeCounters): boolean {
    return this.#rev >= rev && this.#vec >= vec;
  }

  async catchUp(reader: SqlReader, scopeRef: ScopeCounters): Promise<void> {
    if (this.#rev < 0 || this.corpus.worn) return this.#load(reader, scopeRef);
    if (this.#rev < scopeRef.rev) {
      const changes = await changesSince(reader, scopeRef, this.#rev, MAX_CHANGES);
      // The ring has dropped some, or there are too many: what is there now tells it all.
      const whole = changes[0]?.rev === this.#rev + 1 && (changes.at(-1)?.rev ?? 0) >= scopeRef.rev;
      if (!whole) return this.#load(reader, scopeRef);
      await this.#refresh(reader, scopeRef, changes);
      await this.#relate(reader, scopeRef, changes);
    }
    if (this.#vec < scopeRef.vec)
      addVectors(this.corpus, await vectorsSince(reader, scopeRef, "m", this.#vec));
    this.#rev = scopeRef.rev;
    this.#vec = scopeRef.vec;
  }

  /**
   * Takes in a new memory that this process has just written, so that it need not be read back. Says whether it did:
   * only what follows on what is known can be taken in.
   */
  learn({ after, rev, vec, row, validFrom, sources, relations, vectors }: NewEntry): boolean {
    if (this.#rev !== after.rev || this.#vec !== after.vec || this.corpus.worn) return false;
    putMemory(this.shelf, row, [{ from: validFrom, to: null }], sources);
    for (const relation of relations) this.relations.add(relation);
    const item = this.find(row.id);
    if (item !== undefined && vectors.length > 0) this.corpus.setVectors(item, vectors);
    this.#rev = rev;
    this.#vec = vec;
    return true;
  }

  /** The memory that has a key, a forgotten one too; for one that was merged, the memory that it lives on in. */
  keyed(key: string): MemoryEntry | undefined {
    const id = this.shelf.ids.get(key);
    const entry = id === undefined ? undefined : memoryEntryOf(this.shelf, id);
    if (entry?.row.key !== key) return undefined;
    const { merged_into } = entry.row;
    return merged_into === null ? entry : (memoryEntryOf(this.shelf, merged_into) ?? entry);
  }

  accessed(rows: readonly AccessedRow[]): void {
    for (const row of rows) {
      const item = this.find(row.id);
      if (item !== undefined) this.corpus.rows[item]?.accessed(row);
    }
  }

  find(id: string): number | undefined {
    return this.shelf.itemOf.get(id);
  }

  async #load(reader: SqlReader, scopeRef: ScopeCounters): Promise<void> {
    await this.refill(this.#rev < 0, (shelf) => this.#fill(shelf, reader, scopeRef));
    this.#rev = scopeRef.rev;
    this.#vec = scopeRef.vec;
  }

  async #fill(shelf: MemoryIndexData, reader: SqlReader, scopeRef: ScopeCounters): Promise<void> {
    const intervals = Map.groupBy(await intervalsIn(reader, scopeRef), ({ memory }) => memory);
    const sources = Map.groupBy(await sourcesIn(reader, scopeRef), ({ memory }) => memory);
    for (let after = 0; ; ) {
      const rows = await memoriesAfter(reader, scopeRef, after, ROWS_PER_READ);
      for (const row of rows) {
        const validity = (intervals.get(row.id) ?? []).map(({ valid_from, valid_to }) => ({
          from: valid_from,
          to: valid_to,
        }));
        putMemory(shelf, row, validity, sources.get(row.id) ?? []);
      }
      if (rows.length < ROWS_PER_READ) break;
      after = rows.at(-1)!.num;
      await nextTurn();
    }
    for (const row of await listRelations(reader, scopeRef)) shelf.relations.add(row);
    await eachVectorPage(shelf.corpus, (after, limit) =>
      vectorsAfter(reader, scopeRef, "m", { after, limit }),
    );
  }

  /** Edges arrive with a separate change, so that nothing is queried where there are none. */
  async #relate(reader: SqlReader, scopeRef: ScopeCounters, changes: readonly ChangeRow[]): Promise<void> {
    const { relations } = this.shelf;
    if (relations.isEmpty && changes.every(isTold)) return;
    const ids = [...new Set(changes.map(({ memory }) => memory))];
    for (let from = 0; from < ids.length; from += STEP) {
      const some = ids.slice(from, from + STEP);
      for (const id of some) relations.drop(id);
      for (const row of await relationsOf(reader, scopeRef, some)) relations.add(row);
    }
  }

  async #refresh(reader: SqlReader, scopeRef: ScopeCounters, changes: readonly ChangeRow[]): Promise<void> {
    const visible = changes.filter(isTold);
    const all = [...new Set(visible.map((change) => change.memory))];
    const createdIds = new Set(changes.flatMap(({ event, memory }) => (event === "created" ? [memory] : [])));
    let rows = new Map<string, NumberedMemoryRow>();
    let sources = new Map<string, SourceRow[]>();
    for (const [i, id] of all.entries()) {
      if (i % STEP === 0) {
        // In steps between which the event loop runs: others may have written a lot.
        if (i > 0) await nextTurn();
        const ids = all.slice(i, i + STEP);
        const step = await memoriesById(reader, scopeRef, ids);
        rows = new Map(step.map((row) => [row.id, row]));
        sources = Map.groupBy(await sourcesIn(reader, scopeRef, ids), ({ memory }) => memory);
      }
      const row = rows.get(id);
      if (row === undefined) {
        drop(this.shelf, id);
        continue;
      }
      // One that comes back has had its vectors for long: no stamp will tell of them.
      const back = !createdIds.has(id) && this.find(id) === undefined;
      const vectors = back ? await vectorsOfText(reader, scopeRef, "m", row.num) : [];
      const believed = (await intervalsOf(reader, scopeRef, id)).filter(({ revTo }) => revTo === null);
      const intervals = believed.map(({ validFrom, validTo }) => ({
        from: validFrom.getTime(),
        to: validTo?.getTime() ?? null,
      }));
      putMemory(this.shelf, row, intervals, sources.get(id) ?? []);
      addVectors(this.corpus, vectors);
    }
  }
}
