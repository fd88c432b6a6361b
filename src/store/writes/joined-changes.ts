import { broughtBackWith, type HistoryRow, lastUndoable } from "../tables/history.ts";
import { type MemoryRow, mergedInto } from "../tables/memories.ts";
import { IN_SCOPE, type OpenScope } from "../tables/scopes.ts";

/**
 * A claim and what it replaced came as one: of a whole scope, the claim's own change stands for both. So do a restored
 * memory and the one that it ended, also if only that one is named, and a forgotten memory and those that it brought back.
 */
export async function lastChange(
  scope: OpenScope,
  { id, categories }: { readonly id: string | null; readonly categories?: readonly string[] | undefined },
): Promise<HistoryRow | undefined> {
  const newest = (memory: string | undefined): Promise<HistoryRow | undefined> =>
    lastUndoable(scope, { memory, categories });
  const last = await newest(id ?? undefined);
  if (last === undefined) return undefined;
  const by = replacedBy(last);
  const cause = by === null ? undefined : await newest(by);
  if (cause !== undefined && (id === null || (cause.event === "RESTORE" && cause.at === last.at)))
    return cause;
  const ended = id === null && last.event === "RESTORE" ? endedBy(last) : null;
  const forgetting = ended === null ? undefined : await newest(ended);
  return forgetting?.at === last.at && statusIn(forgetting.after ?? "{}") === "soft_deleted"
    ? forgetting
    : last;
}

function replacedBy({ after }: HistoryRow): string | null {
  if (after === null) return null;
  const { status, superseded_by, merged_into } = JSON.parse(after) as Partial<MemoryRow>;
  return status === "superseded" ? (superseded_by ?? merged_into ?? null) : null;
}

/** The changes by which others were merged into a memory together with a change of it, newest first. */
export async function mergedWith(
  scope: OpenScope,
  { memory, rev, event }: HistoryRow,
): Promise<HistoryRow[]> {
  if (event !== "MERGE") return [];
  const changes = await takenPlaces(scope, await mergedInto(scope, memory), { memory, rev });
  return changes.sort((a, b) => b.rev - a.rev);
}

/** The changes by which a claim has replaced others, at or after a change of the claim. */
export async function replacedSince(scope: OpenScope, { memory, rev }: HistoryRow): Promise<HistoryRow[]> {
  const rows = await scope.all<{ id: string }>(
    `select id from memory where ${IN_SCOPE} and status = 'superseded' and superseded_by = $3 order by num`,
    [memory],
  );
  return takenPlaces(scope, rows, { memory, rev });
}

/** The last changes of some memories, as far as a memory replaced them after a change of that memory. */
async function takenPlaces(
  scope: OpenScope,
  rows: readonly { readonly id: string }[],
  { memory, rev }: Pick<HistoryRow, "memory" | "rev">,
): Promise<HistoryRow[]> {
  const changes: HistoryRow[] = [];
  for (const { id } of rows) {
    const last = await lastUndoable(scope, { memory: id });
    if (last !== undefined && last.rev > rev && replacedBy(last) === memory) changes.push(last);
  }
  return changes;
}

/** The changes by which a forgotten memory brought back those that it had replaced. */
export async function broughtBackBy(scope: OpenScope, last: HistoryRow): Promise<HistoryRow[]> {
  const { memory, after } = last;
  if (after === null || statusIn(after) !== "soft_deleted") return [];
  return (await broughtBackWith(scope, last)).filter((row) => endedBy(row) === memory);
}

/** The memory that had replaced one before a change brought it back. */
function endedBy({ before }: HistoryRow): string | null {
  return before === null ? null : ((JSON.parse(before) as Partial<MemoryRow>).superseded_by ?? null);
}

function statusIn(fields: string): MemoryRow["status"] | undefined {
  return (JSON.parse(fields) as Partial<MemoryRow>).status;
}
