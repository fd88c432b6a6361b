import { type Access, mayTouch } from "../domain/allowlist.ts";
import type { Memory } from "../domain/memory.ts";
import type { Scope } from "../domain/scope.ts";
import { strengthAt } from "../domain/strength.ts";
import { type MemoryRow, toMemory } from "../store/memories.ts";
import { listMemories } from "../store/memory-search.ts";
import { findScope } from "../store/scopes.ts";
import type { ReadContext } from "./request.ts";

/** How alive a row is at a moment. */
function aliveAt({ strength, strength_at }: MemoryRow, at: number): number {
  return strengthAt(strength, new Date(strength_at), new Date(at));
}

/** The active memories of a scope, the strongest first. */
export async function strongest(
  context: Pick<ReadContext, "use" | "now">,
  scope: Scope,
  { categories }: Access,
): Promise<Memory[]> {
  const found = await findScope(context.use(), scope);
  if (found === undefined) return [];
  const at = context.now();
  const filter = { status: ["active"] as const, at };
  const rows = await listMemories(context.use(), found, filter, { limit: Number.MAX_SAFE_INTEGER });
  return rows
    .filter((row) => mayTouch(categories, row.category))
    .sort((a, b) => aliveAt(b, at) - aliveAt(a, at) || b.num - a.num)
    .map((row) => toMemory(row, at));
}
