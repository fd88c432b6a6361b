import { tokenQuarters } from "../domain/budget.ts";
import type { CoreSort } from "../domain/enums.ts";
import { simple } from "../language/chinese/script.ts";
import type { SourceRow } from "../store/tables/evidence.ts";
import type { NumberedMemoryRow } from "../store/tables/memory-search.ts";
import { Corpus } from "./corpus.ts";
import type { Arena } from "./kernel/kernel.ts";
import { MemoryEntry, type ValidInterval } from "./memory-entry.ts";
import { Lookup, Relations, Sources } from "./memory-links.ts";
import { larger } from "./postings.ts";

/** A corpus of memories, and where in it each is. */
export class MemoryIndexData {
  readonly corpus: Corpus<MemoryEntry>;
  readonly itemOf = new Map<string, number>();
  readonly forgotten = new Map<string, MemoryEntry>();
  readonly merged = new Map<string, MemoryEntry>();
  readonly sources = new Sources();
  readonly relations = new Relations();
  /** By their key, and by their slot and whom they are about. */
  readonly keys = new Lookup();
  readonly slots = new Lookup();
  /** The id of each key; one that a memory had before is left in until it is another's. */
  readonly ids = new Map<string, string>();
  /** Those that belong in every prompt. */
  readonly core = new CoreMemories();
  readonly ordinary = new OrdinaryMemories();
  /** One string for each value that many rows have. */
  readonly shared = new Map<string, string>();

  constructor(arena: Arena) {
    this.corpus = new Corpus(arena, true);
  }
}

/** Strings shared by many memories of a scope; a database returns separate strings for each row. */
const SHARED = [
  ...(["kind", "type", "category", "status", "tags", "slot", "subject", "actor", "role", "user_id"] as const),
  ...(["agent", "run", "thread", "session", "platform"] as const),
];

function share({ shared }: MemoryIndexData, row: NumberedMemoryRow): void {
  const columns: Record<string, unknown> = row;
  for (const column of SHARED) {
    const value = row[column];
    if (value === null) continue;
    const sharedValue = shared.get(value);
    if (sharedValue === undefined) shared.set(value, value);
    else columns[column] = sharedValue;
  }
}

/** A memory whose words are the same keeps its number; else it is a new item. */
export function putMemory(
  shelf: MemoryIndexData,
  row: NumberedMemoryRow,
  intervals: readonly ValidInterval[],
  sources: readonly SourceRow[],
): void {
  const { corpus, itemOf, forgotten, merged } = shelf;
  share(shelf, row);
  const entry = new MemoryEntry(row, intervals);
  shelf.ids.set(row.key, row.id);
  // The evidence of a merged memory also backs its successor.
  shelf.sources.set(entry, row.merged_into === null ? sources : []);
  merged.delete(row.id);
  if (row.merged_into !== null) {
    removeItem(shelf, row.id);
    forgotten.delete(row.id);
    merged.set(row.id, entry);
    return;
  }
  if (row.status === "soft_deleted") {
    removeItem(shelf, row.id);
    forgotten.set(row.id, entry);
    return;
  }
  forgotten.delete(row.id);
  const old = itemOf.get(row.id);
  const before = old === undefined ? undefined : corpus.rows[old]?.row;
  const columns = {
    row: entry,
    name: row.key,
    author: row.subject ?? "",
    time: intervals.length === 0 ? row.created_at : Math.min(...intervals.map(({ from }) => from)),
  };
  if (old !== undefined && before?.terms === row.terms && before.text === row.text) {
    corpus.update(old, columns);
    nameItem(shelf, entry, old);
    return;
  }
  const item = corpus.add({
    ...columns,
    ref: row.num,
    text: row.text,
    terms: termsOf(row),
    session: "",
    assistant: false,
  });
  if (old !== undefined && before !== undefined) {
    if (before.text === row.text) corpus.moveVectors(old, item);
    corpus.remove(old, termsOf(before));
    shelf.core.changed(old, undefined);
  }
  itemOf.set(row.id, item);
  nameItem(shelf, entry, item);
}

function nameItem({ keys, slots, core, ordinary }: MemoryIndexData, entry: MemoryEntry, item: number): void {
  const { key, slot, subject } = entry.row;
  core.changed(item, entry);
  ordinary.set(item, entry);
  keys.add(key, item);
  if (slot !== null) slots.add(slotName(slot, subject), item);
}

