import { randomUUID } from "node:crypto";
import type {
  MarkdownDiff,
  MarkdownEdit,
  MarkdownReport,
  MarkdownStatus,
  MarkdownSyncOptions,
} from "../api/markdown.ts";
import { MemoirError } from "../domain/errors.ts";
import { SHORT_ID } from "../domain/memory.ts";
import type { Entry } from "../domain/memory-file/entry.ts";
import { parseMarkdown } from "../domain/memory-file/parse.ts";
import { EMPTY, renderMarkdown, type Written } from "../domain/memory-file/render.ts";
import { redact } from "../domain/redact/redact.ts";
import { formatScope } from "../domain/scope.ts";
import type { FileRender, Rendered } from "../store/markdown-files.ts";
import type { MemoryRow } from "../store/memories.ts";
import { type AppliedEdit, applyEdits } from "./apply.ts";
import { makeFolder, readSnapshot, realFile, replaceFile, rewriteBackups } from "./files.ts";
import { entryOf } from "./from-row.ts";
import { withLock } from "./lock.ts";
import { allRows, entriesOf, type Look, lookAt, type Syncing } from "./look.ts";
import { fileOf } from "./place.ts";
import { type Conflict, type Edit, type Known, reconcile } from "./reconcile.ts";
import { sumOf } from "./sum.ts";

/** How often a file that somebody else writes to all the time is read again. */
const TRIES = 50;

/**
 * Takes what a person changed in the file, then writes it (C1). Nobody's write is lost: one process at a time, and what
 * was read must still be there when it is replaced; else it is read again.
 */
export async function syncFile(
  syncing: Syncing,
  options: MarkdownSyncOptions,
  closed: AbortSignal,
): Promise<MarkdownReport> {
  const { tools, scope } = syncing;
  refuseBound(syncing);
  const file = await realFile(fileOf(scope, tools.settings.markdown, options.file));
  const signal = options.signal === undefined ? closed : AbortSignal.any([closed, options.signal]);
  await makeFolder(file);
  return withLock(file, signal, async () => {
    const done: Progress = { edits: [], conflicts: [] };
    for (let tries = 1; ; tries += 1) {
      const report = await syncOnce(syncing, file, options, done);
      if (report !== null) return report;
      if (tries === TRIES)
        throw new MemoirError(
          "conflict",
          `${file} changes all the time. Close what writes to it, and sync again.`,
        );
    }
  });
}

/** What earlier tries of the same sync have taken already. */
interface Progress {
  readonly edits: MarkdownEdit[];
  readonly conflicts: Conflict[];
}

async function syncOnce(
  syncing: Syncing,
  file: string,
  { acceptRemovals = false }: MarkdownSyncOptions,
  done: Progress,
): Promise<MarkdownReport | null> {
  const { tools, scope, acting } = syncing;
  const look = await lookAt(syncing, file);
  const { edits, conflicts, held } = plan(look, acceptRemovals);
  const context = {
    ...tools.context(scope, "edited in the Markdown file", { ...acting, actor: "markdown" }),
    batch: randomUUID(),
  };
  const applied = await applyEdits(
    { tools, scope, rows: look.rows, updated: look.updated, file, context },
    edits,
  );
  const isTold = (one: AppliedEdit): boolean =>
    one.kind === "refused" && done.edits.some(({ id, reason }) => id === one.id && reason === one.reason);
  for (const one of applied) {
    if (!isTold(one)) done.edits.push({ kind: one.kind, id: one.id, reason: one.reason });
  }
  done.conflicts.push(...conflicts);
  const after = applied.length === 0 ? look.rows : await allRows(syncing);
  const written = await write(syncing, look, after, applied);
  if (written === null) return null;
  return {
    ...{ file, archive: written.split ? look.archive.path : null, entries: written.entries },
    ...{ edits: done.edits, conflicts: done.conflicts, held, written: written.isNew },
    unparsed: look.broken.map(({ id, problem }) => ({ id, problem })),
  };
}

