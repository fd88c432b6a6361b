import { moveCursor } from "../change-log.ts";
import type { Tx } from "../tx.ts";
import { inScope, type WriteContext } from "./context.ts";

export interface DeliverArgs extends Pick<WriteContext, "scope" | "at"> {
  /** The memories an agent has been given (R321). */
  ids: string[];
  /** The thread that was shown everything up to `rev`; `null` when it had no header. */
  thread: string | null;
  rev: number;
}

/** What was delivered counts as accessed, and the thread has seen it. No memory changes, so no revision is taken. */
export function deliver(tx: Tx, args: DeliverArgs): Promise<void> {
  return inScope(tx, args, async (scope) => {
    if (args.ids.length > 0) {
      await tx.run(
        `update memory set last_accessed = $3, access_count = access_count + 1
         where tenant = $1 and scope = $2 and ${tx.dialect.inJson("id", "$4")}`,
        [scope.tenant, scope.num, args.at, JSON.stringify(args.ids)],
      );
    }
    if (args.thread !== null)
      await moveCursor(tx, scope, args.thread, Math.min(args.rev, scope.rev), args.at);
  });
}
