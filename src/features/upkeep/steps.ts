import type { Scope } from "../../domain/scope.ts";
import type { NumberedMemoryRow } from "../../store/tables/memory-search.ts";
import {
  type ChangedScope,
  changedMemories,
  nextChangedScope,
  type UpkeepMark,
} from "../../store/tables/upkeep-marks.ts";
import { decodeVector, vectorsOfText } from "../../store/tables/vectors.ts";
import { type Near, nearTo } from "../../write/decide/nearest.ts";
import type { Run } from "./task.ts";

/** Memories that one step looks at. */
const PAGE = 100;

/** Some memories of a scope that a job has to look at. */
export interface ChangedPage {
  readonly scope: Scope;
  readonly scopeRef: ChangedScope;
  readonly rows: readonly NumberedMemoryRow[];
  /** To be written with the step's effect, so that the next run does not look at these again. */
  readonly mark: UpkeepMark | undefined;
  /** Where the run continues after this step. */
  readonly next: string;
}

/**
 * Goes through the active memories that have changed since a job last looked, scope by scope. The cost of a run depends
 * on the number of changes, not on the number of memories. A step that answers `leave` ends the look at its scope: the
 * next run looks again from the scope's mark. Returns whether a limit ended it. `next` finds the scopes from a number on.
 * Default: those in which memories have changed.
 */
export async function eachChanged(
  run: Run,
  name: string,
  step: (page: ChangedPage) => Promise<"leave" | undefined>,
  next: (from: number) => Promise<ChangedScope | undefined> = (from) =>
    nextChangedScope(run.tools.store.read, run.tenant, name, from),
): Promise<boolean> {
  const { tenant } = run;
  const { read } = run.tools.store;
  for (let [from, after, rev] = placeOf(run.cursor); ; ) {
    run.signal.throwIfAborted();
    if (run.isFull()) return true;
    const changedScope = await next(from);
    if (changedScope === undefined) return false;
    const goesOn = changedScope.num === from && after > 0;
    const upTo = goesOn ? rev : changedScope.rev;
    const page = { after: goesOn ? after : 0, limit: PAGE };
    const rows = await changedMemories(read, changedScope, page);
    const isLast = rows.length < PAGE;
    [from, after, rev] = isLast ? [changedScope.num + 1, 0, 0] : [changedScope.num, rows.at(-1)!.num, upTo];
    const { kind, id } = changedScope;
    const went = await step({
      scope: { tenant, kind, id },
      scopeRef: changedScope,
      rows,
      mark: isLast ? { name, rev: upTo } : undefined,
      next: `${from}.${after}.${rev}`,
    });
    if (went === "leave") [from, after, rev] = [changedScope.num + 1, 0, 0];
    run.count("rows", rows.length);
  }
}

function placeOf(cursor: string | null): [scope: number, memory: number, rev: number] {
  const [scope = 0, memory = 0, rev = 0] = (cursor ?? "").split(".").map(Number);
  return [scope, memory, rev];
}

/** The memories of its scope nearest to a memory, by words and by meaning, without itself. */
export async function neighboursOf(
  { tools }: Run,
  scopeRef: ChangedScope,
  row: NumberedMemoryRow,
): Promise<Near[]> {
  const stored = await vectorsOfText(tools.store.read, scopeRef, "m", row.num);
  const vectors = stored.map(({ model, data }) => ({ model, vector: decodeVector(data) }));
  const near = await nearTo(tools, scopeRef, row.text, vectors);
  return near.filter((one) => one.row.id !== row.id);
}

/**
 * Waits for steps in several scopes that were begun together: SQLite makes one commit of them instead of one for each. All
 * have ended when one's failure is thrown.
 */
export async function awaitAll<T>(steps: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(steps);
  return Promise.all(steps);
}

/** Memories changed in one transaction: each is some statements, and others want to write too. */
const BATCH = 50;

interface ScopedRow {
  readonly scope_kind: string;
  readonly scope_id: string;
}

/**
 * Changes rows, some at a time, as far as the limits of the run allow: `write` gets those of one scope, then `note` each of
 * them. Says whether a limit was reached before all were done.
 */
export async function changeRows<R extends ScopedRow>(
  run: Run,
  rows: readonly R[],
  write: (scopeRows: readonly R[]) => Promise<unknown>,
  note: (row: R) => void,
): Promise<boolean> {
  for (const group of groupsOf(rows)) {
    run.signal.throwIfAborted();
    if (run.isFull()) return true;
    const some = group.slice(0, run.rowsLeft());
    if (!run.dryRun) await awaitAll(byScope(some).map(write));
    for (const row of some) {
      if (run.dryRun) run.count("rows");
      note(row);
    }
    if (some.length < group.length) return true;
  }
  return false;
}

/** Rows that are written together: of one scope or of several small ones, in the order in which the scopes come. */
function groupsOf<R extends ScopedRow>(rows: readonly R[]): R[][] {
  const groups: R[][] = [];
  for (const scopeRows of byScope(rows)) {
    for (let i = 0; i < scopeRows.length; i += BATCH) {
      const batch = scopeRows.slice(i, i + BATCH);
      if ((groups.at(-1)?.length ?? BATCH) + batch.length > BATCH) groups.push([]);
      groups.at(-1)!.push(...batch);
    }
  }
  return groups;
}

function byScope<R extends ScopedRow>(rows: readonly R[]): R[][] {
  const key = ({ scope_kind, scope_id }: R): string => JSON.stringify([scope_kind, scope_id]);
  return [...Map.groupBy(rows, key).values()];
}
