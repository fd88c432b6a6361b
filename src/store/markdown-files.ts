import { SHORT_ID } from "../domain/memory.ts";
import type { OpenScope } from "./scopes.ts";
import type { Reader, Tx } from "./tx.ts";

/** The entries of a file by their ids, each as a short text that tells whether somebody changed it; `""`: erased. */
export type Rendered = Readonly<Record<string, string>>;

/** What is known of a scope's file at one place. */
export interface FileState {
  /** As the file was last written. */
  readonly rendered: Rendered;
  /** As it is being written; `null`: the last writing was finished. */
  readonly next: Rendered | null;
  /** The archive was in a file of its own. */
  readonly split: boolean;
}

export async function findFileState(
  reader: Reader,
  tenant: string,
  scope: number,
  place: string,
): Promise<FileState | null> {
  const row = await reader.one<{ state: string }>(
    "select state from markdown_file where tenant = $1 and scope = $2 and place = $3",
    [tenant, scope, place],
  );
  return row === undefined ? null : (JSON.parse(row.state) as FileState);
}

/** The scope that another file state at this place belongs to; `undefined`: none. */
export function otherScopeAt(
  reader: Reader,
  tenant: string,
  scope: number,
  place: string,
): Promise<{ kind: string; id: string } | undefined> {
  return reader.one(
    `select s.kind, s.id from markdown_file f join scope s on s.tenant = f.tenant and s.num = f.scope
     where f.tenant = $1 and f.place = $3 and f.scope <> $2 limit 1`,
    [tenant, scope, place],
  );
}

export async function putFileState(
  tx: Tx,
  scope: OpenScope,
  place: string,
  state: FileState,
  at: number,
): Promise<void> {
  await tx.run(
    `insert into markdown_file (tenant, scope, place, state, updated_at) values ($1, $2, $3, $4, $5)
     on conflict (tenant, scope, place) do update set state = excluded.state, updated_at = excluded.updated_at`,
    [scope.tenant, scope.num, place, JSON.stringify(state), at],
  );
}

/** What is erased leaves no hash of its words; that it was in a file is kept, so that it is taken out of that file. */
export async function eraseFromFiles(tx: Tx, scope: OpenScope, id: string): Promise<void> {
  const name = id.slice(0, SHORT_ID);
  const rows = await tx.all<{ place: string; state: string; updated_at: number }>(
    "select place, state, updated_at from markdown_file where tenant = $1 and scope = $2",
    [scope.tenant, scope.num],
  );
  for (const { place, state: json, updated_at } of rows) {
    const { rendered, next, split } = JSON.parse(json) as FileState;
    const without = (entries: Rendered): Rendered => ({ ...entries, [name]: "" });
    // Also where it was not in the file: a block that could not be read may hold it.
    const state = { rendered: without(rendered), next: next === null ? null : without(next), split };
    await putFileState(tx, scope, place, state, updated_at);
  }
}
