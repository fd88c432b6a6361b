import type { Scope } from "../../domain/scope.ts";
import { type FileRender, type FileState, findFileState, putFileState } from "../markdown-files.ts";
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
    const before = await findFileState(tx, scope, place);
    // What was erased meanwhile must leave the file yet.
    const fresh = (before?.renders ?? []).flatMap(({ entries }) =>
      Object.entries(entries).filter(([id, sum]) => sum === "" && !erased.includes(id)),
    );
    const kept = ({ at: written, entries }: FileRender): FileRender => ({
      at: written,
      entries: { ...entries, ...Object.fromEntries(fresh) },
    });
    await putFileState(scope, place, { ...state, renders: state.renders.map(kept) }, at);
  });
}
