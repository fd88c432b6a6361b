import type { MemoryStatus, MemoryType } from "../domain/memory.ts";
import { statusSql } from "./memory-search.ts";
import type { Reader } from "./tx.ts";

export interface ScopeCounts {
  events: number;
  memories: number;
  byStatus: Partial<Record<MemoryStatus, number>>;
  byType: Partial<Record<MemoryType | "none", number>>;
}

/** The scopes of a tenant with numbers in `(after, upTo]`. */
export interface ScopeRange {
  readonly tenant: string;
  readonly after: number;
  readonly upTo: number;
}

/** Counts by scope, with the statuses that memories have at a moment. */
export async function countByScope(
  reader: Reader,
  { tenant, after, upTo }: ScopeRange,
  at: number,
): Promise<Map<number, ScopeCounts>> {
  const counts = new Map<number, ScopeCounts>();
  const of = (scope: number): ScopeCounts => {
    let own = counts.get(scope);
    if (own === undefined) {
      own = { events: 0, memories: 0, byStatus: {}, byType: {} };
      counts.set(scope, own);
    }
    return own;
  };
  const events = await reader.all<{ scope: number; n: number }>(
    "select scope, count(*) as n from event where tenant = $1 and scope > $2 and scope <= $3 group by scope",
    [tenant, after, upTo],
  );
  for (const row of events) of(row.scope).events = row.n;
  const memories = await reader.all<{
    scope: number;
    status: MemoryStatus;
    type: MemoryType | null;
    n: number;
  }>(
    `select scope, status, type, count(*) as n from
       (select m.scope, ${statusSql("$4")} as status, m.type from memory m
        where m.tenant = $1 and m.scope > $2 and m.scope <= $3) x
     group by scope, status, type`,
    [tenant, after, upTo, at],
  );
  for (const row of memories) {
    const own = of(row.scope);
    const type = row.type ?? "none";
    own.memories += row.n;
    own.byStatus[row.status] = (own.byStatus[row.status] ?? 0) + row.n;
    own.byType[type] = (own.byType[type] ?? 0) + row.n;
  }
  return counts;
}
