import { ERASED } from "../../domain/text.ts";
import { eventsAfter } from "../events.ts";
import { blankEvent } from "../hidden-events.ts";
import type { Tx } from "../tx.ts";
import { dropVectors } from "../vectors.ts";
import { inScope, type WriteContext } from "./context.ts";

export interface ExpireEventsArgs extends Pick<WriteContext, "scope" | "at"> {
  /** Events that were recorded before this moment lose their words. */
  before: number;
  limit: number;
  /** Nothing reads messages by itself here: what was not read does not wait. Default: false. */
  unread?: boolean;
}

/**
 * Takes the words of a scope's oldest events that are older than they may get; says how many it looked at. What has not
 * been read yet waits: a memory comes first.
 */
export function expireEvents(tx: Tx, args: ExpireEventsArgs): Promise<number> {
  return inScope(tx, args, async (scope) => {
    const row = await tx.one<{ seq: number }>(
      "select expired_seq as seq from scope where tenant = $1 and num = $2",
      [scope.tenant, scope.num],
    );
    const events = (await eventsAfter(tx, scope, row?.seq ?? 0, args.limit)).filter(
      ({ seq, recordedAt }) =>
        (args.unread === true || seq <= scope.extractedSeq) && recordedAt.getTime() < args.before,
    );
    const last = events.at(-1);
    if (last === undefined) return 0;
    for (const event of events) {
      if (event.text === ERASED && event.content === null) continue;
      await blankEvent(scope, { seq: event.seq, text: ERASED, keepContent: false, at: args.at });
      await dropVectors(scope, "e", event.seq);
    }
    await tx.run("update scope set expired_seq = $3, event_bytes = $4 where tenant = $1 and num = $2", [
      scope.tenant,
      scope.num,
      last.seq,
      scope.eventBytes,
    ]);
    return events.length;
  });
}
