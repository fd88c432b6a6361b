import { MAX_CLAIMS } from "../../domain/chat-commands/event-id.ts";
import type { Event, EventRole, EventType } from "../../domain/event.ts";
import type { Scope, ScopeKind } from "../../domain/scope.ts";
import type { Dialect } from "../dialect.ts";
import { columnNames, type Newest, type SqlReader, TOP, type Value } from "../tx.ts";
import { IN_SCOPE, type OpenScope, type ScopeRef, scopeReader } from "./scopes.ts";

interface EventBase {
  id: string;
  type: EventType;
  role: EventRole;
  actor: string | null;
  text: string;
  content: string | null;
  platform: string | null;
  session: string | null;
  thread: string | null;
  turn: string | null;
  at: number;
}

/** An event as it is written, before it has its place. */
export interface NewEvent extends EventBase {
  /** The author's display name at that time, clean; not kept with the event. */
  authorName?: string | null;
  recordedAt: number;
}

export interface EventRow extends EventBase {
  seq: number;
  recorded_at: number;
  erased_at: number | null;
  hidden_at: number | null;
  core_off_at: number | null;
}

const GIVEN = columnNames("id, type, role, actor, text, content, platform, session, thread, turn, at");
export const EVENT_COLUMNS = [
  ...GIVEN,
  ...columnNames("seq, recorded_at, erased_at, hidden_at, core_off_at"),
] as const;
const COLUMNS = EVENT_COLUMNS.join(", ");

export function toEvent(row: EventRow): Event {
  return {
    id: row.id,
    seq: row.seq,
    type: row.type,
    role: row.role,
    actor: row.actor,
    text: row.text,
    content: row.content === null ? null : (JSON.parse(row.content) as Record<string, unknown>),
    platform: row.platform,
    session: row.session,
    thread: row.thread,
    turn: row.turn,
    at: new Date(row.at),
    recordedAt: new Date(row.recorded_at),
    erasedAt: row.erased_at === null ? null : new Date(row.erased_at),
    hiddenAt: row.hidden_at === null ? null : new Date(row.hidden_at),
    coreOffAt: row.core_off_at === null ? null : new Date(row.core_off_at),
  };
}

const WRITTEN = ["tenant", "scope", "seq", "recorded_at", ...GIVEN] as const;

const INSERT_NEW = `insert into event (${WRITTEN.join(", ")}) values (${WRITTEN.map((_, i) => `$${i + 1}`).join(", ")})
  on conflict (tenant, scope, id) do nothing`;

function values({ tenant, num }: OpenScope, seq: number, event: NewEvent): Value[] {
  return [tenant, num, seq, event.recordedAt, ...GIVEN.map((column) => event[column])];
}

/** Appends events in order. An id the scope has already, or the batch twice, is a duplicate and changes nothing. */
export async function appendEvents(
  scope: OpenScope,
  events: readonly NewEvent[],
): Promise<{ recorded: number; duplicates: number }> {
  const { tx } = scope;
  const before = scope.seq;
  if (tx.dialect.statementsAreCheap || events.length === 1) {
    for (const event of events) {
      if ((await tx.run(INSERT_NEW, values(scope, scope.seq + 1, event))) === 0) continue;
      scope.seq += 1;
      scope.eventBytes += bytesOf(event);
    }
  } else {
    const ids = await existingIds(scope, events);
    const rows: Value[][] = [];
    for (const event of events) {
      if (ids.has(event.id)) continue;
      ids.add(event.id);
      scope.seq += 1;
      scope.eventBytes += bytesOf(event);
      rows.push(values(scope, scope.seq, event));
    }
    await tx.insert("event", WRITTEN, rows);
  }
  const recorded = scope.seq - before;
  return { recorded, duplicates: events.length - recorded };
}

export function bytesOf({ text, content }: Pick<NewEvent, "text" | "content">): number {
  return Buffer.byteLength(text) + (content === null ? 0 : Buffer.byteLength(content));
}

/** Recounts the bytes of a scope's events. */
export function countBytes({ bytes }: Dialect): string {
  return `update scope set event_bytes = coalesce((select sum(${bytes("e.text")} + coalesce(${bytes("e.content")}, 0))
    from event e where e.tenant = $1 and e.scope = $2), 0) where tenant = $1 and num = $2`;
}

async function existingIds(scope: OpenScope, events: readonly NewEvent[]): Promise<Set<string>> {
  const rows = await scope.all<{ id: string }>(
    `select id from event where ${IN_SCOPE} and ${scope.tx.dialect.inJson("id", "$3")}`,
    [JSON.stringify(events.map((event) => event.id))],
  );
  return new Set(rows.map((row) => row.id));
}

/** How many of these ids a scope has. */
export async function countKnownEvents(
  reader: SqlReader,
  scopeRef: ScopeRef,
  ids: readonly string[],
): Promise<number> {
  const row = await scopeReader(reader, scopeRef).one<{ n: number }>(
    `select count(*) as n from event where ${IN_SCOPE} and ${reader.dialect.inJson("id", "$3")}`,
    [JSON.stringify(ids)],
  );
  return row?.n ?? 0;
}

export async function findEvent(
  reader: SqlReader,
  scopeRef: ScopeRef,
  id: string,
): Promise<Event | undefined> {
  const row = await scopeReader(reader, scopeRef).one<EventRow>(
    `select ${COLUMNS} from event where ${IN_SCOPE} and id = $3`,
    [id],
  );
  return row === undefined ? undefined : toEvent(row);
}

