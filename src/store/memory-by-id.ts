import { type Access, mayTouch } from "../domain/allowlist.ts";
import { MemoirError } from "../domain/errors.ts";
import { SHORT_ID } from "../domain/memory.ts";
import type { Scope } from "../domain/scope.ts";
import { findMemoriesByPrefix, findMemory, type MemoryRow } from "./memories.ts";
import { survivorOf } from "./merged.ts";
import { findScope, type Place, scoped } from "./scopes.ts";
import type { Reader } from "./tx.ts";

/** By whole id, or by its beginning when that names exactly one. The id of a merged memory leads to what it is now. */
export async function memoryById(reader: Reader, place: Place, id: string): Promise<MemoryRow | undefined> {
  const row = await ownRow(reader, place, id);
  return row === undefined ? undefined : survivorOf(reader, place, row);
}

async function ownRow(reader: Reader, place: Place, id: string): Promise<MemoryRow | undefined> {
  const exact = await findMemory(reader, place, id);
  if (exact !== undefined || id.length < SHORT_ID) return exact;
  const rows = await findMemoriesByPrefix(reader, place, id);
  if (rows.length > 1) {
    throw new MemoirError(
      "invalid_argument",
      `More than one memory's id begins with ${id}. Give more of it.`,
    );
  }
  return rows[0];
}

/** What decides who may see them, of those memories of a scope that are there. */
export async function memoriesByIds(
  reader: Reader,
  place: Place,
  ids: readonly string[],
): Promise<Pick<MemoryRow, "id" | "status" | "category">[]> {
  if (ids.length === 0) return [];
  return scoped(reader, place).all(
    `select id, status, category from memory
     where tenant = $1 and scope = $2 and ${reader.dialect.inJson("id", "$3")}`,
    [JSON.stringify(ids)],
  );
}

/** By id for a handle: a memory of a category that it is not bound to is as if it were not there. */
export async function visibleMemory(
  reader: Reader,
  scope: Scope,
  { categories }: Access,
  id: string,
): Promise<{ place: Place; row: MemoryRow } | undefined> {
  const place = await findScope(reader, scope);
  if (place === undefined) return undefined;
  const row = await memoryById(reader, place, id);
  return row === undefined || !mayTouch(categories, row.category) ? undefined : { place, row };
}
