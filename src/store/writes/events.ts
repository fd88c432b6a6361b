import { ERASED } from "../../domain/text.ts";
import { appendEvents, eventsAfter, findEvent } from "../events.ts";
import { blankEvent, eraseEventText, hideEvents, setCoreOff } from "../hidden-events.ts";
import { IN_SCOPE, type OpenScope } from "../scopes.ts";
import { dropVectors } from "../vectors.ts";
import { scopeWrite, type WriteContext } from "./context.ts";
import { eraseAnswers } from "./requests.ts";
import { blankEntries } from "./timeline.ts";

export interface EditEventArgs extends WriteContext {
  id: string;
  /** The new words; `null`: the message was taken back. They come redacted. */
  text: string | null;
}

/**
 * A message was changed or deleted where it was sent: its words go, and the new ones are an event of the same time under
 * the same id, so that they are read and found like any other. `false`: there is no such message, or its words are gone.
 */
export const editEvent = scopeWrite(async (scope, args: EditEventArgs): Promise<boolean> => {
  const old = await findEvent(scope.tx, scope, args.id);
  if (old === undefined || old.erasedAt !== null) return false;
  await eraseEventText(scope, { seq: old.seq, text: ERASED, keepContent: false, at: args.at });
  await dropVectors(scope, "e", old.seq);
  await hideEvents(scope, [old.seq], args.at);
  await blankEntries(scope, args, [old.seq]);
  await eraseAnswers(scope.tx, scope.tenant);
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

/** The version before keeps its place under another id. */
async function rename(scope: OpenScope, seq: number, id: string): Promise<void> {
  await scope.run(`update event set id = $4 where ${IN_SCOPE} and seq = $3`, [seq, id]);
}

export interface AllowCoreArgs extends Pick<WriteContext, "scope" | "at"> {
  id: string;
  allowed: boolean;
}

/** Says whether the line of a message may stand in the core. `false`: there is no such message, or its words are gone. */
export const allowCore = scopeWrite(
  (scope, { id, allowed, at }: AllowCoreArgs): Promise<boolean> => setCoreOff(scope, id, allowed ? null : at),
);

export interface ExpireEventsArgs extends Pick<WriteContext, "scope" | "at"> {
  /** Events that were recorded before this moment lose their words. */
  before: number;
  limit: number;
  /** Nothing reads messages by itself here: what was not read does not wait. Default: false. */
  unread?: boolean;
}

/**
 * Takes the words of a scope's oldest events that are older than they may get; says how many it looked at. Unread
 * events wait: they must be extracted first.
 */
export const expireEvents = scopeWrite(async (scope, args: ExpireEventsArgs): Promise<number> => {
  const row = await scope.one<{ seq: number }>(
    "select expired_seq as seq from scope where tenant = $1 and num = $2",
  );
  const events = (await eventsAfter(scope.tx, scope, row?.seq ?? 0, args.limit)).filter(
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
  await scope.run("update scope set expired_seq = $3, event_bytes = $4 where tenant = $1 and num = $2", [
    last.seq,
    scope.eventBytes,
  ]);
  return events.length;
});
