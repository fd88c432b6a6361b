import { type FileEntry, renderMarkdown, type WrittenEntry } from "../../domain/markdown/format.ts";
import { parseMarkdown } from "../../domain/markdown/parse.ts";
import { SHORT_ID } from "../../domain/memory.ts";
import { redact } from "../../domain/redact/redact.ts";
import type { MemoryRow } from "../../store/tables/memories.ts";
import type { FileRender, Rendered } from "../../store/writes/markdown.ts";
import type { AppliedEdit } from "./apply.ts";
import { replaceFile, rewriteBackups } from "./files.ts";
import { sumOf, sumsOf } from "./reconcile.ts";
import { type FileLook, fileEntries, type Syncing, type SyncState } from "./sync-state.ts";

/** Writes what the database says; `null`: somebody wrote to the file meanwhile, and it must be read again. */
export async function writeFiles(
  { tools, scope }: Syncing,
  look: SyncState,
  rows: ReadonlyMap<string, MemoryRow>,
  applied: readonly AppliedEdit[],
): Promise<{ split: boolean; entries: number; isNew: boolean } | null> {
  const { main, archive, state, fileKey } = look;
  const { splitAbove, backups } = tools.settings.markdown;
  const entries = fileEntries(rows, look.names, tools);
  const erased = erasedIds(state?.renders ?? []);
  const mask = (text: string): string => redact(text, tools.settings.privacy.denyPatterns).text;
  const unparsed = [
    ...look.broken
      .filter(({ id }) => id === null || !erased.includes(id.slice(0, SHORT_ID)))
      .map(({ raw }) => mask(raw)),
    ...applied.flatMap(({ raw }) => raw ?? []),
  ];
  const split = archive.snapshot.text !== null || (splitAbove !== null && entries.length > splitAbove);
  const total = entries.length;
  // No two versions have the same time: by it the file says which one it is.
  const updated = Math.max(tools.now(), (state?.renders[0]?.at ?? 0) + 1_000);
  const archived = entries.filter(({ section }) => section === "archived");
  const others = entries.filter(({ section }) => section !== "archived");
  const withText = (file: FileLook, entries: readonly WrittenEntry[], rest: readonly string[]) => ({
    ...file,
    text: renderMarkdown(file.document, { updated, total, entries: entries, unparsed: rest }),
  });
  const all = split
    ? [withText(archive, archived, []), withText(main, others, unparsed)]
    : [withText(main, entries, unparsed)];
  // A deleted file with nothing left to say stays deleted, also where another sync has just taken its deletion.
  const isGone = look.deleted || (main.snapshot.text === null && state?.placed === false);
  const stays = isGone && total + unparsed.length === 0 && archive.snapshot.text === null;
  const files = stays
    ? []
    : all.filter(({ snapshot, text }) => applied.length > 0 || !isSame(snapshot.text, text));
  const rendered = sumsOf(entries);
  const before = state?.renders ?? [{ at: look.updated ?? 0, entries: sumsOf(look.entries) }];
  const noted = { scope, place: fileKey, erased, at: updated };
  const exists = main.snapshot.text !== null;
  const note = (renders: readonly FileRender[], placed = exists): Promise<void> =>
    tools.store.write("noteFile", { ...noted, state: { renders: [...renders], split, placed } });
  if (files.length > 0) {
    const renders = [{ at: updated, entries: rendered }, ...before].slice(0, versionsKept(total));
    await note(renders);
    const last = state?.renders[0]?.entries ?? {};
    const edited = look.broken.length > 0 || look.entries.some((entry) => isEdited(entry, last));
    for (const { path, snapshot, text } of files) {
      const expected = snapshot.fingerprint;
      if (!(await replaceFile(path, { text, expected, backups, edited, masked: mask }))) return null;
    }
    if (!exists) await note(renders, true);
  }
  if (erased.length > 0) {
    await eraseFromBackups([main.path, archive.path], backups, erased);
    await note([{ at: files.length > 0 ? updated : (look.updated ?? updated), entries: rendered }], !stays);
  } else if (stays || (state === null && files.length === 0))
    await note([{ at: look.updated ?? updated, entries: rendered }]);
  return { split, entries: total, isNew: files.length > 0 };
}

/** An erased entry is an empty sum in the versions before. */
function erasedIds(renders: readonly FileRender[]): string[] {
  const ids = renders.flatMap(({ entries }) => Object.keys(entries).filter((id) => entries[id] === ""));
  return [...new Set(ids)];
}

/** Versions that are known again when an editor saves one over a newer one; of a large file fewer. */
function versionsKept(entries: number): number {
  return Math.min(32, Math.max(2, Math.floor(20_000 / Math.max(1, entries))));
}

function isEdited(entry: FileEntry, last: Rendered): boolean {
  return entry.id === null || last[entry.id] !== sumOf(entry);
}

/** The time of writing alone is no reason to write. */
function isSame(before: string | null, after: string): boolean {
  const undated = (text: string): string => text.replace(/^<!-- Last updated: \S{1,40} -->\r?$/m, "");
  return before !== null && undated(before) === undated(after);
}

/** Older versions lose the entries that are erased. */
async function eraseFromBackups(
  paths: readonly string[],
  backups: number,
  erased: readonly string[],
): Promise<void> {
  const isErased = (id: string | null): boolean => id !== null && erased.includes(id.slice(0, SHORT_ID));
  for (const path of paths) {
    await rewriteBackups(path, backups, (text) => {
      const document = parseMarkdown(text);
      const gone = [...document.entries, ...document.broken].filter(({ id }) => isErased(id));
      let rest = text;
      for (const { raw } of gone)
        rest = rest.replace(document.eol === "\n" ? raw : raw.replaceAll("\n", "\r\n"), () => "");
      return rest;
    });
  }
}