/** Those of some ids that are events of users' scopes whose ids begin alike: the members of a group. */
export function eventsOfMembers(
  reader: SqlReader,
  tenant: string,
  { prefix, ids }: { readonly prefix: string; readonly ids: readonly string[] },
): Promise<{ member: string; id: string }[]> {
  return reader.all(
    `select s.id as member, e.id as id from scope s
     join event e on e.tenant = s.tenant and e.scope = s.num and ${reader.dialect.inJson("e.id", "$3")}
     where s.tenant = $1 and s.kind = 'user' and substr(s.id, 1, length($2)) = $2`,
    [tenant, prefix, JSON.stringify(ids)],
  );
}

/** The latest commands to remember that somebody gave in a chat, newest first; of a group also those kept with members. */
export function commandsOf(
  reader: SqlReader,
  { tenant, kind, id }: Scope,
  {
    actor,
    members,
    since,
  }: { readonly actor: string | null; readonly members: string | null; readonly since: number },
): Promise<{ num: number; kind: ScopeKind; id: string; seq: number; at: number; turn: string }[]> {
  return reader.all(
    `select s.num, s.kind, s.id, e.seq, e.recorded_at as at, e.turn from event e
     join scope s on s.tenant = e.tenant and s.num = e.scope
     where e.tenant = $1 and e.recorded_at >= $2 and e.type = 'command' and e.role = 'user' and e.turn is not null
       and coalesce(e.actor, '') = $3 and e.hidden_at is null and e.erased_at is null
       and ((s.kind = $4 and s.id = $5)
         or ($6 <> '' and s.kind = 'user' and substr(s.id, 1, length($6)) = $6))
     order by e.recorded_at desc, e.seq desc limit ${MAX_CLAIMS}`,
    [tenant, since, actor ?? "", kind, id, members ?? ""],
  );
}

export interface EventFilter {
  session?: string | undefined;
  role?: EventRole | undefined;
  type?: EventType | undefined;
  /** Events at or after, and before, these moments. */
  since?: number | undefined;
  until?: number | undefined;
}

/** Newest first, below the place `before`. */
export async function listEvents(
  reader: SqlReader,
  { tenant, num }: ScopeRef,
  filter: EventFilter,
  { before = TOP, limit }: Newest,
): Promise<Event[]> {
  const params: Value[] = [tenant, num, before, limit];
  const rows = await reader.all<EventRow>(
    `select ${COLUMNS} from event e where e.tenant = $1 and e.scope = $2 and e.seq < $3
     ${eventFilterSql("e", filter, params)} order by e.seq desc limit $4`,
    params,
  );
  return rows.map(toEvent);
}

/** SQL for a filter, its values pushed onto `params`. */
export function eventFilterSql(table: string, filter: EventFilter, params: Value[]): string {
  const conditions: string[] = [];
  const also = (sql: string, value: Value | undefined): void => {
    if (value !== undefined) conditions.push(`and ${table}.${sql} $${params.push(value)}`);
  };
  also("session =", filter.session);
  also("role =", filter.role);
  also("type =", filter.type);
  also("at >=", filter.since);
  also("at <", filter.until);
  return conditions.join(" ");
}

/** User messages between two times that nobody asked to forget, in order of time. */
export async function messagesBetween(
  reader: SqlReader,
  scopeRef: ScopeRef,
  from: number,
  until: number,
): Promise<Event[]> {
  const rows = await scopeReader(reader, scopeRef).all<EventRow>(
    `select ${COLUMNS} from event where ${IN_SCOPE} and at >= $3 and at < $4
     and type = 'message' and role = 'user' and erased_at is null and hidden_at is null order by at, seq`,
    [from, until],
  );
  return rows.map(toEvent);
}

/** The next events behind a place, oldest first. */
export async function eventsAfter(
  reader: SqlReader,
  scopeRef: ScopeRef,
  seq: number,
  limit: number,
): Promise<Event[]> {
  const rows = await scopeReader(reader, scopeRef).all<EventRow>(
    `select ${COLUMNS} from event where ${IN_SCOPE} and seq > $3 order by seq limit $4`,
    [seq, limit],
  );
  return rows.map(toEvent);
}

/** Instructions to programs behind one place and up to another, such as a bot's prompt that was observed with the rest. */
export async function promptsBetween(
  reader: SqlReader,
  scopeRef: ScopeRef,
  after: number,
  to: number,
): Promise<{ text: string }[]> {
  return scopeReader(reader, scopeRef).all<{ text: string }>(
    `select text from event where ${IN_SCOPE} and seq > $3 and seq <= $4 and role = 'system' and content is null
     and type in ('message', 'system') and erased_at is null and hidden_at is null`,
    [after, to],
  );
}

export async function eventsBySeq(
  reader: SqlReader,
  scopeRef: ScopeRef,
  seqs: readonly number[],
): Promise<Map<number, Event>> {
  const result = new Map<number, Event>();
  for (const seq of seqs) {
    const row = await scopeReader(reader, scopeRef).one<EventRow>(
      `select ${COLUMNS} from event where ${IN_SCOPE} and seq = $3`,
      [seq],
    );
    if (row !== undefined) result.set(seq, toEvent(row));
  }
  return result;
}
