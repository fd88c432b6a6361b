import { createHash } from "node:crypto";
import type { MarkdownConflict } from "../../api/markdown.ts";
import { type Broken, type FileEntry, fileText, type WrittenEntry } from "../../domain/markdown/format.ts";
import { SHORT_ID } from "../../domain/memory.ts";
import type { FileState, Rendered } from "../../store/writes/markdown.ts";

/** The parts of an entry that a person may change. */
const EDITABLE = ["text", "category", "score", "date", "hits", "section"] as const;
export type Editable = (typeof EDITABLE)[number];

/** An entry, as far as it tells an edit. */
type Summed = Pick<FileEntry, Editable>;

/**
 * An entry without its words, to tell later which parts of it somebody changed. Numbers are those of the header: what it
 * does not show cannot be edited there.
 */
export function sumOf({ text, category, score, date, hits, section }: Summed): string {
  const hash = createHash("sha256").update(fileText(text)).digest("base64url").slice(0, 22);
  return JSON.stringify([hash, category, score?.toFixed(2) ?? null, date, hits, section]);
}

/** The sums of entries by their ids, as the file has them; of two entries under one id the first counts. */
export function sumsOf(entries: readonly (FileEntry | WrittenEntry)[]): Rendered {
  const all: Record<string, string> = {};
  for (const entry of entries) if (entry.id !== null) all[entry.id] ??= sumOf(entry);
  return all;
}

/** In which parts two entries differ. A field that the header omits stays unchanged. */
function differences(a: string, b: string): Editable[] {
  if (a === b) return [];
  const [before, after] = [JSON.parse(a) as unknown[], JSON.parse(b) as unknown[]];
  return EDITABLE.filter((_, i) => before[i] !== after[i] && after[i] !== null);
}

/** A memory of the database, as the file would say it. */
export interface StoredEntry {
  readonly fullId: string;
  /** `null`: it is forgotten, superseded or held back, and the file does not hold it. */
  readonly sum: string | null;
  /** The same at the time of the file, for a file that nobody knows the last writing of. */
  readonly sumThen: string | null;
  readonly updatedAt: number;
}

export interface ReconcileInput {
  /** The last written version; `null` = unknown. */
  readonly state: FileState | null;
  readonly entries: readonly FileEntry[];
  readonly broken: readonly Broken[];
  /** All memories of the scope by the id that the file shows. */
  readonly stored: ReadonlyMap<string, StoredEntry>;
  /** When the files say they were written; `null`: one does not say. */
  readonly stamps: readonly (number | null)[];
}

/** A person's edit of the file. */
export type FileEdit =
  | { readonly kind: "add"; readonly entry: FileEntry }
  | {
      readonly kind: "change";
      readonly id: string;
      readonly entry: FileEntry;
      readonly changed: readonly Editable[];
    }
  | { readonly kind: "remove"; readonly id: string };

/** Both sides changed the same memory since they last agreed. */
export interface Conflict extends MarkdownConflict {
  readonly fields: readonly (Editable | "removed")[];
}

export interface Reconciled {
  readonly edits: readonly FileEdit[];
  readonly conflicts: readonly Conflict[];
}

/**
 * Three-way: what was last written, the file, the database. Only what differs from the last writing is an edit, so a
 * file that lags behind the database takes nothing back. Where both changed, the person wins. Nothing is removed because
 * it could not be read, nor because nobody knows whether it had been written.
 */
export function reconcile(input: ReconcileInput): Reconciled {
  const { stored } = input;
  const slots = slotsOf(input);
  const edits: FileEdit[] = [];
  const conflicts: Conflict[] = [];
  const present = new Set<string>();
  for (const [id, entries] of groupByMemory(input, slots)) {
    if (id === null) {
      for (const entry of entries) edits.push({ kind: "add", entry });
      continue;
    }
    present.add(id);
    if (slots.some((slot) => slot[id] === "")) continue;
    const { entry, others } = chooseEntry(id, entries, slots);
    for (const other of others) edits.push({ kind: "add", entry: { ...other, id: null, meta: null } });
    const outcome = editOf(id, entry, slots, input);
    if (outcome.edit !== null) edits.push(outcome.edit);
    if (outcome.conflict !== null) conflicts.push(outcome.conflict);
  }
  for (const id of removedIds(input, slots, present)) {
    edits.push({ kind: "remove", id });
    const { sum } = stored.get(id)!;
    const fields = differences(slots[0]![id]!, sum!).filter(isWords);
    if (fields.length > 0) conflicts.push({ id, fields: ["removed", ...fields], winner: "file" });
  }
  return { edits, conflicts };
}

/**
 * The versions that the file may come from. It says itself when it was written; an editor may have saved an older version
 * over a newer one. Where it does not say, nobody knows which of the last two it was.
 */
function slotsOf({ state, stamps }: ReconcileInput): Rendered[] {
  const renders = state?.renders ?? [];
  const second = (at: number): number => Math.floor(at / 1_000);
  const matches = stamps.map((stamp) =>
    stamp === null ? undefined : renders.find(({ at }) => second(at) === second(stamp)),
  );
  // The file is lost: it was the last one.
  if (stamps.length === 0) return renders.slice(0, 1).map(({ entries }) => entries);
  const exactRenders = matches.filter((render) => render !== undefined);
  const all =
    exactRenders.length === matches.length && exactRenders.length > 0
      ? exactRenders
      : [...exactRenders, ...renders.slice(0, 2)];
  return [...new Set(all)].map(({ entries }) => entries);
}

