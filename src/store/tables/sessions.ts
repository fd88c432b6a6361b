import { estimateTokens } from "../../domain/budget.ts";
import type { EventRole, EventType } from "../../domain/event.ts";
import { countTurns, dueByCount, type TurnThresholds } from "../../domain/job.ts";
import type { Trigger } from "../../domain/settings/running.ts";
import type { SqlReader, Tx } from "../tx.ts";
import type { NewEvent } from "./events.ts";
import { enqueueJobs, type NewJob } from "./job-queue.ts";
import { IN_SCOPE, type OpenScope, type ScopeRef, scopeReader } from "./scopes.ts";

/** Jobs that triggers ask for run one at a time in each scope, whatever their kind. */
const FLIGHT = "scope";
/** Where events without a session are counted. */
export const NO_SESSION = "";

/** The jobs a trigger starts. Plain data: it is sent to the writer's thread. */
export interface TriggeredJobs {
  kinds: string[];
  maxAttempts: number;
}

/** The jobs a turn may start. */
export interface TurnTriggers extends TurnThresholds {
  turnDone: string[];
  tokenHalf: string[];
  nTurns: string[];
  /** How long a user's message waits for its reply. */
  replyMs: number;
  maxAttempts: number;
}

export interface SessionRow {
  tenant: string;
  scope: number;
  id: string;
  last_seq: number;
  last_turn: string | null;
  turns: number;
  tokens: number;
  last_at: number;
  ended_at: number | null;
  pending: number;
  created_at: number;
  /** The last event that a timeline entry holds, and its time; failed summaries since. */
  compressed_seq: number;
  compressed_at: number | null;
  compress_failures: number;
  /** Its events up to here have been extracted from, whatever the scope's watermark says. */
  extracted_seq: number;
}

export function findSession(
  reader: SqlReader,
  scopeRef: ScopeRef,
  id: string,
): Promise<SessionRow | undefined> {
  return scopeReader(reader, scopeRef).one(`select * from session where ${IN_SCOPE} and id = $3`, [id]);
}

/** How far a session is compressed. A pointer behind its last event, which only damage brings, must not hide new ones. */
export function pointerIn({ compressed_seq: pointer, last_seq: last }: SessionRow): number {
  return Number.isInteger(pointer) ? Math.max(0, Math.min(pointer, last)) : 0;
}

export function triggeredJobs(
  trigger: Trigger,
  scope: number,
  session: string | null,
  subscribers: TriggeredJobs,
): NewJob[] {
  return subscribers.kinds.map((kind) => ({
    kind,
    scope,
    flight: FLIGHT,
    payload: { triggers: [trigger], sessions: session === null ? [] : [session] },
    maxAttempts: subscribers.maxAttempts,
  }));
}

interface PlacedEvent {
  seq: number;
  type: EventType;
  role: EventRole;
  session: string | null;
  turn: string | null;
  text: string;
}

export interface RecordedTurn {
  /** The scope's place before the events were appended. */
  before: number;
  events: readonly NewEvent[];
  at: number;
  /** Absent where nothing subscribes to turns. */
  triggers?: TurnTriggers | undefined;
}

/** Counts what was just recorded in its sessions, and queues what that sets going; part of the same transaction. */
export async function noteTurn(scope: OpenScope, turn: RecordedTurn): Promise<void> {
  const jobs: NewJob[] = [];
  const placed = await recordedSince(scope, turn);
  for (const [id, events] of Map.groupBy(placed, (event) => event.session ?? NO_SESSION)) {
    jobs.push(...(await noteSession(scope, id, events, turn)));
  }
  await enqueueJobs(scope.tx, scope.tenant, jobs);
}

/** Without duplicates the places are known; with some, only the table can say which events are new. */
async function recordedSince(scope: OpenScope, { before, events }: RecordedTurn): Promise<PlacedEvent[]> {
  if (scope.seq === before) return [];
  if (scope.seq - before === events.length)
    return events.map((event, i) => ({ ...event, seq: before + 1 + i }));
  return scope.all(
    `select seq, type, role, session, turn, text from event where ${IN_SCOPE} and seq > $3 order by seq`,
    [before],
  );
}

