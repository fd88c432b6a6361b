import type { Scope } from "../domain/scope.ts";
import type { PlacedMemoryRow } from "../store/memory-search.ts";
import {
  type ChangedScope,
  changedMemories,
  nextChangedScope,
  type UpkeepMark,
} from "../store/upkeep-marks.ts";
import { decodeVector, vectorsOfText } from "../store/vectors.ts";
import { type Near, nearTo } from "../write/nearest.ts";
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

/** The memories of its scope nearest to a memory, by words and by meaning, without itself. */
export async function neighboursOf(
  tools: UpkeepTools,
  place: ChangedPage["place"],
  row: PlacedMemoryRow,
): Promise<Near[]> {
  const stored = await vectorsOfText(tools.store.read, place, "m", row.num);
  const vectors = stored.map(({ model, data }) => ({ model, vector: decodeVector(data) }));
  const near = await nearTo(tools, place, row.text, vectors);
  return near.filter((one) => one.row.id !== row.id);
}

/**
 * Waits for steps in several scopes that were begun together: SQLite makes one commit of them instead of one for each. All
 * have ended when one's failure is thrown.
 */
export async function atOnce<T>(steps: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(steps);
  return Promise.all(steps);
}

/** Memories changed in one transaction: each is some statements, and others want to write too. */
const BATCH = 50;

/** Rows of one scope together, a transaction's worth at a time, in the order in which the scopes come. */
function batchesOf<T>(
  rows: readonly T[],
  placed: (row: T) => { readonly scope_kind: string; readonly scope_id: string },
): T[][] {
  const byScope = Map.groupBy(rows, (row) => {
    const { scope_kind, scope_id } = placed(row);
    return JSON.stringify([scope_kind, scope_id]);
  });
  return [...byScope.values()].flatMap((own) =>
    Array.from({ length: Math.ceil(own.length / BATCH) }, (_, i) => own.slice(i * BATCH, (i + 1) * BATCH)),
  );
}

/** The same in groups of at most as many rows, or of one batch: the batches of a group are written together. */
export function groupsOf<T>(
  rows: readonly T[],
  placed: (row: T) => { readonly scope_kind: string; readonly scope_id: string },
): (readonly T[])[][] {
  const groups: (readonly T[])[][] = [];
  let held = BATCH;
  for (const batch of batchesOf(rows, placed)) {
    if (held + batch.length > BATCH) {
      groups.push([]);
      held = 0;
    }
    groups.at(-1)!.push(batch);
    held += batch.length;
  }
  return groups;
}

/** The first so many items of a group. */
export function firstOf<T>(group: readonly (readonly T[])[], most: number): (readonly T[])[] {
  let left = most;
  return group
    .map((batch) => {
      const some = batch.slice(0, left);
      left -= some.length;
      return some;
    })
    .filter((batch) => batch.length > 0);
}

export function countIn(group: readonly (readonly unknown[])[]): number {
  return group.reduce((sum, batch) => sum + batch.length, 0);
}
