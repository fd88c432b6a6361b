import { appendEvents, type NewEvent } from "../events.ts";
import type { Tx } from "../tx.ts";
import { inScope, type WriteContext } from "./context.ts";

export interface ObserveArgs extends Pick<WriteContext, "scope" | "at"> {
  events: NewEvent[];
}

export interface ObserveResult {
  recorded: number;
  duplicates: number;
  /** The scope's last place after this call. */
  seq: number;
}

/** Makes events durable, each once by its id. */
export function observe(tx: Tx, args: ObserveArgs): Promise<ObserveResult> {
  return inScope(tx, args, async (scope) => {
    const counts = await appendEvents(tx, scope, args.events);
    return { ...counts, seq: scope.seq };
  });
}