/** What a sync would do, without doing it. */
export async function diffFile(syncing: Syncing, options: MarkdownSyncOptions): Promise<MarkdownDiff> {
  refuseBound(syncing);
  const { tools, scope } = syncing;
  const file = await realFile(fileOf(scope, tools.settings.markdown, options.file));
  const look = await lookAt(syncing, file);
  const { edits, conflicts, held } = plan(look, options.acceptRemovals ?? false);
  const toWrite = entriesOf(look.rows, tools);
  const inFile = sums(look.entries);
  const inDatabase = sums(toWrite);
  const touched = new Set(edits.flatMap((edit) => (edit.kind === "add" ? (edit.entry.id ?? []) : edit.id)));
  const ids = (from: Rendered, wanted: (id: string) => boolean): string[] =>
    Object.keys(from).filter((id) => !touched.has(id) && wanted(id));
  const toFile = {
    added: ids(inDatabase, (id) => inFile[id] === undefined),
    changed: ids(inDatabase, (id) => inFile[id] !== undefined && inFile[id] !== inDatabase[id]),
    removed: ids(inFile, (id) => inDatabase[id] === undefined),
  };
  const isSame = edits.length + toFile.added.length + toFile.changed.length + toFile.removed.length === 0;
  return {
    ...{
      file,
      archive: look.archive.snapshot.text === null ? null : look.archive.path,
      entries: toWrite.length,
    },
    edits: edits.map((edit) => ({
      kind: ({ add: "added", change: "changed", remove: "removed" } as const)[edit.kind],
      id: edit.kind === "add" ? edit.entry.id : edit.id,
      reason: null,
    })),
    ...{ conflicts, held, written: !isSame, toFile },
    unparsed: look.broken.map(({ id, problem }) => ({ id, problem })),
  };
}

export async function statusOfFile(syncing: Syncing, options: MarkdownSyncOptions): Promise<MarkdownStatus> {
  const diff = await diffFile(syncing, options);
  const { toFile, file } = diff;
  const look = await lookAt(syncing, file);
  const kept = [
    ".bak",
    ...Array.from({ length: syncing.tools.settings.markdown.backups }, (_, i) => `.bak.${i + 1}`),
  ];
  const backups: string[] = [];
  for (const name of kept) {
    if ((await readSnapshot(file + name)).text !== null) backups.push(file + name);
  }
  return {
    ...{ file, archive: diff.archive, exists: look.main.snapshot.text !== null },
    ...{ entries: look.entries.length, unparsed: look.broken.length, edits: diff.edits.length },
    behind: toFile.added.length + toFile.changed.length + toFile.removed.length,
    updatedAt: look.updated === null ? null : new Date(look.updated),
    backups,
  };
}

/** The whole text from the database, for who has no file. */
export async function renderRows(syncing: Syncing): Promise<string> {
  refuseBound(syncing);
  const entries = entriesOf(await allRows(syncing), syncing.tools);
  return renderMarkdown(EMPTY, {
    entries,
    unparsed: [],
    updated: syncing.tools.now(),
    total: entries.length,
  });
}

/** With what the file says of them, ids as they are; of two under one id the first. */
function sums(entries: readonly (Entry | Written)[]): Rendered {
  const all: Record<string, string> = {};
  for (const entry of entries) if (entry.id !== null) all[entry.id] ??= sumOf(entry);
  return all;
}

/** Fewer removals than this are made without a question. */
const FEW = 10;

function plan(
  look: Look,
  acceptRemovals: boolean,
): { edits: readonly Edit[]; conflicts: readonly Conflict[]; held: string[] } {
  const { state, entries, broken, updated, now, withMeta } = look;
  const known = new Map<string, Known>();
  const sumAt = (row: MemoryRow, at: number): string | null => {
    const entry = entryOf(row, at, withMeta);
    return entry === null ? null : sumOf(entry);
  };
  for (const [id, row] of look.rows) {
    const sum = sumAt(row, now);
    const sumThen = updated === null || state !== null ? sum : sumAt(row, updated);
    known.set(id, { fullId: row.id, sum, sumThen, updatedAt: row.updated_at });
  }
  const stamps = [look.main, look.archive].flatMap(({ snapshot, document }) =>
    snapshot.text === null || snapshot.text.trim() === "" ? [] : [document.updated],
  );
  const { edits, conflicts } = reconcile({ state, entries, broken, known, stamps });
  const removals = edits.filter((edit) => edit.kind === "remove");
  const held = acceptRemovals ? [] : heldBack(look, removals);
  const isHeld = (edit: Edit): boolean => {
    if (held.length === 0 || edit.kind === "add") return false;
    if (edit.kind === "remove") return held.includes(edit.id);
    // The last entry of a file that was cut off has lost its end.
    return edit.entry === entries.at(-1) && look.rows.get(edit.id)?.text.startsWith(edit.entry.text) === true;
  };
  return { edits: edits.filter((edit) => !isHeld(edit)), conflicts, held };
}

