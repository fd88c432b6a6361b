import type { Event, EventRole, EventType } from "../domain/event.ts";
import { dropDays } from "./day-summaries.ts";
import type { Dialect } from "./dialect.ts";
import type { OpenScope } from "./scopes.ts";
import type { Reader, Tx, Value } from "./tx.ts";

/** An event as it is written, before it has its place. */
export interface NewEvent {
  id: string;
  type: EventType;
  role: EventRole;
  actor: string | null;
  /** The author's display name at that time, clean; not kept with the event. */
  authorName?: string | null;
  text: string;
  content: string | null;
  platform: string | null;
  session: string | null;
  thread: string | null;
  turn: string | null;
  at: number;
  recordedAt: number;
}

export interface EventRow {
  seq: number;
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
  recorded_at: number;
  erased_at: number | null;
  hidden_at: number | null;
}

export const EVENT_COLUMNS = [
  "seq",
  "id",
  "type",
  "role",
  "actor",
  "text",
  "content",
  "platform",
  "session",
  "thread",
  "turn",
  "at",
  "recorded_at",
  "erased_at",
  "hidden_at",
] as const satisfies readonly (keyof EventRow)[];
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
  };
}

const LATER: readonly string[] = ["erased_at", "hidden_at"];
const WRITTEN = ["tenant", "scope", ...EVENT_COLUMNS.filter((column) => !LATER.includes(column))] as const;

const INSERT_NEW = `insert into event (${WRITTEN.join(", ")}) values (${WRITTEN.map((_, i) => `$${i + 1}`).join(", ")})
  on conflict (tenant, scope, id) do nothing`;

function values(scope: OpenScope, seq: number, event: NewEvent): Value[] {
  return [
    scope.tenant,
    scope.num,
    seq,
    event.id,
    event.type,
    event.role,
    event.actor,
    event.text,
    event.content,
    event.platform,
    event.session,
    event.thread,
    event.turn,
    event.at,
    event.recordedAt,
  ];
}

/** Appends events in order. An id the scope has already, or the batch twice, is a duplicate and changes nothing. */
export async function appendEvents(
  tx: Tx,
  scope: OpenScope,
  events: readonly NewEvent[],
): Promise<{ recorded: number; duplicates: number }> {
  const before = scope.seq;
  if (tx.dialect.statementsAreCheap || events.length === 1) {
    for (const event of events) {
      if ((await tx.run(INSERT_NEW, values(scope, scope.seq + 1, event))) === 0) continue;
      scope.seq += 1;
      scope.eventBytes += bytesOf(event);
    }
  } else {
    const known = await knownIds(tx, scope, events);
    const rows: Value[][] = [];
    for (const event of events) {
      if (known.has(event.id)) continue;
      known.add(event.id);
      scope.seq += 1;
      scope.eventBytes += bytesOf(event);
      rows.push(values(scope, scope.seq, event));
    }
    await tx.insert("event", WRITTEN, rows);
  }
  const recorded = scope.seq - before;
  return { recorded, duplicates: events.length - recorded };
}

function bytesOf({ text, content }: Pick<NewEvent, "text" | "content">): number {
  return Buffer.byteLength(text) + (content === null ? 0 : Buffer.byteLength(content));
}

/** Counts the bytes of a scope's events anew. */
export function countBytes({ bytes }: Dialect): string {
  return `update scope set event_bytes = coalesce((select sum(${bytes("e.text")} + coalesce(${bytes("e.content")}, 0))
    from event e where e.tenant = $1 and e.scope = $2), 0) where tenant = $1 and num = $2`;
}

async function knownIds(tx: Tx, scope: OpenScope, events: readonly NewEvent[]): Promise<Set<string>> {
  const rows = await tx.all<{ id: string }>(
    `select id from event where tenant = $1 and scope = $2 and ${tx.dialect.inJson("id", "$3")}`,
    [scope.tenant, scope.num, JSON.stringify(events.map((event) => event.id))],
  );
  return new Set(rows.map((row) => row.id));
}

/** How many of these ids a scope has. */
export async function countKnownEvents(
  reader: Reader,
  tenant: string,
  scope: number,
  ids: readonly string[],
): Promise<number> {
  const row = await reader.one<{ n: number }>(
    `select count(*) as n from event where tenant = $1 and scope = $2 and ${reader.dialect.inJson("id", "$3")}`,
    [tenant, scope, JSON.stringify(ids)],
  );
  return row?.n ?? 0;
}

