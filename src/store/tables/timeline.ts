import type { Event } from "../../domain/event.ts";
import type { Scope } from "../../domain/scope.ts";
import type { TimelineMethod } from "../../domain/timeline/entry.ts";
import { columnNames, type SqlReader, TOP } from "../tx.ts";
import { EVENT_COLUMNS, type EventRow, toEvent } from "./events.ts";
import { MEMORY_SELECT, type MemoryRow } from "./memories.ts";
import { IN_SCOPE, type OpenScope, type ScopeRef, scopeReader } from "./scopes.ts";
import { NO_SESSION } from "./sessions.ts";

/** Which events of a session a timeline entry holds. */
export interface SpanRow {
  memory: string;
  session: string;
  part: number;
  method: TimelineMethod;
  from_seq: number;
  to_seq: number;
  stale: number;
}

const SPAN_COLUMNS = columnNames("memory, session, part, method, from_seq, to_seq, stale");
const SPAN_SELECT = SPAN_COLUMNS.map((column) => `t.${column}`).join(", ");
/** Spoken messages; commands, edits and system notes are not part of the conversation. */
const TALK = "type in ('message', 'tool_result', 'import')";

/** A session's messages behind a place, up to another or to the last, oldest first. */
export async function sessionTalk(
  reader: SqlReader,
  scopeRef: ScopeRef,
  session: string,
  { after, to = TOP, limit }: { readonly after: number; readonly to?: number; readonly limit: number },
): Promise<Event[]> {
  const sessionFilter = session === NO_SESSION ? "session is null" : "session = $6";
  const rows = await scopeReader(reader, scopeRef).all<EventRow>(
    `select ${EVENT_COLUMNS.join(", ")} from event
     where ${IN_SCOPE} and seq > $3 and seq <= $4 and ${sessionFilter} and ${TALK} order by seq limit $5`,
    [after, to, limit, ...(session === NO_SESSION ? [] : [session])],
  );
  return rows.map(toEvent);
}

/** Messages of a session, from one place to another. */
interface TalkSpan {
  readonly session: string;
  readonly fromSeq: number;
  readonly toSeq: number;
}

/** The remaining text of a span's messages, for comparison: it changes once any of it is forgotten. */
export async function talkState(
  reader: SqlReader,
  scopeRef: ScopeRef,
  { session, fromSeq, toSeq }: TalkSpan,
): Promise<string> {
  const sessionFilter = session === NO_SESSION ? "session is null" : "session = $5";
  const row = await scopeReader(reader, scopeRef).one<Record<"hidden" | "erased" | "chars", number>>(
    `select count(hidden_at) as hidden, count(erased_at) as erased, coalesce(sum(length(text)), 0) as chars from event
     where ${IN_SCOPE} and seq >= $3 and seq <= $4 and ${sessionFilter}`,
    [fromSeq, toSeq, ...(session === NO_SESSION ? [] : [session])],
  );
  return `${row?.hidden} ${row?.erased} ${row?.chars}`;
}

/** Where events stand in a scope and when they were said, by their ids. */
export async function eventPositions(
  reader: SqlReader,
  scopeRef: ScopeRef,
  ids: readonly string[],
): Promise<Map<string, { readonly seq: number; readonly at: number }>> {
  const rows = await scopeReader(reader, scopeRef).all<{ id: string; seq: number; at: number }>(
    `select id, seq, at from event where ${IN_SCOPE} and ${reader.dialect.inJson("id", "$3")}`,
    [JSON.stringify(ids)],
  );
  return new Map(rows.map(({ id, seq, at }) => [id, { seq, at }]));
}

