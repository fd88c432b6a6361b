import type { Event } from "../../domain/event.ts";
import type { SqlReader } from "../tx.ts";
import { EVENT_COLUMNS, type EventRow, toEvent } from "./events.ts";
import { IN_SCOPE, type OpenScope, type ScopeRef, scopeReader } from "./scopes.ts";
import { NO_SESSION } from "./sessions.ts";

/**
 * For an event `e` behind its scope's watermark: whether it still has to be extracted from. Its session may be read
 * further than the scope. Nothing is learned from a message that was forgotten with its author.
 */
export const UNREAD = `not exists (select 1 from session r where r.tenant = e.tenant and r.scope = e.scope
  and r.id = coalesce(e.session, '${NO_SESSION}') and r.extracted_seq >= e.seq)
  and (e.hidden_by is null or not exists (select 1 from person_forget f where f.tenant = e.tenant and f.id = e.hidden_by))`;

const COLUMNS = EVENT_COLUMNS.join(", ");

/** Where reading goes on: in the whole scope, or (`session`) in one of its sessions. */
export interface UnreadSource extends ScopeRef {
  readonly session: string | null;
}

/** The next events that nobody has extracted from, oldest first. `after`: the scope's watermark. */
export function unreadEvents(
  reader: SqlReader,
  scopeRef: UnreadSource,
  after: number,
  limit: number,
): Promise<Event[]> {
  return find(reader, scopeRef, `seq > $3 and ${UNREAD} ${ofSession(scopeRef)} order by seq limit $4`, [
    after,
    limit,
  ]);
}

/** The last events before a place, oldest first. */
export async function eventsBefore(
  reader: SqlReader,
  scopeRef: UnreadSource,
  seq: number,
  limit: number,
): Promise<Event[]> {
  return (
    await find(reader, scopeRef, `seq < $3 ${ofSession(scopeRef)} order by seq desc limit $4`, [seq, limit])
  ).reverse();
}

function ofSession({ session }: UnreadSource): string {
  return session === null ? "" : `and coalesce(session, '${NO_SESSION}') = $5`;
}

async function find(
  reader: SqlReader,
  scopeRef: UnreadSource,
  where: string,
  params: readonly number[],
): Promise<Event[]> {
  const rows = await scopeReader(reader, scopeRef).all<EventRow>(
    `select ${COLUMNS} from event e where ${IN_SCOPE} and ${where}`,
    [...params, ...(scopeRef.session === null ? [] : [scopeRef.session])],
  );
  return rows.map(toEvent);
}

/** Those of these events that wait to be extracted from. */
export async function unreadAmong(scope: OpenScope, seqs: readonly number[]): Promise<ReadonlySet<number>> {
  const behind = seqs.filter((seq) => seq > scope.extractedSeq);
  if (behind.length === 0) return new Set();
  const rows = await scope.all<{ seq: number }>(
    `select seq from event e where ${IN_SCOPE} and seq >= $3 and seq <= $4 and ${UNREAD}`,
    [Math.min(...behind), Math.max(...behind)],
  );
  return new Set(rows.map(({ seq }) => seq));
}

/**
 * Moves the watermark of a session, or (`null`) of the whole scope; neither goes back. Behind a session's the scope's goes
 * on to the first event that waits. Commands and edits never do: they were carried out when they came.
 */
export async function moveWatermark(scope: OpenScope, seq: number, session: string | null): Promise<void> {
  let to = seq;
  if (session !== null) {
    // What was remembered beside a conversation comes after the last message that was counted.
    await scope.run(
      `update session set extracted_seq = $4, last_seq = case when last_seq < $4 then $4 else last_seq end
       where ${IN_SCOPE} and id = $3 and extracted_seq < $4`,
      [session, seq],
    );
    const first = await scope.one<{ seq: number }>(
      `select seq from event e where ${IN_SCOPE} and seq > $3 and type not in ('command', 'edit') and ${UNREAD}
       order by seq limit 1`,
      [scope.extractedSeq],
    );
    to = first === undefined ? scope.seq : first.seq - 1;
  }
  await scope.run(
    "update scope set extracted_seq = $3 where tenant = $1 and num = $2 and extracted_seq < $3",
    [to],
  );
}

/** Sessions that a trigger has taken and that are not read to their end: what should have read them failed. */
export async function leftUnread(reader: SqlReader, scopeRef: ScopeRef): Promise<string[]> {
  const rows = await scopeReader(reader, scopeRef).all<{ id: string }>(
    `select s.id from session s join scope o on o.tenant = s.tenant and o.num = s.scope
     where s.tenant = $1 and s.scope = $2 and s.pending = 0 and s.last_seq > s.extracted_seq
       and s.last_seq > o.extracted_seq order by s.last_seq limit ${MAX_LEFT}`,
  );
  return rows.map(({ id }) => id);
}

/** Sessions that one job takes up; the next finds the others. */
const MAX_LEFT = 100;
