import type { ObserveResult } from "../../api/write.ts";
import { noteAuthors } from "../authors.ts";
import { appendEvents, type NewEvent } from "../events.ts";
import { noteTurn, type TurnTriggers } from "../sessions.ts";
import type { Tx } from "../tx.ts";
import { inScope, type WriteContext } from "./context.ts";

export interface ObserveArgs extends Pick<WriteContext, "scope" | "at" | "quota"> {
  events: NewEvent[];
  /** What the turn may set going. Absent: nothing. */
  triggers?: TurnTriggers | undefined;
}

/** Makes events durable, each once by its id. They come redacted. */
export function observe(tx: Tx, args: ObserveArgs): Promise<Omit<ObserveResult, "redacted">> {
  return inScope(tx, args, async (scope) => {
    const before = scope.seq;
    const counts = await appendEvents(tx, scope, args.events);
    if (counts.recorded > 0) await noteAuthors(tx, scope, args.scope, args.events);
    await noteTurn(tx, scope, { ...args, before });
    return { ...counts, seq: scope.seq };
  });
}
