import { randomUUID } from "node:crypto";
import { existsSync, type FSWatcher, watch } from "node:fs";
import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout } from "node:timers/promises";
import type {
  MarkdownDiff,
  MarkdownEdit,
  MarkdownReport,
  MarkdownStatus,
  MarkdownSyncOptions,
} from "../../api/markdown.ts";
import { MemoirError } from "../../domain/errors.ts";
import { EMPTY, renderMarkdown } from "../../domain/markdown/format.ts";
import { formatScope } from "../../domain/scope.ts";
import { createWakeSignal } from "../../jobs/runner.ts";
import type { FeedContext } from "../../read/shared/request.ts";
import { findScope } from "../../store/tables/scopes.ts";
import { findFileState, type Rendered } from "../../store/writes/markdown.ts";
import { type AppliedEdit, applyFileEdits } from "./apply.ts";
import {
  archiveOf,
  backupsOf,
  fileKeyOf,
  makeFolder,
  markdownFile,
  readSnapshot,
  realFile,
} from "./files.ts";
import { removeLeftovers } from "./leftovers.ts";
import { withLock } from "./lock.ts";
import { plan } from "./plan.ts";
import { type Conflict, sumsOf } from "./reconcile.ts";
import { fileEntries, lookAt, rowsByFileId, type Syncing, shownNamesOf } from "./sync-state.ts";
import { writeFiles } from "./write-files.ts";

/** How often a file that somebody else writes to all the time is read again. */
const TRIES = 50;

/**
 * Takes what a person changed in the file, then writes it. Nobody's write is lost: one process at a time, and what
 * was read must still be there when it is replaced; else it is read again.
 */
export async function syncFile(
  syncing: Syncing,
  options: MarkdownSyncOptions,
  closed: AbortSignal,
): Promise<MarkdownReport> {
  const { tools, scope } = syncing;
  refuseBound(syncing);
  const file = await realFile(markdownFile(scope, tools.settings.markdown, options.file));
  const signal = options.signal === undefined ? closed : AbortSignal.any([closed, options.signal]);
  await noteMissingFolder(syncing, file);
  await makeFolder(file);
  return withLock(file, { signal }, async () => {
    await removeLeftovers([file, archiveOf(file)]);
    const done: Progress = { edits: [], conflicts: [] };
    for (let tries = 1; ; tries += 1) {
      const report = await syncOnce(syncing, file, { ...options, signal }, done);
      if (report !== null) return report;
      if (tries === TRIES)
        throw new MemoirError(
          "conflict",
          `${file} changes all the time. Close what writes to it, and sync again.`,
          { details: { file } },
        );
    }
  });
}

/** A file whose folder is gone was not deleted: it was moved, or its disk is not there. Noted before the folder is made again. */
async function noteMissingFolder({ tools, scope }: Syncing, file: string): Promise<void> {
  if (existsSync(dirname(file))) return;
  const scopeRef = await findScope(tools.use(), scope);
  const place = fileKeyOf(file);
  const state = scopeRef === undefined ? null : await findFileState(tools.use(), scopeRef, place);
  if (state?.placed !== true) return;
  const noted = { scope, place, erased: [], at: tools.now() };
  await tools.store.write("noteFile", { ...noted, state: { ...state, placed: false } });
}

/** An editor may remove a file before it writes it again. */
const GONE_MS = 200;

/** The edits that earlier tries of the same sync have taken already. */
interface Progress {
  readonly edits: MarkdownEdit[];
  readonly conflicts: Conflict[];
}

