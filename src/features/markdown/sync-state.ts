import { checkAborted, MemoirError } from "../../domain/errors.ts";
import {
  EMPTY,
  type FileEntry,
  type MarkdownDocument,
  type WrittenEntry,
} from "../../domain/markdown/format.ts";
import { parseInSteps } from "../../domain/markdown/parse.ts";
import { SHORT_ID } from "../../domain/memory.ts";
import type { Scope } from "../../domain/scope.ts";
import { shownText } from "../../language/shown-name.ts";
import { giveWay, runInSteps } from "../../runtime/yield.ts";
import { type AuthorNames, namesIn } from "../../store/tables/authors.ts";
import type { MemoryRow } from "../../store/tables/memories.ts";
import { memoriesAfter } from "../../store/tables/memory-search.ts";
import { findScope } from "../../store/tables/scopes.ts";
import { type FileState, findFileState, isOthersFile } from "../../store/writes/markdown.ts";
import type { Acting, WriteTools } from "../../write/tools/write-tools.ts";
import { archiveOf, type FileSnapshot, fileKeyOf, readSnapshot } from "./files.ts";
import { byScore, fileEntryOf } from "./row-entry.ts";

/** Where a sync works, and for whom. */
export interface Syncing {
  readonly tools: WriteTools;
  readonly scope: Scope;
  readonly acting: Acting;
}

export interface FileLook {
  readonly path: string;
  readonly snapshot: FileSnapshot;
  readonly document: MarkdownDocument;
}

/** The file, the database, and what was last written. */
export interface SyncState {
  readonly main: FileLook;
  readonly archive: FileLook;
  readonly entries: readonly FileEntry[];
  readonly broken: MarkdownDocument["broken"];
  readonly updated: number | null;
  readonly rows: ReadonlyMap<string, MemoryRow>;
  readonly names: Names;
  readonly state: FileState | null;
  /** Somebody deleted the file, and the settings say what that means. */
  readonly deleted: boolean;
  readonly fileKey: string;
  readonly now: number;
  readonly withMeta: boolean;
}

export async function lookAt(
  syncing: Syncing,
  file: string,
  signal: AbortSignal | undefined,
): Promise<SyncState> {
  const { tools, scope } = syncing;
  const main = await lookAtFile(file);
  checkAborted(signal);
  const archive = await lookAtFile(archiveOf(file));
  checkAborted(signal);
  const place = fileKeyOf(file);
  const scopeRef = await findScope(tools.use(), scope);
  if (await isOthersFile(tools.use(), scope.tenant, scopeRef?.num ?? null, place)) throw othersFile(file);
  const state = scopeRef === undefined ? null : await findFileState(tools.use(), scopeRef, place);
  const deleted =
    tools.settings.markdown.deleted === "forget" && main.snapshot.text === null && state?.placed === true;
  return {
    main,
    archive,
    state,
    deleted,
    fileKey: place,
    now: tools.now(),
    withMeta: tools.settings.markdown.meta,
    entries: [...main.document.entries, ...archive.document.entries],
    broken: [...main.document.broken, ...archive.document.broken],
    updated: main.document.updated ?? archive.document.updated,
    rows: await rowsByFileId(syncing),
    names: await shownNamesOf(syncing),
  };
}

async function lookAtFile(path: string): Promise<FileLook> {
  const snapshot = await readSnapshot(path);
  const document = snapshot.text === null ? EMPTY : await runInSteps(parseInSteps(snapshot.text));
  return { path, snapshot, document };
}

/** All memories of a scope, whatever their status, by the id that a file shows. */
export async function rowsByFileId({ tools, scope }: Syncing): Promise<Map<string, MemoryRow>> {
  const rows = new Map<string, MemoryRow>();
  const scopeRow = await findScope(tools.use(), scope);
  if (scopeRow === undefined) return rows;
  for (let after = 0; ; ) {
    const page = await memoriesAfter(tools.use(), scopeRow, after, PAGE);
    for (const row of page) rows.set(row.id.slice(0, SHORT_ID), row);
    if (page.length < PAGE) return rows;
    after = page.at(-1)!.num;
    await giveWay();
  }
}

const PAGE = 1_000;

type Names = ReadonlyMap<string, AuthorNames>;

/** The names under which the file shows the people of a scope that several share; none in a user's own scope. */
export async function shownNamesOf({ tools, scope }: Syncing): Promise<Names> {
  const scopeRow = scope.kind === "user" ? undefined : await findScope(tools.use(), scope);
  return scopeRow === undefined ? new Map() : namesIn(tools.use(), scopeRow);
}

/** A memory with its text as the file shows it. */
export function shownRow(row: MemoryRow, names: Names): MemoryRow {
  return names.size === 0 ? row : { ...row, text: shownText(row, names) };
}

export function fileEntries(
  rows: ReadonlyMap<string, MemoryRow>,
  names: Names,
  { now, settings }: WriteTools,
): WrittenEntry[] {
  const at = now();
  const entries = [...rows.values()].map((row) =>
    fileEntryOf(shownRow(row, names), at, settings.markdown.meta),
  );
  return entries.filter((entry) => entry !== null).sort(byScore);
}

/** Two scopes in one file would take each other's entries for removed ones. */
function othersFile(file: string): MemoirError {
  return new MemoirError(
    "conflict",
    `${file} is the file of another scope, and each has its own. Name another one, or put {name} or {tenant} into markdown.path.`,
    { details: { file } },
  );
}
