import { reachedLimit } from "../../domain/limits.ts";
import type { Settings } from "../../domain/settings.ts";
import { evictable } from "../evictable.ts";
import { findMemory, type MemoryRow } from "../memories.ts";
import type { OpenScope } from "../scopes.ts";
import type { Tx } from "../tx.ts";
import { noteWrites, usedWrites, type WritePlace } from "../write-counts.ts";
import { changeMemory } from "./change-memory.ts";
import type { NewMemory } from "./claim.ts";
import type { WriteContext } from "./context.ts";

/** Why there is no room for one more memory; `null` when there is, or when one that matters less has made some. */
export async function noRoom(
  tx: Tx,
  scope: OpenScope,
  context: WriteContext,
  limits: Settings["writePolicy"],
  memory: NewMemory,
  { turn, said }: Pick<WritePlace, "turn" | "said">,
): Promise<string | null> {
  const { at } = context;
  const place: WritePlace = { session: memory.session, turn, said };
  const used = await usedWrites(tx, scope, place);
  const reached = reachedLimit(used, limits);
  if (reached !== null) return reached.reason;
  const room = await evictable(tx, scope, limits.maxItemsPerScope, at, memory.status);
  if (room.full && room.evict === null)
    return `the scope holds ${limits.maxItemsPerScope} memories that matter more`;
  if (room.evict !== null) {
    const before = await findMemory(tx, scope.tenant, scope.num, room.evict);
    if (before !== undefined) {
      const after: MemoryRow = { ...before, status: "archived" };
      await changeMemory(
        tx,
        scope,
        { ...context, reason: "evicted: the scope is full" },
        { before, after, event: "updated" },
      );
    }
  }
  await noteWrites(tx, scope, { ...place, at, writes: 1 });
  return null;
}