const isWords = (field: Editable): boolean => field === "text" || field === "category";

/** The entries by the memory that they name; `null`: those that name none. */
function groupByMemory(
  { entries, stored }: ReconcileInput,
  slots: readonly Rendered[],
): Map<string | null, FileEntry[]> {
  const groups = new Map<string | null, FileEntry[]>();
  for (const entry of entries) {
    const id = entry.id === null ? null : nameOf(entry.id, stored, slots);
    const group = groups.get(id) ?? [];
    group.push(entry);
    groups.set(id, group);
  }
  return groups;
}

/** Somebody may write a whole id, or more of it than the file shows. */
function nameOf(id: string, stored: ReadonlyMap<string, StoredEntry>, slots: readonly Rendered[]): string {
  if (stored.has(id) || slots.some((slot) => slot[id] !== undefined)) return id;
  const short = id.slice(0, SHORT_ID);
  return stored.get(short)?.fullId.startsWith(id) === true ? short : id;
}

/** Of several entries under one id the edited one counts; others with different text are new memories. */
function chooseEntry(
  id: string,
  entries: readonly FileEntry[],
  slots: readonly Rendered[],
): { entry: FileEntry; others: FileEntry[] } {
  const edited = entries.filter((entry) => changesIn(id, entry, slots)?.length !== 0);
  const entry = edited[0] ?? entries[0]!;
  const texts = new Set([entry.text]);
  const others = edited.slice(1).filter(({ text }) => !texts.has(text) && texts.add(text));
  return { entry, others };
}

/** In which parts an entry differs from the last writing; `null`: it was not in it. */
function changesIn(id: string, entry: FileEntry, slots: readonly Rendered[]): Editable[] | null {
  const all = slots.flatMap((slot) => {
    const sum = slot[id];
    return sum === undefined || sum === "" ? [] : [differences(sum, sumOf(inSection(entry, sum)))];
  });
  return all.toSorted((a, b) => a.length - b.length)[0] ?? null;
}

/** An entry that was repaired under "Unparsed" returns to its section. */
function inSection(entry: FileEntry, sum: string | null): FileEntry {
  if (entry.section !== "unparsed") return entry;
  const before = sum === null ? "active" : (JSON.parse(sum) as unknown[])[5];
  return { ...entry, section: before === "archived" ? "archived" : "active" };
}

function editOf(
  id: string,
  fileEntry: FileEntry,
  slots: readonly Rendered[],
  { state, stamps, stored: memories }: ReconcileInput,
): { edit: FileEdit | null; conflict: Conflict | null } {
  const storedEntry = memories.get(id);
  const base = slots.map((slot) => slot[id]).find((sum) => sum !== undefined) ?? null;
  const entry = inSection(fileEntry, base ?? storedEntry?.sum ?? null);
  const changed = changesIn(id, fileEntry, slots);
  if (changed?.length === 0) return { edit: null, conflict: null };
  if (storedEntry === undefined) return { edit: { kind: "add", entry }, conflict: null };
  if (changed === null) {
    const fields = storedEntry.sumThen === null ? [] : differences(storedEntry.sumThen, sumOf(entry));
    if (storedEntry.sumThen !== null && fields.length === 0) return { edit: null, conflict: null };
    // Nobody knows what was written last: the newer side wins.
    const [updated = null] = stamps;
    const isOlder = state === null && updated !== null && storedEntry.updatedAt >= updated + 1_000;
    const reported = fields.length === 0 ? (["removed"] as const) : fields;
    if (isOlder) return { edit: null, conflict: { id, fields: reported, winner: "database" } };
    return { edit: { kind: "change", id, entry, changed: fields }, conflict: null };
  }
  // A sync that was broken off has taken it over already.
  if (
    storedEntry.sum !== null &&
    differences(storedEntry.sum, sumOf(entry)).every((field) => !changed.includes(field))
  )
    return { edit: null, conflict: null };
  const theirs = storedEntry.sum === null ? (["removed"] as const) : differences(base!, storedEntry.sum);
  const both = theirs.filter((field) => field === "removed" || (isWords(field) && changed.includes(field)));
  return {
    edit: { kind: "change", id, entry, changed },
    conflict: both.length === 0 ? null : { id, fields: both, winner: "file" },
  };
}

/** Entries that were written, are alive, and are no longer in the file in any form. */
function removedIds(
  { broken, stored }: ReconcileInput,
  slots: readonly Rendered[],
  present: ReadonlySet<string>,
): string[] {
  if (slots.length === 0) return [];
  const damaged = new Set(broken.flatMap(({ id }) => (id === null ? [] : [nameOf(id, stored, slots)])));
  const texts = new Set(broken.map(({ text }) => hashIn(sumOf({ ...NOTHING, text }))));
  return Object.entries(slots[0]!).flatMap(([id, sum]) => {
    if (sum === "" || present.has(id) || damaged.has(id)) return [];
    if (texts.size > 0 && texts.has(hashIn(sum))) return [];
    const everywhere = slots.every((slot) => slot[id] !== undefined);
    return everywhere && stored.get(id)?.sum != null ? [id] : [];
  });
}

const NOTHING = { text: "", category: "", score: null, date: null, hits: null, section: "active" } as const;
const hashIn = (sum: string): unknown => (JSON.parse(sum) as unknown[])[0];
