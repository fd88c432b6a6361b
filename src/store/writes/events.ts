import type { Event } from "../../domain/event.ts";
import { ERASED } from "../../domain/text.ts";
import { appendEvents, eventsAfter, eventsBySeq, findEvent } from "../tables/events.ts";
import { evidenceFrom, evidenceOf } from "../tables/evidence.ts";
import { blankEvent, eraseEventText, hideEvents, setCoreOff } from "../tables/hidden-events.ts";
import { IN_SCOPE, type OpenScope } from "../tables/scopes.ts";
import { dropVectors } from "../tables/vectors.ts";
import { scopeWrite, type WriteContext } from "./context.ts";
import { purgeIn } from "./purge.ts";
import { eraseAnswers } from "./requests.ts";
import { blankEntries } from "./timeline.ts";

export interface EditEventArgs extends WriteContext {
  id: string;
  /** The new words; `null`: the message was taken back. They come redacted. */
  text: string | null;
  /** Also erase the memories that rest on the old words alone. */
  forget: boolean;
}

/**
 * A message was changed or deleted where it was sent: its words go, and the new ones are an event of the same time under
 * the same id, so that they are read and found like any other. `false`: there is no such message, or its words are gone.
 */
export const editEvent = scopeWrite(async (scope, args: EditEventArgs): Promise<boolean> => {
  const old = await findEvent(scope.tx, scope, args.id);
  if (old === undefined || isGone(old)) return false;
  if (old.erasedAt !== null && args.text !== null) return false;
  // Words that were too old to keep left memories behind.
  if (old.text === ERASED && !args.forget) return false;
  if (args.forget) {
    const ids = await restingOn(scope, old.seq);
    // Words that are said again by their correction are not forgotten.
    if (ids.length > 0) await purgeIn(scope, { ...args, ids, bury: args.text === null });
  }
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
      id: args.id,
      type,
      role,
      actor,
      text: args.text,
      content: null,
      platform,
      session,
      thread,
      turn,
      at: old.at.getTime(),
      recordedAt: args.at,
    },
  ]);
  return true;
});

/** It was taken back: words that are only too old are not hidden. */
function isGone({ text, hiddenAt }: Event): boolean {
  return text === ERASED && hiddenAt !== null;
}

/** The memories that an event backs and no other that still stands. */
async function restingOn(scope: OpenScope, seq: number): Promise<string[]> {
  const alone: string[] = [];
  for (const { memory } of await evidenceFrom(scope.tx, scope, seq)) {
    const others = (await evidenceOf(scope.tx, scope, memory)).filter(({ event }) => event !== seq);
    const events = await eventsBySeq(
      scope.tx,
      scope,
      others.map(({ event }) => event),
    );
    if ([...events.values()].every(isGone)) alone.push(memory);
  }
  return alone;
}

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