export async function findEvent(
  reader: Reader,
  tenant: string,
  scope: number,
  id: string,
): Promise<Event | undefined> {
  const row = await reader.one<EventRow>(
    `select ${COLUMNS} from event where tenant = $1 and scope = $2 and id = $3`,
    [tenant, scope, id],
  );
  return row === undefined ? undefined : toEvent(row);
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
  reader: Reader,
  tenant: string,
  scope: number,
  filter: EventFilter,
  before: number,
  limit: number,
): Promise<Event[]> {
  const params: Value[] = [tenant, scope, before, limit];
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

/** What users said between two moments and nobody asked to forget, in the order of its time. */
export async function messagesBetween(
  reader: Reader,
  tenant: string,
  scope: number,
  from: number,
  until: number,
): Promise<Event[]> {
  const rows = await reader.all<EventRow>(
    `select ${COLUMNS} from event where tenant = $1 and scope = $2 and at >= $3 and at < $4
     and type = 'message' and role = 'user' and erased_at is null and hidden_at is null order by at, seq`,
    [tenant, scope, from, until],
  );
  return rows.map(toEvent);
}

/** The next events behind a place, oldest first. */
export async function eventsAfter(
  reader: Reader,
  tenant: string,
  scope: number,
  seq: number,
  limit: number,
): Promise<Event[]> {
  const rows = await reader.all<EventRow>(
    `select ${COLUMNS} from event where tenant = $1 and scope = $2 and seq > $3 order by seq limit $4`,
    [tenant, scope, seq, limit],
  );
  return rows.map(toEvent);
}

/** A text that changes when words of some events are erased. */
export async function erasuresIn(
  reader: Reader,
  tenant: string,
  scope: number,
  after: number,
  to: number,
): Promise<string> {
  const row = await reader.one<{ erased: number; latest: number }>(
    `select count(erased_at) as erased, coalesce(max(erased_at), 0) as latest from event
     where tenant = $1 and scope = $2 and seq > $3 and seq <= $4`,
    [tenant, scope, after, to],
  );
  return `${row?.erased} ${row?.latest}`;
}

export async function eventsBySeq(
  reader: Reader,
  tenant: string,
  scope: number,
  seqs: readonly number[],
): Promise<Map<number, Event>> {
  const found = new Map<number, Event>();
  for (const seq of seqs) {
    const row = await reader.one<EventRow>(
      `select ${COLUMNS} from event where tenant = $1 and scope = $2 and seq = $3`,
      [tenant, scope, seq],
    );
    if (row !== undefined) found.set(seq, toEvent(row));
  }
  return found;
}

/** Replaces an event's words by what may stay, and takes the summaries of its day; its place in the order remains. */
export async function eraseEventText(
  tx: Tx,
  scope: OpenScope,
  seq: number,
  text: string,
  keepContent: boolean,
  at: number,
): Promise<void> {
  await blankEvent(tx, scope, seq, text, keepContent, at);
  await dropDays(tx, scope, [seq]);
}

/** The same for words that are only too old: what was made of them stays. */
export async function blankEvent(
  tx: Tx,
  scope: OpenScope,
  seq: number,
  text: string,
  keepContent: boolean,
  at: number,
): Promise<void> {
  const before = await tx.one<Pick<EventRow, "text" | "content">>(
    "select text, content from event where tenant = $1 and scope = $2 and seq = $3",
    [scope.tenant, scope.num, seq],
  );
  if (before !== undefined) {
    scope.eventBytes += bytesOf({ text, content: keepContent ? before.content : null }) - bytesOf(before);
  }
  await tx.run(
    `update event set text = $4, content = case when $5 = 1 then content else null end, erased_at = $6
     where tenant = $1 and scope = $2 and seq = $3`,
    [scope.tenant, scope.num, seq, text, keepContent ? 1 : 0, at],
  );
}

/** Keeps events out of recall: somebody asked to forget what they say. `batch` is the operation that does it. */
export async function hideEvents(
  tx: Tx,
  scope: OpenScope,
  seqs: readonly number[],
  at: number,
  batch?: string,
): Promise<void> {
  const hidden: number[] = [];
  for (const seq of new Set(seqs)) {
    const changed = await tx.run(
      `update event set hidden_at = $4, hidden_by = $5
       where tenant = $1 and scope = $2 and seq = $3 and hidden_at is null`,
      [scope.tenant, scope.num, seq, at, batch ?? null],
    );
    if (changed > 0) hidden.push(seq);
  }
  if (hidden.length === 0) return;
  await countHiding(tx, scope);
  await dropDays(tx, scope, hidden);
}

/** The sources of a memory that came back are seen again, but for those that also back a forgotten one. */
export async function showSources(tx: Tx, scope: OpenScope, memory: string): Promise<void> {
  const sources = "select v.event from evidence v where v.tenant = $1 and v.scope = $2 and v.memory = $3";
  await showEvents(tx, scope, `seq in (${sources})`, memory);
}

/** The same for whatever an operation has hidden. Returns how many events. */
export function showHiddenBy(tx: Tx, scope: OpenScope, batch: string): Promise<number> {
  return showEvents(tx, scope, "hidden_by = $3", batch);
}

async function showEvents(tx: Tx, scope: OpenScope, which: string, param: string): Promise<number> {
  // Timeline entries were written without them: they are to be written again.
  await tx.run(
    `update timeline_span set stale = stale + 1 where tenant = $1 and scope = $2 and exists (
       select 1 from event where tenant = $1 and scope = $2 and seq between from_seq and to_seq
         and coalesce(session, '') = timeline_span.session and hidden_at is not null and ${which})`,
    [scope.tenant, scope.num, param],
  );
  const rows = await tx.all<{ seq: number }>(
    `select seq from event
     where tenant = $1 and scope = $2 and hidden_at is not null and ${which}
       and seq not in (select v.event from evidence v
         join memory m on m.tenant = v.tenant and m.scope = v.scope and m.id = v.memory
         where v.tenant = $1 and v.scope = $2 and m.status = 'soft_deleted' and m.id <> $3)`,
    [scope.tenant, scope.num, param],
  );
  if (rows.length === 0) return 0;
  const seqs = rows.map(({ seq }) => seq);
  await tx.run(
    `update event set hidden_at = null, hidden_by = null
     where tenant = $1 and scope = $2 and ${tx.dialect.inNumbers("seq", "$3")}`,
    [scope.tenant, scope.num, JSON.stringify(seqs)],
  );
  await countHiding(tx, scope);
  await dropDays(tx, scope, seqs);
  return rows.length;
}

async function countHiding(tx: Tx, { tenant, num }: OpenScope): Promise<void> {
  await tx.run("update scope set hides = hides + 1 where tenant = $1 and num = $2", [tenant, num]);
}
