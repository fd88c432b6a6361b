import { mayTouch } from "../../domain/allowlist.ts";
import { SHORT_ID } from "../../domain/memory.ts";
import { evidenceOf } from "../tables/evidence.ts";
import {
  findMemory,
  type MemoryRow,
  memoryNum,
  mergedInto,
  replacedMemories,
  statusAt,
} from "../tables/memories.ts";
import { replacedWith } from "../tables/review-queue.ts";
import { IN_SCOPE, type OpenScope } from "../tables/scopes.ts";
import { intervalsOf, reopenInterval } from "../tables/validity.ts";
import { bandColumns, changeMemory } from "./change-memory.ts";
import { supersede } from "./claim.ts";
import type { WriteContext } from "./context.ts";

const shortId = (id: string): string => id.slice(0, SHORT_ID);

/** The effects of a restored memory on others. */
export interface RestoreEffects {
  /** Memories that were current in its place and are superseded by it now. */
  ended: string[];
  /** Further memories that those had replaced. They stay superseded. */
  stillReplaced: string[];
}

/**
 * A restored memory takes its place back: it goes on as if it had never ended, and the memories that contradict it are
 * superseded by it. `before` is the row before it was restored, `restored` the active row.
 */
export async function supersedeReplacements(
  scope: OpenScope,
  context: WriteContext,
  before: MemoryRow,
  restored: MemoryRow,
): Promise<RestoreEffects> {
  if (restored.status !== "active" || before.status === "active") return { ended: [], stillReplaced: [] };
  if (before.superseded_by !== null) await reopenInterval(scope, restored.id, restored.rev);
  const instead = await currentInstead(scope, before, context.at);
  // A memory that was forgotten brought back those that it had replaced.
  const again = (await replacedWith(scope.tx, scope, restored.id)).filter(
    (row) => statusAt(row, context.at) === "active",
  );
  const ids = [...(instead === undefined ? [] : [instead]), ...again].map(({ id }) => id);
  const ended = await supersede(
    scope,
    { ...context, reason: `superseded: ${shortId(restored.id)} was restored in its place` },
    restored,
    { ids, until: await beginOf(scope, restored.id, context.at) },
  );
  const replacedRows = await replacedMemories(scope.tx, scope, ended);
  const stillReplaced = replacedRows.filter(
    ({ id, status }) => status === "superseded" && !ended.includes(id),
  );
  return { ended, stillReplaced: stillReplaced.map(({ id }) => id) };
}

/** Since when a memory is held to be true. */
export async function beginOf(scope: OpenScope, id: string, at: number): Promise<number> {
  const believed = (await intervalsOf(scope.tx, scope, id)).findLast(({ revTo }) => revTo === null);
  return believed?.validFrom.getTime() ?? at;
}

/**
 * The active memory at the end of the chain of replacements of one; `undefined`: there is none. From the second link on,
 * only newer memories are followed: one that was restored in place of a replacement did not replace the others.
 */
async function currentInstead(scope: OpenScope, row: MemoryRow, at: number): Promise<MemoryRow | undefined> {
  const seen = new Set([row.id]);
  let id = row.superseded_by;
  for (let from: string | null = null; id !== null && !seen.has(id); ) {
    if (from !== null && !(await isNewer(scope, id, from))) return undefined;
    seen.add(id);
    const next = await findMemory(scope.tx, scope, id);
    if (next === undefined || statusAt(next, at) === "active") return next;
    [from, id] = [id, next.superseded_by ?? next.merged_into];
  }
  return undefined;
}

async function isNewer(scope: OpenScope, id: string, than: string): Promise<boolean> {
  return ((await memoryNum(scope, id)) ?? 0) > ((await memoryNum(scope, than)) ?? 0);
}

/** The memories that forgotten ones had replaced. */
export interface Returns {
  /** Those that come back, with the memory whose forgetting brings them back. */
  readonly back: readonly { readonly row: MemoryRow; readonly by: string }[];
  /** Those that a person has to decide about. */
  readonly asks: readonly string[];
}

