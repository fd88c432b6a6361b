import { moveCursor } from "../tables/change-log.ts";
import { type NewContext, saveContext } from "../tables/contexts.ts";
import type { MemoryRow } from "../tables/memories.ts";
import { IN_SCOPE } from "../tables/scopes.ts";
import { scopeWrite, type WriteContext } from "./context.ts";

export interface DeliverArgs extends Pick<WriteContext, "scope" | "at"> {
  /** The memories an agent has been given. */
  ids: string[];
  /** The thread that was shown everything up to `rev`; `null` when it had no header. */
  thread: string | null;
  rev: number;
  /** The reply that the block went with. Default: none. */
  reply?: NewContext | null;
}

/** How often memories of a scope have been accessed by now. */
export interface Delivered {
  num: number;
  accessed: AccessedRow[];
}

export type AccessedRow = Pick<MemoryRow, "id" | "last_accessed" | "access_count">;

/**
 * Delivered memories count as accessed, and as seen by the thread. No memory changes, so no revision is used: the new
 * counts are returned for an index of this process.
 */
export const markDelivered = scopeWrite(async (scope, args: DeliverArgs): Promise<Delivered> => {
  const accessed =
    args.ids.length === 0
      ? []
      : await scope.all<AccessedRow>(
          `update memory set last_accessed = $3, access_count = access_count + 1
           where ${IN_SCOPE} and ${scope.tx.dialect.inJson("id", "$4")}
           returning id, last_accessed, access_count`,
          [args.at, JSON.stringify(args.ids)],
        );
  if (args.thread !== null) await moveCursor(scope, args.thread, Math.min(args.rev, scope.rev), args.at);
  if (args.reply != null) await saveContext(scope, args.reply, args.at);
  return { num: scope.num, accessed };
});