export function slotName(slot: string, subject: string | null): string {
  return JSON.stringify([slot, subject]);
}

export function memoryEntryOf(
  { corpus, itemOf, forgotten, merged }: MemoryIndexData,
  id: string,
): MemoryEntry | undefined {
  const item = itemOf.get(id);
  return item === undefined ? (forgotten.get(id) ?? merged.get(id)) : corpus.rows[item];
}

export function drop(shelf: MemoryIndexData, id: string): void {
  const entry = memoryEntryOf(shelf, id);
  if (entry !== undefined && shelf.ids.get(entry.row.key) === id) shelf.ids.delete(entry.row.key);
  shelf.forgotten.delete(id);
  shelf.merged.delete(id);
  shelf.sources.drop(id);
  shelf.relations.drop(id);
  removeItem(shelf, id);
}

function removeItem({ corpus, itemOf, core }: MemoryIndexData, id: string): void {
  const item = itemOf.get(id);
  const entry = item === undefined ? undefined : corpus.rows[item];
  if (item === undefined || entry === undefined) return;
  corpus.remove(item, termsOf(entry.row));
  core.changed(item, undefined);
  itemOf.delete(id);
}

function termsOf({ terms }: NumberedMemoryRow): string[] {
  return simple(terms).split(" ");
}

/** The core memories of one sort, newest first. */
export interface CoreList {
  readonly entries: readonly MemoryEntry[];
  readonly lengths: CoreLengths;
}

/** How long the quoted words of some texts are, in quarters of a token. */
export interface CoreLengths {
  readonly quarters: Float64Array;
  /** The fewest of the texts from each place on; one more than there are texts. */
  readonly least: Float64Array;
}

/** The memories that belong in every prompt, sorted only when they change. */
class CoreMemories {
  /** Those whose columns say so. */
  readonly #stated = new Map<number, CoreSort>();
  #version = -1;
  #lists: ReadonlyMap<CoreSort, CoreList> | null = null;

  /** An item came, went or has another entry. */
  changed(item: number, entry: MemoryEntry | undefined): void {
    const sort = entry?.statedSort ?? null;
    if (sort === null) this.#stated.delete(item);
    else this.#stated.set(item, sort);
    this.#lists = null;
  }

  lists({ core, coreVersion, rows }: Corpus<MemoryEntry>): ReadonlyMap<CoreSort, CoreList> {
    if (this.#lists === null || this.#version !== coreVersion) {
      const sorts = new Map([...core, ...this.#stated]);
      const bySort = Map.groupBy(sorts.keys(), (item) => sorts.get(item)!);
      this.#lists = new Map(
        [...bySort].map(([sort, items]) => [sort, listOf(items.map((item) => rows[item]!))]),
      );
      this.#version = coreVersion;
    }
    return this.#lists;
  }
}

function listOf(entries: MemoryEntry[]): CoreList {
  entries.sort((a, b) => b.row.confirmed_at - a.row.confirmed_at);
  return { entries, lengths: lengthsOf(entries.map(({ quoted }) => quoted)) };
}

export function lengthsOf(texts: readonly string[]): CoreLengths {
  const quarters = Float64Array.from(texts, tokenQuarters);
  const least = new Float64Array(texts.length + 1).fill(Number.POSITIVE_INFINITY);
  for (let i = texts.length - 1; i >= 0; i -= 1) least[i] = Math.min(least[i + 1]!, quarters[i]!);
  return { quarters, least };
}

const START = 64;

/**
 * Which memories are ordinary: active, and neither of the timeline nor a procedure. In columns, because a question asks
 * about hundreds of memories, and their rows lie all over the heap.
 */
export class OrdinaryMemories {
  /** The time before which an item is ordinary. */
  #until = new Float64Array(START);
  #confidence = new Float64Array(START);

  set(item: number, { row, due }: Pick<MemoryEntry, "row" | "due">): void {
    while (item >= this.#until.length) {
      this.#until = larger(this.#until);
      this.#confidence = larger(this.#confidence);
    }
    const isOrdinary = row.status === "active" && row.kind !== "timeline" && row.kind !== "procedural";
    this.#until[item] = isOrdinary ? due : Number.NEGATIVE_INFINITY;
    this.#confidence[item] = row.confidence;
  }

  /** `false`: its row has to be looked at. */
  has(item: number, at: number, minConfidence: number): boolean {
    return at < this.#until[item]! && this.#confidence[item]! >= minConfidence;
  }
}