/** The newest entries of a session, oldest first, with the rows that hold their words. */
export async function entriesOf(
  reader: SqlReader,
  scopeRef: ScopeRef,
  session: string,
  limit: number,
): Promise<(MemoryRow & Pick<SpanRow, "method" | "part" | "to_seq">)[]> {
  const rows = await scopeReader(reader, scopeRef).all<
    MemoryRow & Pick<SpanRow, "method" | "part" | "to_seq">
  >(
    `select ${MEMORY_SELECT}, t.method, t.part, t.to_seq from timeline_span t
     join memory m on m.tenant = t.tenant and m.scope = t.scope and m.id = t.memory
     where t.tenant = $1 and t.scope = $2 and t.session = $3 and m.status = 'active'
     order by t.to_seq desc, t.part desc limit $4`,
    [session, limit],
  );
  return rows.reverse();
}

/** All entries that one compression made: a dump may be several. */
export function compressionEntries(
  reader: SqlReader,
  scopeRef: ScopeRef,
  { session, from_seq }: Pick<SpanRow, "session" | "from_seq">,
): Promise<SpanRow[]> {
  return scopeReader(reader, scopeRef).all(
    `select ${SPAN_SELECT} from timeline_span t
     where t.tenant = $1 and t.scope = $2 and t.session = $3 and t.from_seq = $4 order by t.part`,
    [session, from_seq],
  );
}

/** The entries that hold any of these events. */
export async function spansOver(scope: OpenScope, seqs: readonly number[]): Promise<SpanRow[]> {
  const byMemory = new Map<string, SpanRow>();
  for (const seq of new Set(seqs)) {
    const rows = await scope.all<SpanRow>(
      `select ${SPAN_SELECT} from timeline_span t join event e on e.tenant = t.tenant and e.scope = t.scope and e.seq = $3
       where t.tenant = $1 and t.scope = $2 and t.session = coalesce(e.session, '')
         and t.from_seq <= $3 and t.to_seq >= $3`,
      [seq],
    );
    for (const row of rows) byMemory.set(row.memory, row);
  }
  return [...byMemory.values()];
}

export function insertSpan(scope: OpenScope, row: SpanRow): Promise<void> {
  return scope.insert("timeline_span", SPAN_COLUMNS, [row]);
}

/** Scopes that one look finds; the next look finds the next ones. */
const SCOPES = 200;

interface ScopeWithWork extends Scope {
  readonly num: number;
}

/** Scopes with entries whose words were taken away, or that are too old (`before`). None where writes are off. */
export async function scopesWithTimelineWork(
  reader: SqlReader,
  before: number | null,
): Promise<ScopeWithWork[]> {
  const old =
    before === null
      ? ""
      : `union select t.tenant, t.scope from timeline_span t
         join memory m on m.tenant = t.tenant and m.scope = t.scope and m.id = t.memory
         where m.created_at < $1 and m.pinned = 0`;
  return reader.all(
    `select s.tenant, s.kind, s.id, s.num from (
       select t.tenant, t.scope from timeline_span t where t.stale > 0 ${old}
     ) w join scope s on s.tenant = w.tenant and s.num = w.scope
     where s.writes = 1 and not exists (select 1 from tenant x where x.tenant = s.tenant and x.read_only = 1)
     order by s.tenant, s.num limit ${SCOPES}`,
    before === null ? [] : [before],
  );
}

/** The first parts of entries whose words were taken away, oldest first. */
export function staleSpans(reader: SqlReader, scopeRef: ScopeRef, limit: number): Promise<SpanRow[]> {
  return scopeReader(reader, scopeRef).all(
    `select ${SPAN_SELECT} from timeline_span t
     where t.tenant = $1 and t.scope = $2 and t.stale > 0 order by t.to_seq, t.session, t.part limit $3`,
    [limit],
  );
}

/** Entries whose last message is older than that, but for pinned ones. */
export async function oldEntries(
  reader: SqlReader,
  scopeRef: ScopeRef,
  before: number,
  limit: number,
): Promise<string[]> {
  const rows = await scopeReader(reader, scopeRef).all<{ id: string }>(
    `select m.id from timeline_span t join memory m on m.tenant = t.tenant and m.scope = t.scope and m.id = t.memory
     where t.tenant = $1 and t.scope = $2 and m.created_at < $3 and m.pinned = 0 order by t.to_seq limit $4`,
    [before, limit],
  );
  return rows.map(({ id }) => id);
}
