import { ERASED } from "../../domain/text.ts";
import { appendEvents, findEvent } from "../events.ts";
import { eraseEventText, hideEvents } from "../hidden-events.ts";
import { eraseAnswers } from "../requests.ts";
import type { OpenScope } from "../scopes.ts";
import type { Tx } from "../tx.ts";
import { dropVectors } from "../vectors.ts";
import { inScope, type WriteContext } from "./context.ts";

export interface EditEventArgs extends Pick<WriteContext, "scope" | "at" | "quota"> {
  id: string;
  /** The new words; `null`: the message was taken back. They come redacted. */
  text: string | null;
}

/**
 * A message was changed or deleted where it was sent: its words go, and the new ones are an event of the same time under
 * the same id, so that they are read and found like any other. `false`: there is no such message, or its words are gone.
 */
export function editEvent(tx: Tx, args: EditEventArgs): Promise<boolean> {
  return inScope(tx, args, async (scope) => {
    const old = await findEvent(tx, scope, args.id);
    if (old === undefined || old.erasedAt !== null) return false;
    await eraseEventText(scope, { seq: old.seq, text: ERASED, keepContent: false, at: args.at });
    await dropVectors(scope, "e", old.seq);
    await hideEvents(scope, [old.seq], args.at);
    await eraseAnswers(tx, scope.tenant);
    if (args.text === null) return true;
    await rename(scope, old.seq, `${args.id}~${old.seq}`);
    const { type, role, actor, platform, session, thread, turn } = old;
    await appendEvents(scope, [
      {
        ...{ id: args.id, type, role, actor, text: args.text, content: null },
        ...{ platform, session, thread, turn, at: old.at.getTime(), recordedAt: args.at },
      },
    ]);
    return true;
  });
}

/** The version before keeps its place under another id. */
async function rename({ tx, tenant, num }: OpenScope, seq: number, id: string): Promise<void> {
  await tx.run("update event set id = $4 where tenant = $1 and scope = $2 and seq = $3", [
    tenant,
    num,
    seq,
    id,
  ]);
}