async function noteSession(
  scope: OpenScope,
  id: string,
  events: readonly PlacedEvent[],
  { at, triggers }: RecordedTurn,
): Promise<NewJob[]> {
  const before = await findSession(scope.tx, scope, id);
  const count = countTurns(events, before?.last_turn ?? null);
  const counters = {
    turns: (before?.turns ?? 0) + count.turns,
    tokens: (before?.tokens ?? 0) + events.reduce((sum, event) => sum + estimateTokens(event.text), 0),
  };
  const due =
    triggers === undefined
      ? []
      : dueByCount(counters, triggers).filter((trigger) => kindsOf(trigger, triggers).length > 0);
  const isDue = due.length > 0;
  // The scope is locked, so nobody else counts in between. A session that goes on has not ended.
  await scope.run(
    `insert into session (tenant, scope, id, last_seq, last_turn, turns, tokens, last_at, ended_at, pending, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, null, $9, $8)
     on conflict (tenant, scope, id) do update set last_seq = excluded.last_seq, last_turn = excluded.last_turn,
       turns = excluded.turns, tokens = excluded.tokens, last_at = excluded.last_at, ended_at = null,
       pending = excluded.pending, compressed_seq =
         case when session.compressed_seq > session.last_seq then session.last_seq else session.compressed_seq end`,
    [
      id,
      events.at(-1)?.seq ?? scope.seq,
      count.lastTurn,
      isDue ? 0 : counters.turns,
      isDue ? 0 : counters.tokens,
      at,
      isDue ? 0 : 1,
    ],
  );
  if (triggers === undefined) return [];
  const jobs = due.flatMap((trigger) => jobsOfTrigger(trigger, scope, id, triggers));
  if (!count.hasUserMessage && !count.hasReply) return jobs;
  const delayMs = count.hasReply ? 0 : triggers.replyMs;
  return [...jobs, ...jobsOfTrigger("turn_done", scope, id, triggers).map((job) => ({ ...job, delayMs }))];
}

type TurnTrigger = "turn_done" | "token_half" | "n_turns";

function kindsOf(trigger: TurnTrigger, { turnDone, tokenHalf, nTurns }: TurnTriggers): string[] {
  return trigger === "turn_done" ? turnDone : trigger === "token_half" ? tokenHalf : nTurns;
}

function jobsOfTrigger(
  trigger: TurnTrigger,
  scope: OpenScope,
  session: string,
  triggers: TurnTriggers,
): NewJob[] {
  const { maxAttempts } = triggers;
  return triggeredJobs(trigger, scope.num, session, { kinds: kindsOf(trigger, triggers), maxAttempts });
}

export interface SilentSessions {
  /** `null` = of every tenant. */
  tenant: string | null;
  /** Sessions in which nothing has happened since. */
  silentSince: number;
  limit: number;
}

/** Silent sessions in which something came that no trigger has taken. */
export function pendingSessions(
  reader: SqlReader,
  { tenant, silentSince, limit }: SilentSessions,
  lock = "",
): Promise<Pick<SessionRow, "tenant" | "scope" | "id">[]> {
  return reader.all(
    `select tenant, scope, id from session s where s.pending = 1 and s.last_at <= $1
     and not exists (select 1 from tenant t where t.tenant = s.tenant and t.read_only = 1)
     ${tenant === null ? "" : "and s.tenant = $3"} order by s.last_at, s.tenant, s.scope, s.id limit $2${lock}`,
    [silentSince, limit, ...(tenant === null ? [] : [tenant])],
  );
}

/** A trigger has taken what the session holds: its counters begin again. Says whether the session is known. */
export async function takeSession(tx: Tx, { tenant, num: scope }: ScopeRef, id: string): Promise<boolean> {
  const updated = await tx.run(
    `update session set turns = 0, tokens = 0, pending = 0 where ${IN_SCOPE} and id = $3`,
    [tenant, scope, id],
  );
  return updated > 0;
}
