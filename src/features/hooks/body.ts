import type { HookBody } from "../../api/hooks.ts";
import { formatScope } from "../../domain/scope.ts";
import { showIn } from "../../read/views/shown-memory.ts";
import type { DeliveryRow } from "../../store/tables/hooks.ts";
import { findMemory } from "../../store/tables/memories.ts";
import type { SqlReader } from "../../store/tx.ts";

/** The same for every attempt, and no other delivery's. */
export function deliveryId(hook: string, num: number): string {
  return `${hook}-${num}`;
}

/** The number of a delivery by its id; `null` if it is no delivery of this hook. */
export function deliveryNum(hook: string, id: string): number | null {
  const [of, num = "", ...rest] = id.split("-");
  return of === hook && rest.length === 0 && /^\d{1,15}$/.test(num) ? Number(num) : null;
}

/** What is sent of a change. The memory is read now: words that were forgotten or erased since are not in it. */
export async function bodyOf(
  reader: SqlReader,
  tenant: string,
  hook: string,
  { row, at }: { readonly row: DeliveryRow; readonly at: number },
): Promise<HookBody> {
  const { num, scope, rev, memory: memoryId, event, batch, scope_kind: kind, scope_id: id } = row;
  const scopeRef = { tenant, num: scope };
  const memoryRow = await findMemory(reader, scopeRef, memoryId);
  const memory = memoryRow === undefined ? null : (await showIn(reader, scopeRef, kind))(memoryRow, at);
  return {
    id: deliveryId(hook, num),
    event,
    tenant,
    scope: formatScope({ kind, id }),
    rev,
    memoryId,
    batch,
    at: new Date(row.at),
    memory: memory?.status === "soft_deleted" ? null : memory,
  };
}
