import { simple } from "../language/chinese/script.ts";
import type { SourceRow } from "../store/evidence.ts";
import type { PlacedMemoryRow } from "../store/memory-search.ts";
import type { Arena } from "./arena.ts";
import { CoreMemories } from "./core-memories.ts";
import { Corpus } from "./corpus.ts";
import { Lookup } from "./lookup.ts";
import { type Interval, MemoryEntry } from "./memory-entry.ts";
import { OrdinaryMemories } from "./ordinary-memories.ts";
import { Relations } from "./relations.ts";
import { Sources } from "./sources.ts";

/** A corpus of memories, and where in it each is. */
export interface Shelf {
  readonly corpus: Corpus<MemoryEntry>;
  readonly itemOf: Map<string, number>;
  readonly forgotten: Map<string, MemoryEntry>;
  readonly merged: Map<string, MemoryEntry>;
  readonly sources: Sources;
  readonly relations: Relations;
  /** By their key, and by their slot and whom they are about. */
  readonly keys: Lookup;
  readonly slots: Lookup;
  /** The id of each key; one that a memory had before is left in until it is another's. */
  readonly ids: Map<string, string>;
  /** Those that belong in every prompt. */
  readonly core: CoreMemories;
  readonly ordinary: OrdinaryMemories;
  /** One string for each value that many rows have. */
  readonly shared: Map<string, string>;
}

/** What many memories of a scope have in common; a database gives each row strings of its own. */
const SHARED = [
  ...(["kind", "type", "category", "status", "tags", "slot", "subject", "actor", "role", "user_id"] as const),
  ...(["agent", "run", "thread", "session", "platform"] as const),
];

export function emptyShelf(arena: Arena): Shelf {
  return {
    corpus: new Corpus(arena, true),
    itemOf: new Map(),
    forgotten: new Map(),
    merged: new Map(),
    sources: new Sources(),
    relations: new Relations(),
    keys: new Lookup(),
    slots: new Lookup(),
    ids: new Map(),
    core: new CoreMemories(),
    ordinary: new OrdinaryMemories(),
    shared: new Map(),
  };
}

function share({ shared }: Shelf, row: PlacedMemoryRow): void {
  const own: Record<string, unknown> = row;
  for (const column of SHARED) {
    const value = row[column];
    if (value === null) continue;
    const known = shared.get(value);
    if (known === undefined) shared.set(value, value);
    else own[column] = known;
  }
}

/** A memory whose words are the same keeps its number; else it is a new item. */
export function put(
  shelf: Shelf,
  row: PlacedMemoryRow,
  intervals: readonly Interval[],
  sources: readonly SourceRow[],
): void {
  const { corpus, itemOf, forgotten, merged } = shelf;
  share(shelf, row);
  const entry = new MemoryEntry(row, intervals);
  shelf.ids.set(row.key, row.id);
  // What backed a merged memory backs the one that it lives on in.
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
    shelf.core.changed(old);
  }
  itemOf.set(row.id, item);
  nameItem(shelf, entry, item);
}

function nameItem({ keys, slots, core, ordinary }: Shelf, entry: MemoryEntry, item: number): void {
  const { key, slot, subject } = entry.row;
  core.changed(item);
  ordinary.set(item, entry);
  keys.add(key, item);
  if (slot !== null) slots.add(slotName(slot, subject), item);
}

export function slotName(slot: string, subject: string | null): string {
  return JSON.stringify([slot, subject]);
}

export function entryOf({ corpus, itemOf, forgotten, merged }: Shelf, id: string): MemoryEntry | undefined {
  const item = itemOf.get(id);
  return item === undefined ? (forgotten.get(id) ?? merged.get(id)) : corpus.rows[item];
}

export function drop(shelf: Shelf, id: string): void {
  const entry = entryOf(shelf, id);
  if (entry !== undefined && shelf.ids.get(entry.row.key) === id) shelf.ids.delete(entry.row.key);
  shelf.forgotten.delete(id);
  shelf.merged.delete(id);
  shelf.sources.drop(id);
  shelf.relations.drop(id);
  removeItem(shelf, id);
}

function removeItem({ corpus, itemOf, core }: Shelf, id: string): void {
  const item = itemOf.get(id);
  const entry = item === undefined ? undefined : corpus.rows[item];
  if (item === undefined || entry === undefined) return;
  corpus.remove(item, termsOf(entry.row));
  core.changed(item);
  itemOf.delete(id);
}

function termsOf({ terms }: PlacedMemoryRow): string[] {
  return simple(terms).split(" ");
}