async function syncOnce(
  syncing: Syncing,
  file: string,
  { acceptRemovals = false, signal }: MarkdownSyncOptions,
  done: Progress,
): Promise<MarkdownReport | null> {
  const { tools, scope, acting } = syncing;
  const look = await lookAt(syncing, file, signal);
  const { edits, conflicts, held } = plan(look, acceptRemovals);
  if (look.deleted && edits.length > 0) {
    await setTimeout(GONE_MS);
    if (existsSync(file)) return null;
  }
  const context = {
    ...tools.context(scope, "edited in the Markdown file", { ...acting, actor: "markdown" }),
    batch: randomUUID(),
  };
  const { rows, updated } = look;
  const applied = await applyFileEdits({ tools, rows, updated, file, context, signal }, edits);
  const isTold = (edit: AppliedEdit): boolean =>
    edit.kind === "refused" && done.edits.some(({ id, reason }) => id === edit.id && reason === edit.reason);
  for (const edit of applied) {
    if (!isTold(edit)) done.edits.push({ kind: edit.kind, id: edit.id, reason: edit.reason });
  }
  done.conflicts.push(...conflicts);
  const after = applied.length === 0 ? look.rows : await rowsByFileId(syncing);
  const written = await writeFiles(syncing, look, after, applied);
  if (written === null) return null;
  return {
    file,
    archive: written.split ? look.archive.path : null,
    entries: written.entries,
    edits: done.edits,
    conflicts: done.conflicts,
    held,
    written: written.isNew,
    unparsed: look.broken.map(({ id, problem }) => ({ id, problem })),
  };
}

/** The same where nobody asked for a file: `null` where there is none, was none, and is nothing to write. */
export async function syncInBackground(
  syncing: Syncing,
  closed: AbortSignal,
): Promise<MarkdownReport | null> {
  const { tools, scope } = syncing;
  const file = await realFile(markdownFile(scope, tools.settings.markdown));
  if (!existsSync(file)) {
    const { rows, names, state, archive } = await lookAt(syncing, file, closed);
    // Backups may hold what is erased.
    const erased = (state?.renders ?? []).some(({ entries }) => Object.values(entries).includes(""));
    const isNew = state?.placed !== true && archive.snapshot.text === null && !erased;
    if (isNew && fileEntries(rows, names, tools).length === 0) return null;
  }
  return syncFile(syncing, {}, closed);
}

/** Reports what a sync would do, without doing it. */
export async function diffFile(syncing: Syncing, options: MarkdownSyncOptions): Promise<MarkdownDiff> {
  refuseBound(syncing);
  const { tools, scope } = syncing;
  const file = await realFile(markdownFile(scope, tools.settings.markdown, options.file));
  const look = await lookAt(syncing, file, options.signal);
  const { edits, conflicts, held } = plan(look, options.acceptRemovals ?? false);
  const toWrite = fileEntries(look.rows, look.names, tools);
  const inFile = sumsOf(look.entries);
  const inDatabase = sumsOf(toWrite);
  const touched = new Set(edits.flatMap((edit) => (edit.kind === "add" ? (edit.entry.id ?? []) : edit.id)));
  const ids = (from: Rendered, isSelected: (id: string) => boolean): string[] =>
    Object.keys(from).filter((id) => !touched.has(id) && isSelected(id));
  const toFile = {
    added: ids(inDatabase, (id) => inFile[id] === undefined),
    changed: ids(inDatabase, (id) => inFile[id] !== undefined && inFile[id] !== inDatabase[id]),
    removed: ids(inFile, (id) => inDatabase[id] === undefined),
  };
  const isSame = edits.length + toFile.added.length + toFile.changed.length + toFile.removed.length === 0;
  return {
    file,
    archive: look.archive.snapshot.text === null ? null : look.archive.path,
    entries: toWrite.length,
    edits: edits.map((edit) => ({
      kind: ({ add: "added", change: "changed", remove: "removed" } as const)[edit.kind],
      id: edit.kind === "add" ? edit.entry.id : edit.id,
      reason: null,
    })),
    conflicts,
    held,
    written: !isSame,
    toFile,
    unparsed: look.broken.map(({ id, problem }) => ({ id, problem })),
  };
}

export async function statusOfFile(syncing: Syncing, options: MarkdownSyncOptions): Promise<MarkdownStatus> {
  const diff = await diffFile(syncing, options);
  const { toFile, file } = diff;
  const look = await lookAt(syncing, file, options.signal);
  const backups: string[] = [];
  for (const name of backupsOf(file, syncing.tools.settings.markdown.backups)) {
    if ((await readSnapshot(name)).text !== null) backups.push(name);
  }
  return {
    file,
    archive: diff.archive,
    exists: look.main.snapshot.text !== null,
    entries: look.entries.length,
    unparsed: look.broken.length,
    edits: diff.edits.length,
    behind: toFile.added.length + toFile.changed.length + toFile.removed.length,
    updatedAt: look.updated === null ? null : new Date(look.updated),
    backups,
  };
}

