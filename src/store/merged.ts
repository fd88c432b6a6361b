import { findMemory, type MemoryRow, MEMORY_SELECT as SELECT } from "./memories.ts";
import type { OpenScope, Place } from "./scopes.ts";
import type { Reader } from "./tx.ts";

/** The memories that were merged into one. They lead to it directly, however often it was merged itself. */
export function mergedInto(scope: OpenScope, id: string): Promise<MemoryRow[]> {
  return scope.all<MemoryRow>(
    `select ${SELECT} from memory m where m.tenant = $1 and m.scope = $2 and m.merged_into = $3 order by m.num`,
    [id],
  );
}

/** The memory that a row stands for: itself, or the one that it was merged into. */
export async function survivorOf<R extends MemoryRow>(
  reader: Reader,
  place: Place,
  row: R,
): Promise<R | MemoryRow> {
  if (row.merged_into === null) return row;
  return (await findMemory(reader, place, row.merged_into)) ?? row;
}
