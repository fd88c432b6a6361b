import type { MemoryRow } from "../../store/tables/memories.ts";
import { type Conflict, type FileEdit, reconcile, type StoredEntry, sumOf } from "./reconcile.ts";
import { fileEntryOf } from "./row-entry.ts";
import { type SyncState, shownRow } from "./sync-state.ts";

/** Fewer removals than this are made without a question. */
const FEW = 10;

/** The edits of a file that are taken, and those that are held back. */
export function plan(
  look: SyncState,
  acceptRemovals: boolean,
): { edits: readonly FileEdit[]; conflicts: readonly Conflict[]; held: string[] } {
  const { state, entries, broken, updated, now, withMeta } = look;
  const stored = new Map<string, StoredEntry>();
  const sumAt = (row: MemoryRow, at: number): string | null => {
    const entry = fileEntryOf(shownRow(row, look.names), at, withMeta);
    return entry === null ? null : sumOf(entry);
  };
  for (const [id, row] of look.rows) {
    const sum = sumAt(row, now);
    const sumThen = updated === null || state !== null ? sum : sumAt(row, updated);
    stored.set(id, { fullId: row.id, sum, sumThen, updatedAt: row.updated_at });
  }
  const stamps = [look.main, look.archive].flatMap(({ snapshot, document }) =>
    snapshot.text === null || snapshot.text.trim() === "" ? [] : [document.updated],
  );
  const { edits, conflicts } = reconcile({ state, entries, broken, stored, stamps });
  const removals = edits.filter((edit) => edit.kind === "remove");
  const refusals = acceptRemovals ? [] : heldBack(look, removals);
  const isHeld = (edit: FileEdit): boolean => {
    if (refusals.length === 0 || edit.kind === "add") return false;
    if (edit.kind === "remove") return refusals.includes(edit.id);
    // The last entry of a file that was cut off has lost its end.
    return edit.entry === entries.at(-1) && look.rows.get(edit.id)?.text.startsWith(edit.entry.text) === true;
  };
  return { edits: edits.filter((edit) => !isHeld(edit)), conflicts, held: refusals };
}

/**
 * A file that is gone, empty or half gone was more likely lost than edited: its entries are not forgotten unasked, unless
 * deleting the file is the way to ask.
 */
function heldBack(
  { main, archive, state, deleted }: SyncState,
  removals: readonly { id: string }[],
): string[] {
  if (deleted) return [];
  const ids = removals.map(({ id }) => id);
  const isBlank = main.snapshot.text === null || main.snapshot.text.trim() === "";
  const last = state?.renders[0]?.entries ?? {};
  const written = Object.keys(last).length;
  if (isBlank || ids.length > Math.max(FEW, written / 2)) return ids;
  const archiveLost = state?.split === true && archive.snapshot.text === null;
  return archiveLost ? ids.filter((id) => last[id]?.endsWith('"archived"]')) : [];
}
