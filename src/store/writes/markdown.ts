import { SHORT_ID } from "../../domain/memory.ts";
import type { Scope } from "../../domain/scope.ts";
import { findScope, IN_SCOPE, type OpenScope, type ScopeRef, scopeReader } from "../tables/scopes.ts";
import type { SqlReader } from "../tx.ts";
import { scopeWrite } from "./context.ts";

export interface NoteFileArgs {
  scope: Scope;
  /** The machine and the path. */
  place: string;
  state: FileState;
  /** Ids that were erased, and that the writer of the file knows of. */
  erased: readonly string[];
  at: number;
}

/** Remembers what a scope's MEMORY.md says. No memory changes. */
export const noteFile = scopeWrite(async (scope, args: NoteFileArgs): Promise<void> => {
  const { place, state, erased, at } = args;
  const before = await findFileState(scope.tx, scope, place);
  // Memories erased meanwhile must still be removed from the file.
  const fresh = (before?.renders ?? []).flatMap(({ entries }) =>
    Object.entries(entries).filter(([id, sum]) => sum === "" && !erased.includes(id)),
  );
  await putFileState(scope, place, withEntries(state, Object.fromEntries(fresh)), at);
});

/** The same state, with these entries in each version. */
function withEntries(state: FileState, more: Rendered): FileState {
  const renders = state.renders.map(({ at, entries }) => ({ at, entries: { ...entries, ...more } }));
  return { ...state, renders };
}

/** The entries of a file by their ids, each as a short text that tells whether somebody changed it; `""`: erased. */
export type Rendered = Readonly<Record<string, string>>;

/** A version of a file that was written, or was about to be. */
export interface FileRender {
  /** The time that the file says it was written at: by this a version is known again. */
  readonly at: number;
  readonly entries: Rendered;
}

/** The recorded state of a scope's file at one path. */
export interface FileState {
  /** The last versions, the newest first: an editor may still have an older one open. */
  readonly renders: readonly FileRender[];
  /** The archive was in a separate file. */
  readonly split: boolean;
  /** The first of these versions is known to have been put in its place. Absent in older databases. */
  readonly placed?: boolean;
}

export async function findFileState(
  reader: SqlReader,
  scope: ScopeRef,
  fileKey: string,
): Promise<FileState | null> {
  const row = await scopeReader(reader, scope).one<{ state: string }>(
    `select state from markdown_file where ${IN_SCOPE} and place = $3`,
    [fileKey],
  );
  return row === undefined ? null : (JSON.parse(row.state) as FileState);
}

/**
 * Whether the file at a place belongs to another scope, of whatever tenant: a place is one file of one machine. It tells
 * nothing else about that scope.
 */
export async function isOthersFile(
  reader: SqlReader,
  tenant: string,
  scope: number | null,
  fileKey: string,
): Promise<boolean> {
  const row = await reader.one(
    "select 1 as found from markdown_file where place = $3 and (tenant <> $1 or scope <> $2) limit 1",
    [tenant, scope ?? -1, fileKey],
  );
  return row !== undefined;
}

/** The machines and paths of all files, or of those of one scope. */
export async function filesOfScope(reader: SqlReader, scope: Scope | null): Promise<string[]> {
  const scopeRef = scope === null ? null : await findScope(reader, scope);
  if (scopeRef === undefined) return [];
  const rows = await (scopeRef === null
    ? reader.all<{ place: string }>("select place from markdown_file")
    : scopeReader(reader, scopeRef).all<{ place: string }>(
        `select place from markdown_file where ${IN_SCOPE}`,
      ));
  return rows.map(({ place }) => place);
}

async function putFileState(scope: OpenScope, fileKey: string, state: FileState, at: number): Promise<void> {
  await scope.run(
    `insert into markdown_file (tenant, scope, place, state, updated_at) values ($1, $2, $3, $4, $5)
     on conflict (tenant, scope, place) do update set state = excluded.state, updated_at = excluded.updated_at`,
    [fileKey, JSON.stringify(state), at],
  );
}

/**
 * An erased memory leaves no hash of its text; the record that it was in a file stays, so that it is removed from that
 * file.
 */
export async function eraseFromFiles(scope: OpenScope, id: string): Promise<void> {
  const name = id.slice(0, SHORT_ID);
  const rows = await scope.all<{ place: string; state: string; updated_at: number }>(
    `select place, state, updated_at from markdown_file where ${IN_SCOPE}`,
  );
  for (const { place, state: json, updated_at } of rows) {
    // Also where it was not in the file: a block that could not be read may hold it.
    const state = withEntries(JSON.parse(json) as FileState, { [name]: "" });
    await putFileState(scope, place, state, updated_at);
  }
}
