import { randomUUID } from "node:crypto";
import { type Link, orderedPair } from "../../domain/relation.ts";
import { logChange } from "../tables/change-log.ts";
import { appendHistory } from "../tables/history.ts";
import { findMemory } from "../tables/memories.ts";
import { otherEnd, RELATION_COLUMNS, type RelationRow, relationsOf } from "../tables/relations.ts";
import { IN_SCOPE, type OpenScope } from "../tables/scopes.ts";
import { setMark, type UpkeepMark } from "../tables/upkeep-marks.ts";
import { scopeWrite, type WriteContext } from "./context.ts";

/** The edges that one memory is to have. */
export interface LinkArgs {
  readonly id: string;
  readonly links: readonly Link[];
  /** Its words are new, so that edges which are not among `links` go. Default: they stay. */
  readonly anew?: boolean | undefined;
}

/** Edges that one operation removed and made, told of the memory it was about. */
export interface RelationChange {
  readonly memory: string;
  readonly removed: readonly RelationRow[];
  readonly added: readonly RelationRow[];
  /** The revision that this takes back. */
  readonly undoOf?: number | undefined;
}

/**
 * Edges, history and change log at the scope's next revision; nothing where nothing changes. Readers are not told of it,
 * but an index must learn it.
 */
export async function changeRelations(
  scope: OpenScope,
  context: WriteContext,
  { memory, removed, added, undoOf }: RelationChange,
): Promise<number | null> {
  if (removed.length === 0 && added.length === 0) return null;
  scope.rev += 1;
  for (const { from_id, to_id } of removed)
    await scope.run(`delete from relation where ${IN_SCOPE} and from_id = $3 and to_id = $4`, [
      from_id,
      to_id,
    ]);
  await scope.insert("relation", RELATION_COLUMNS, added);
  const batch = context.batch ?? null;
  const { rev } = scope;
  await logChange(scope, { rev, memory, event: "linked", batch, at: context.at }, context.keepChanges);
  if (!context.audit) return rev;
  await appendHistory(scope, {
    rev,
    memory,
    event: "LINK",
    batch,
    actor: context.actor,
    reason: context.reason,
    at: context.at,
    before: relationsJson(removed),
    after: relationsJson(added),
    evidence: null,
    undo_of: undoOf ?? null,
  });
  return rev;
}

function relationsJson(relations: readonly RelationRow[]): string | null {
  return relations.length === 0 ? null : JSON.stringify({ relations });
}

/** The edges that a history row tells of. */
export function relationsInHistory(fields: string | null): RelationRow[] {
  return fields === null ? [] : ((JSON.parse(fields) as { relations?: RelationRow[] }).relations ?? []);
}

/** Gives a memory its edges; a pair that has one keeps it. Says which were made. */
export async function relink(
  scope: OpenScope,
  context: WriteContext,
  { id, links, anew = false }: LinkArgs,
): Promise<RelationRow[]> {
  const relations = await relationsOf(scope.tx, scope, [id]);
  const linked = new Set(relations.map((row) => otherEnd(row, id)));
  const linkIds = new Set(links.map((link) => link.id));
  const added: RelationRow[] = [];
  for (const { id: other, strength } of links) {
    if (other === id || linked.has(other)) continue;
    if ((await findMemory(scope.tx, scope, other)) === undefined) continue;
    const [from_id, to_id] = orderedPair(id, other);
    added.push({
      from_id,
      to_id,
      relation_type: "related_to",
      strength,
      id: randomUUID(),
      created_at: context.at,
    });
  }
  const removed = anew ? relations.filter((row) => !linkIds.has(otherEnd(row, id))) : [];
  await changeRelations(scope, context, { memory: id, removed, added });
  return added;
}

export interface LinkAllArgs extends WriteContext {
  memories: LinkArgs[];
  /** How far the job has looked with this. Default: as far as before. */
  mark?: UpkeepMark | undefined;
}

/** Edges for memories that were written without, such as those whose vectors came later. Says how many were made. */
export const link = scopeWrite(async (scope, args: LinkAllArgs): Promise<{ made: number }> => {
  let count = 0;
  for (const link of args.memories) {
    if ((await findMemory(scope.tx, scope, link.id)) === undefined) continue;
    count += (await relink(scope, args, link)).length;
  }
  if (args.mark !== undefined) await setMark(scope, args.mark);
  return { made: count };
});
