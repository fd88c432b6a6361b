import { randomInt } from "node:crypto";
import type { OpCount, OpEvent } from "../api/stats.ts";
import type { Place } from "./scopes.ts";
import type { Reader, Tx } from "./tx.ts";

const MAX_NUM = 2 ** 47;

const RECORDED = [
  ...(["tenant", "scope", "at", "num", "thread", "node"] as const),
  ...(["op", "status", "memory", "category", "sim"] as const),
];

export async function recordOps(tx: Tx, scope: Place, events: readonly OpEvent[]): Promise<void> {
  await tx.insert(
    "op_event",
    RECORDED,
    events.map((e) => [
      scope.tenant,
      scope.num,
      e.at,
      // Only to tell events of one millisecond apart.
      randomInt(MAX_NUM),
      e.thread,
      e.node,
      e.op,
      e.status,
      e.memory,
      e.category,
      e.sim,
    ]),
  );
}

/** Counts by node, op and status in a span of time (R291). */
export function countOps(reader: Reader, tenant: string, since: number, until: number): Promise<OpCount[]> {
  return reader.all<OpCount>(
    `select node, op, status, count(*) as count from op_event
     where tenant = $1 and at >= $2 and at < $3 group by node, op, status order by node, op, status`,
    [tenant, since, until],
  );
}