/** Memories on their way out. */
interface Going extends WriteContext {
  readonly ids: readonly string[];
  /** Events that go with them, by seq. Default: none. */
  readonly events?: readonly number[] | undefined;
  /** Default: true. */
  readonly bringBack?: boolean | undefined;
}

/**
 * Decides which memories come back when others go. A memory comes back if the one that goes was current and alone ended
 * it. It does not if another memory is current in place of both. All others are left to the caller.
 */
export async function planReturns(scope: OpenScope, args: Going): Promise<Returns> {
  const { ids, events, bringBack = true, at, categories } = args;
  const going = new Set(ids);
  const hidden = new Set(events);
  for (const id of going) for (const { event } of await evidenceOf(scope.tx, scope, id)) hidden.add(event);
  const back: Returns["back"][number][] = [];
  const asks: string[] = [];
  for (const id of going) {
    const by = await findMemory(scope.tx, scope, id);
    if (by === undefined) continue;
    const same = [id, ...(await mergedInto(scope, id)).map((merged) => merged.id)];
    for (const row of await replacedMemories(scope.tx, scope, same)) {
      if (going.has(row.id) || same.includes(row.id) || !ENDED.has(row.status)) continue;
      if (!mayTouch(categories, row.category)) continue;
      const isCurrent = statusAt(by, at) === "active";
      const instead = isCurrent ? undefined : await currentInstead(scope, by, at);
      if (instead !== undefined && !going.has(instead.id)) continue;
      const isSure = bringBack && isCurrent && (await endedOnlyBy(scope, args, row, { going, hidden }));
      if (isSure) back.push({ row, by: id });
      else asks.push(row.id);
    }
  }
  return { back, asks };
}

const ENDED: ReadonlySet<MemoryRow["status"]> = new Set(["superseded", "disabled", "soft_deleted"]);

/** Whether a memory would be current without those that go: nothing else ended it, and no other active one contradicts it. */
async function endedOnlyBy(
  scope: OpenScope,
  context: WriteContext,
  row: MemoryRow,
  { going, hidden }: { readonly going: ReadonlySet<string>; readonly hidden: ReadonlySet<number> },
): Promise<boolean> {
  if (row.status !== "superseded" || statusAt(asBefore(row, context), context.at) !== "active") return false;
  // A memory is not brought back by a request to forget the words that it came from.
  const sources = await evidenceOf(scope.tx, scope, row.id);
  if (sources.every(({ event }) => hidden.has(event))) return false;
  const claimed = await scope.all<{ id: string }>(
    `select distinct m.id from evidence x join memory m on m.tenant = x.tenant and m.scope = x.scope and m.id = x.memory
     where x.tenant = $1 and x.scope = $2 and m.status = 'active' and x.meta like $3`,
    [`%"${row.id}"%`],
  );
  const others =
    row.slot === null
      ? []
      : await scope.all<{ id: string }>(
          `select id from memory where ${IN_SCOPE} and status = 'active' and affirmed = 1 and slot = $3
           and coalesce(subject, '') = $4`,
          [row.slot, row.subject ?? ""],
        );
  return [...claimed, ...others].every(({ id }) => going.has(id));
}

/** A superseded row as it would be now if it had not been replaced, which halved its strength. */
function asBefore(row: MemoryRow, { bands }: WriteContext): MemoryRow {
  const strength = Math.min(1, row.strength * 2);
  return {
    ...row,
    status: "active",
    superseded_by: null,
    strength,
    ...bandColumns({ ...row, strength }, bands),
  };
}

/** Makes a memory current again because the one that had replaced it goes. */
export async function comeBack(
  scope: OpenScope,
  context: WriteContext,
  { row, by }: Returns["back"][number],
  how: "forgotten" | "erased",
): Promise<string> {
  const back = await changeMemory(
    scope,
    { ...context, reason: `brought back: ${shortId(by)}, which had replaced it, was ${how}` },
    { before: row, after: asBefore(row, context), event: "restored" },
  );
  await reopenInterval(scope, back.id, back.rev);
  return back.id;
}
