import { CRON, EXTRACT } from "../../domain/job.ts";
import type { SqlReader } from "../tx.ts";
import { DECISION_SELECT, type DecisionPosition, type NumberedDecision } from "./decisions.ts";
import type { JobRow } from "./jobs.ts";
import { MEMORY_SELECT, type MemoryRow } from "./memories.ts";
import { IN_SCOPE, type ScopeRef, scopeReader } from "./scopes.ts";
import type { SessionRow } from "./sessions.ts";
import { UNREAD } from "./unread.ts";

/** The events of a page, by their places. */
export interface SeqSpan {
  readonly from: number;
  readonly to: number;
}

/** The decisions about the events of a page, in their order. */
export function decisionsWithin(
  reader: SqlReader,
  scopeRef: ScopeRef,
  { from, to }: SeqSpan,
): Promise<(NumberedDecision & DecisionPosition)[]> {
  return scopeReader(reader, scopeRef).all(
    `${DECISION_SELECT} where d.tenant = $1 and d.scope = $2 and d.seq >= $3 and d.seq <= $4 order by d.seq, d.num`,
    [from, to],
  );
}

/** The memories that these decisions led to, in one query. */
export async function memoriesOfDecisions(
  reader: SqlReader,
  scopeRef: ScopeRef,
  decisions: readonly NumberedDecision[],
): Promise<Map<string, MemoryRow>> {
  const ids = [...new Set(decisions.flatMap(({ memory }) => memory ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await scopeReader(reader, scopeRef).all<MemoryRow>(
    `select ${MEMORY_SELECT} from memory m where ${IN_SCOPE} and ${reader.dialect.inJson("id", "$3")}`,
    [JSON.stringify(ids)],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Those of some events that have a context on record, by their ids. */
export async function repliesWithContext(
  reader: SqlReader,
  scopeRef: ScopeRef,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await scopeReader(reader, scopeRef).all<{ reply: string }>(
    `select reply from reply_context where ${IN_SCOPE} and ${reader.dialect.inJson("reply", "$3")}`,
    [JSON.stringify(ids)],
  );
  return new Set(rows.map(({ reply }) => reply));
}

/** The places of the events of a page that still have to be read. `after`: the scope's watermark. */
export async function unreadWithin(
  reader: SqlReader,
  scopeRef: ScopeRef,
  { from, to }: SeqSpan,
  after: number,
): Promise<Set<number>> {
  if (to <= after) return new Set();
  const rows = await scopeReader(reader, scopeRef).all<{ seq: number }>(
    `select seq from event e where ${IN_SCOPE} and seq >= $3 and seq <= $4 and type not in ('command', 'edit') and ${UNREAD}`,
    [Math.max(from, after + 1), to],
  );
  return new Set(rows.map(({ seq }) => seq));
}

/** What decides when the unread events of a scope are read. */
export interface ReadingState {
  readonly jobs: readonly Pick<JobRow, "status" | "run_at" | "attempts" | "last_error">[];
  readonly sessions: ReadonlyMap<string, Pick<SessionRow, "id" | "turns" | "last_at" | "pending">>;
  /** The next slot of `cron`; `null` where there is none. */
  readonly nextSlot: number | null;
}

export async function readingState(
  reader: SqlReader,
  scopeRef: ScopeRef,
  sessions: readonly string[],
): Promise<ReadingState> {
  const { all } = scopeReader(reader, scopeRef);
  const jobs = await all<JobRow>(
    `select status, run_at, attempts, last_error from job where ${IN_SCOPE} and kind = $3`,
    [EXTRACT],
  );
  const rows = await all<SessionRow>(
    `select id, turns, last_at, pending from session where ${IN_SCOPE} and ${reader.dialect.inJson("id", "$3")}`,
    [JSON.stringify(sessions)],
  );
  const slot = await reader.one<{ next_at: number }>(
    "select next_at from schedule where tenant = $1 and name = $2",
    [scopeRef.tenant, CRON],
  );
  return {
    jobs,
    sessions: new Map(rows.map((row) => [row.id, row])),
    nextSlot: slot?.next_at ?? null,
  };
}

/** A text that differs when anything of a conversation does: its events, what was read, decided or recorded, what waits. */
export async function conversationMark(reader: SqlReader, scopeRef: ScopeRef): Promise<string> {
  const { all, one } = scopeReader(reader, scopeRef);
  const scope = await one(
    `select seq, rev, extracted_seq, hides, writes,
       (select sum(extracted_seq) from session r where r.tenant = $1 and r.scope = $2) as read_to,
       (select max(num) from reply_context c where c.tenant = $1 and c.scope = $2) as contexts
     from scope where tenant = $1 and num = $2`,
  );
  const jobs = await all(
    `select status, run_at, attempts from job where ${IN_SCOPE} and kind = $3 order by num`,
    [EXTRACT],
  );
  return JSON.stringify([scope, jobs]);
}
