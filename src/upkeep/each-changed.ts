import type { Scope } from "../domain/scope.ts";
import type { PlacedMemoryRow } from "../store/memory-search.ts";
import {
  type ChangedScope,
  changedMemories,
  nextChangedScope,
  type UpkeepMark,
} from "../store/upkeep-marks.ts";
import type { Run, UpkeepTools } from "./task.ts";

/** Memories that one step looks at. */
const PAGE = 100;

/** Some memories of a scope that have changed since a job last looked. */
export interface ChangedPage {
  readonly scope: Scope;
  readonly place: ChangedScope;
  readonly rows: readonly PlacedMemoryRow[];
  /** To be written with the step's effect, so that the next run does not look at these again. */
  readonly mark: UpkeepMark | undefined;
  /** Where the run continues after this step. */
  readonly next: string;
}

/**
 * Goes through the active memories that have changed since a job last looked, scope by scope. What a run costs depends on
 * what has changed, not on what there is. A step that answers `leave` ends the look at its scope: the next run looks again
 * from the scope's mark. Returns whether a limit ended it.
 */
export async function eachChanged(
  run: Run,
  { store }: UpkeepTools,
  name: string,
  step: (page: ChangedPage) => Promise<"leave" | undefined>,
): Promise<boolean> {
  const { tenant } = run;
  for (let [from, after, rev] = placeOf(run.place); ; ) {
    run.signal.throwIfAborted();
    if (run.isFull()) return true;
    const found = await nextChangedScope(store.read, tenant, name, from);
    if (found === undefined) return false;
    const goesOn = found.num === from && after > 0;
    const upTo = goesOn ? rev : found.rev;
    const page = { after: goesOn ? after : 0, limit: PAGE };
    const rows = await changedMemories(store.read, found, page);
    const isLast = rows.length < PAGE;
    [from, after, rev] = isLast ? [found.num + 1, 0, 0] : [found.num, rows.at(-1)!.num, upTo];
    const { kind, id } = found;
    const went = await step({
      ...{ scope: { tenant, kind, id }, place: found, rows },
      ...{ mark: isLast ? { name, rev: upTo } : undefined, next: `${from}.${after}.${rev}` },
    });
    if (went === "leave") [from, after, rev] = [found.num + 1, 0, 0];
    run.count("rows", rows.length);
  }
}

function placeOf(place: string | null): [scope: number, memory: number, rev: number] {
  const [scope = 0, memory = 0, rev = 0] = (place ?? "").split(".").map(Number);
  return [scope, memory, rev];
}