/** A file that is gone, empty or half gone was more likely lost than edited: its entries are not forgotten unasked. */
function heldBack({ main, archive, state }: Look, removals: readonly { id: string }[]): string[] {
  const ids = removals.map(({ id }) => id);
  const isBlank = main.snapshot.text === null || main.snapshot.text.trim() === "";
  const last = state?.renders[0]?.entries ?? {};
  const written = Object.keys(last).length;
  if (isBlank || ids.length > Math.max(FEW, written / 2)) return ids;
  const archiveLost = state?.split === true && archive.snapshot.text === null;
  return archiveLost ? ids.filter((id) => last[id]?.endsWith('"archived"]')) : [];
}

/** Writes what the database says; `null`: somebody wrote to the file meanwhile, and it must be read again. */
async function write(
  { tools, scope }: Syncing,
  look: Look,
  rows: ReadonlyMap<string, MemoryRow>,
  applied: readonly AppliedEdit[],
): Promise<{ split: boolean; entries: number; isNew: boolean } | null> {
  const { main, archive, state, place } = look;
  const { splitAbove, backups } = tools.settings.markdown;
  const entries = entriesOf(rows, tools);
  const erased = [
    ...new Set(
      (state?.renders ?? []).flatMap((render) =>
        Object.entries(render.entries).flatMap(([id, sum]) => (sum === "" ? [id] : [])),
      ),
    ),
  ];
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
  const common = { updated, total };
  const archived = entries.filter(({ section }) => section === "archived");
  const inMain = split ? entries.filter(({ section }) => section !== "archived") : entries;
  const files = [
    ...(split
      ? [
          {
            ...archive,
            text: renderMarkdown(archive.document, { ...common, entries: archived, unparsed: [] }),
          },
        ]
      : []),
    { ...main, text: renderMarkdown(main.document, { ...common, entries: inMain, unparsed }) },
  ].filter(({ snapshot, text }) => applied.length > 0 || !isSame(snapshot.text, text));
  const rendered = sums(entries);
  const gone = Object.fromEntries(erased.map((id) => [id, ""]));
  const before = state?.renders ?? [{ at: look.updated ?? 0, entries: { ...sums(look.entries), ...gone } }];
  const note = (renders: readonly FileRender[]): Promise<void> =>
    tools.store.write("noteFile", {
      scope,
      place,
      state: { renders: [...renders], split },
      erased,
      at: updated,
    });
  if (files.length > 0) {
    await note([{ at: updated, entries: rendered }, ...before].slice(0, versionsKept(total)));
    const last = state?.renders[0]?.entries ?? {};
    const edited = look.broken.length > 0 || look.entries.some((entry) => isEdited(entry, last));
    for (const { path, snapshot, text } of files) {
      const expected = snapshot.fingerprint;
      if (!(await replaceFile(path, { text, expected, backups, edited, masked: mask }))) return null;
    }
  }
  if (erased.length > 0) {
    await eraseFromBackups([main.path, archive.path], backups, erased);
    await note([{ at: files.length > 0 ? updated : (look.updated ?? updated), entries: rendered }]);
  } else if (state === null && files.length === 0)
    await note([{ at: look.updated ?? updated, entries: rendered }]);
  return { split, entries: total, isNew: files.length > 0 };
}

/** Versions that are known again when an editor saves one over a newer one; of a large file fewer. */
function versionsKept(entries: number): number {
  return Math.min(8, Math.max(2, Math.floor(20_000 / Math.max(1, entries))));
}

function isEdited(entry: Entry, last: Rendered): boolean {
  return entry.id === null || last[entry.id] !== sumOf(entry);
}

/** The time of writing alone is no reason to write. */
function isSame(before: string | null, after: string): boolean {
  const undated = (text: string): string => text.replace(/^<!-- Last updated: \S{1,40} -->\r?$/m, "");
  return before !== null && undated(before) === undated(after);
}

/** Older versions lose the entries that are erased (C18). */
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

/** The file holds all memories of the scope: who may see only some of them has none. */
function refuseBound({ acting, scope }: Syncing): void {
  if (acting.access.categories === null) return;
  throw new MemoirError(
    "not_allowed",
    `The file of ${formatScope(scope)} holds all its memories, and this handle may see some categories only.`,
  );
}
