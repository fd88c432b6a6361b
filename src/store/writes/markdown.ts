import type { Scope } from "../../domain/scope.ts";
import { type FileState, findFileState, putFileState, type Rendered } from "../markdown-files.ts";
import type { Tx } from "../tx.ts";
import { inScope } from "./context.ts";

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
export function noteFile(tx: Tx, args: NoteFileArgs): Promise<void> {
  const { place, state, erased, at } = args;
  return inScope(tx, args, async (scope) => {
    const before = await findFileState(tx, scope.tenant, scope.num, place);
    // What was erased meanwhile must leave the file yet.
    const fresh = Object.entries({ ...before?.rendered, ...before?.next })
      .filter(([id, sum]) => sum === "" && !erased.includes(id))
      .map(([id]) => [id, ""] as const);
    const kept = (entries: Rendered): Rendered => ({ ...entries, ...Object.fromEntries(fresh) });
    const next = state.next === null ? null : kept(state.next);
    await putFileState(tx, scope, place, { ...state, rendered: kept(state.rendered), next }, at);
  });
}
