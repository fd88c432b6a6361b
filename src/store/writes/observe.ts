import type { ObserveResult } from "../../api/write.ts";
import { noteAuthors } from "../tables/authors.ts";
import { appendEvents, type NewEvent } from "../tables/events.ts";
import type { OpenScope } from "../tables/scopes.ts";
import { noteTurn, type TurnTriggers } from "../tables/sessions.ts";
import type { Tx } from "../tx.ts";
import { inScope, type WriteContext } from "./context.ts";
import { dropDaysBetween } from "./day-summaries.ts";

export interface ObserveArgs extends Pick<WriteContext, "scope" | "at" | "quota"> {
  events: NewEvent[];
  /** The jobs the turn may start. Absent: none. */
  triggers?: TurnTriggers | undefined;
}

/** Makes events durable, each once by its id. They come redacted. */
export function recordEvents(tx: Tx, args: ObserveArgs): Promise<Omit<ObserveResult, "redacted">> {
  return inScope(tx, args, async (scope) => {
    const before = scope.seq;
    const counts = await appendEvents(scope, args.events);
    if (counts.recorded > 0) {
      await noteAuthors(scope, args.scope, args.events);
      await takeIntoDays(scope, args);
    }
    await noteTurn(scope, { ...args, before });
    return { ...counts, seq: scope.seq };
  });
}

/** The summaries of a day are made later than this after its end, so only messages that come later than that change them. */
export const LATE_MS = 60_000;

/** Messages of an earlier time may belong to a day that has its summaries already. */
async function takeIntoDays(scope: OpenScope, { events, at }: ObserveArgs): Promise<void> {
  const late = events.map((event) => event.at).filter((one) => one < at - LATE_MS);
  if (late.length === 0) return;
  const [first, last] = late.reduce(([a, b], one) => [Math.min(a, one), Math.max(b, one)], [at, 0]);
  await dropDaysBetween(scope, first, last);
}
