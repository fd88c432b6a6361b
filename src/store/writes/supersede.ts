import { strengthAt } from "../../domain/strength.ts";
import { findMemory, type MemoryRow } from "../memories.ts";
import type { OpenScope } from "../scopes.ts";
import { endInterval } from "../validity.ts";
import { SETTLED } from "../waiting.ts";
import { changeMemory } from "./change-memory.ts";
import type { WriteContext } from "./context.ts";

/** Memories that a claim ends, and since when they are no longer true. */
interface Ended {
  readonly ids: readonly string[];
  readonly until: number;
}

/** What a claim replaces once it stands: kept, half as alive, and true until `until` (C10). Says which those were. */
export async function supersede(
  scope: OpenScope,
  context: WriteContext,
  by: MemoryRow,
  { ids, until }: Ended,
): Promise<string[]> {
  if (by.status !== "active") return [];
  const replaced: string[] = [];
  for (const id of new Set(ids)) {
    const before = await findMemory(scope.tx, scope, id);
    if (before === undefined || before.id === by.id || SETTLED.has(before.status)) continue;
    const strength = strengthAt(before.strength, new Date(before.strength_at), new Date(context.at)) * 0.5;
    const changed = await changeMemory(scope, context, {
      before,
      after: { ...before, status: "superseded", superseded_by: by.id, strength, strength_at: context.at },
      event: "updated",
    });
    await endInterval(scope, id, until, changed.rev);
    replaced.push(id);
  }
  return replaced;
}

/** What holds until a claim begins to be true ends at that moment, as a memory with a fixed end does. */
export async function endLater(
  scope: OpenScope,
  context: WriteContext,
  by: MemoryRow,
  { ids, until }: Ended,
): Promise<void> {
  if (by.status !== "active") return;
  for (const id of new Set(ids)) {
    const before = await findMemory(scope.tx, scope, id);
    if (before === undefined || before.id === by.id || SETTLED.has(before.status)) continue;
    if (before.expires_at !== null && before.expires_at <= until) continue;
    await changeMemory(scope, context, {
      before,
      after: { ...before, expires_at: until },
      event: "updated",
    });
  }
}