/** The whole text from the database, for who has no file. */
export async function renderRows(syncing: Syncing): Promise<string> {
  refuseBound(syncing);
  const entries = fileEntries(await rowsByFileId(syncing), await shownNamesOf(syncing), syncing.tools);
  const updated = syncing.tools.now();
  return renderMarkdown(EMPTY, { entries, unparsed: [], updated, total: entries.length });
}

/** The file holds all memories of the scope: who may see only some of them has none. */
function refuseBound({ acting, scope }: Syncing): void {
  if (acting.access.categories === null) return;
  throw new MemoirError(
    "not_allowed",
    `The file of ${formatScope(scope)} holds all its memories, and this handle may see some categories only.`,
  );
}

/** Not every file system tells of changes, and other processes write to the database. */
const POLL_MS = 250;
/** An editor that empties a file before it writes it needs a moment. */
const EMPTY_MS = 2_000;

/**
 * Syncs whenever the file or the memories change, however an editor saves: by replacing the file, by emptying and writing
 * it, or in place. Each report is one sync that did something. Ends when a signal aborts.
 */
export async function* watchFile(
  syncing: Syncing,
  options: MarkdownSyncOptions,
  settleMs: number,
  engine: Pick<FeedContext, "onChange" | "closed">,
): AsyncGenerator<MarkdownReport, void, void> {
  const { tools, scope } = syncing;
  const file = await realFile(markdownFile(scope, tools.settings.markdown, options.file));
  const files = [file, archiveOf(file)];
  await makeFolder(file);
  const stop =
    options.signal === undefined ? engine.closed : AbortSignal.any([engine.closed, options.signal]);
  const { wake, wait } = createWakeSignal();
  stop.addEventListener("abort", wake, { once: true });
  let watcher: FSWatcher | undefined;
  const unlisten = engine.onChange(wake);
  try {
    watcher = watch(dirname(file), wake);
    // Where the folder itself goes away, looking now and then is enough.
    watcher.on("error", () => watcher?.close());
    let seen = "";
    while (!stop.aborted) {
      const now = `${await stampOf(files)} ${await revOf(syncing)}`;
      if (now !== seen) {
        await untilSettled(files, settleMs, stop);
        const isFirst = seen === "";
        // Taken before the sync: an edit during it is seen by the next look.
        seen = `${await stampOf(files)} ${await revOf(syncing)}`;
        const report = await syncFile(syncing, options, stop);
        if (isFirst || isNews(report)) yield report;
      }
      await wait(POLL_MS);
    }
  } catch (error) {
    // Closing ends a watch; it is no failure of it.
    if (!(stop.aborted && MemoirError.is(error) && ["closed", "aborted"].includes(error.code))) throw error;
  } finally {
    stop.removeEventListener("abort", wake);
    unlisten();
    watcher?.close();
  }
}

function isNews({ written, edits, conflicts, held }: MarkdownReport): boolean {
  return written || edits.length + conflicts.length + held.length > 0;
}

/** Which files these are, how long they are, and when they were last written. */
async function stampOf(files: readonly string[]): Promise<string> {
  const stamps = await Promise.all(files.map((file) => stat(file, { bigint: true }).catch(() => null)));
  return stamps.map((one) => (one === null ? "-" : `${one.ino}:${one.size}:${one.mtimeNs}`)).join(" ");
}

async function revOf({ tools, scope }: Syncing): Promise<number> {
  return (await findScope(tools.use(), scope))?.rev ?? 0;
}

/** Waits until nobody has written for a while; for a file that was emptied, longer. */
async function untilSettled(files: readonly string[], settleMs: number, stop: AbortSignal): Promise<void> {
  const until = performance.now() + EMPTY_MS;
  for (let before = await stampOf(files); !stop.aborted; ) {
    await setTimeout(settleMs, undefined, { signal: stop }).catch(() => undefined);
    const now = await stampOf(files);
    const isEmpty = /^(?:-|\d+:0:)/.test(now);
    if (now === before && (!isEmpty || performance.now() > until)) return;
    before = now;
  }
}
