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

export interface ObserveResult {
  recorded: number;
  duplicates: number;
  /** How many pieces of the messages were cut or masked before anything was stored (R328). */
  redacted: number;
  /** The scope's last place after this call. */
  seq: number;
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
