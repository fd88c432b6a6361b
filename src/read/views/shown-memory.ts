import type { Memory } from "../../domain/memory.ts";
import type { ScopeKind } from "../../domain/scope.ts";
import { shownText } from "../../language/shown-name.ts";
import { type AuthorNames, namesIn } from "../../store/tables/authors.ts";
import { type MemoryRow, toMemory } from "../../store/tables/memories.ts";
import type { ScopeRef } from "../../store/tables/scopes.ts";
import type { InScope } from "../../store/tables/tenant-rows.ts";
import type { SqlReader } from "../../store/tx.ts";

/** A row as callers see it at a moment. */
export type ShowMemory = (row: MemoryRow, at: number) => Memory;

/** Shows the memories of a scope that several people share under the names that they have now. */
export async function showIn(reader: SqlReader, scopeRef: ScopeRef, kind: ScopeKind): Promise<ShowMemory> {
  if (kind === "user") return toMemory;
  const names = await namesIn(reader, scopeRef);
  return (row, at) => underNames(toMemory(row, at), names);
}

function underNames(memory: Memory, names: ReadonlyMap<string, AuthorNames>): Memory {
  const text = shownText(memory, names);
  return text === memory.text ? memory : { ...memory, text };
}

/** The same for rows of several scopes: the names of each are read once. */
export function showInEach(
  reader: SqlReader,
  tenant: string,
): (within: Pick<InScope, "scope" | "scope_kind">) => Promise<ShowMemory> {
  const readers = new Map<number, Promise<ShowMemory>>();
  return ({ scope, scope_kind: kind }) => {
    const show = readers.get(scope) ?? showIn(reader, { tenant, num: scope }, kind);
    readers.set(scope, show);
    return show;
  };
}
