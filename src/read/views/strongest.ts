import { type Access, mayTouch } from "../../domain/allowlist.ts";
import type { Memory } from "../../domain/memory.ts";
import type { Scope } from "../../domain/scope.ts";
import { listMemories } from "../../store/tables/memory-search.ts";
import { findScope } from "../../store/tables/scopes.ts";
import { strengthOf } from "../retrieve/eligible.ts";
import type { ReadContext } from "../shared/request.ts";
import { showIn } from "./shown-memory.ts";

/** The active memories of a scope, the strongest first. */
export async function strongestMemories(
  context: Pick<ReadContext, "use" | "now">,
  scope: Scope,
  { categories }: Access,
): Promise<Memory[]> {
  const scopeRow = await findScope(context.use(), scope);
  if (scopeRow === undefined) return [];
  const at = context.now();
  const now = new Date(at);
  const filter = { status: ["active"] as const, at };
  const show = await showIn(context.use(), scopeRow, scope.kind);
  const rows = await listMemories(context.use(), scopeRow, filter, { limit: Number.MAX_SAFE_INTEGER });
  return rows
    .filter((row) => mayTouch(categories, row.category))
    .sort((a, b) => strengthOf(b, now) - strengthOf(a, now) || b.num - a.num)
    .map((row) => show(row, at));
}
