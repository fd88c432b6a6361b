import type { Scope } from "../../domain/scope.ts";
import type { Trigger } from "../../domain/settings/running.ts";
import { enqueueJobs, type NewJob } from "../tables/job-queue.ts";
import { findScope, IN_SCOPE, isReadOnly } from "../tables/scopes.ts";
import {
  pendingSessions,
  type SilentSessions,
  type TriggeredJobs,
  takeSession,
  triggeredJobs,
} from "../tables/sessions.ts";
import type { SqlReader, Tx } from "../tx.ts";
import { inScope } from "./context.ts";

export interface FireArgs {
  trigger: "session_end" | "compress" | "heartbeat" | "command" | "read";
  scope: Scope;
  session: string | null;
  jobs: TriggeredJobs;
  at: number;
}

/**
 * A trigger that somebody pulled. Returns how many jobs it asked for: none in a scope where nothing ever happened,
 * and none for a session that is unknown or has ended already.
 */
export async function fireTrigger(tx: Tx, args: FireArgs): Promise<number> {
  if ((await findScope(tx, args.scope)) === undefined) return 0;
  return inScope(tx, args, async (scope) => {
    if (args.session !== null) {
      if (args.trigger === "session_end") {
        const ended = await scope.run(
          `update session set ended_at = $4 where ${IN_SCOPE} and id = $3 and ended_at is null`,
          [args.session, args.at],
        );
        if (ended === 0) return 0;
      }
      // Reading takes nothing: what came since is still to be worked on.
      if (args.trigger !== "read") await takeSession(tx, scope, args.session);
    }
    const jobs = triggeredJobs(args.trigger, scope.num, args.session, args.jobs);
    await enqueueJobs(tx, scope.tenant, jobs);
    return jobs.length;
  });
}

export interface FireSessionsArgs extends SilentSessions {
  trigger: Extract<Trigger, "idle" | "cron">;
  jobs: TriggeredJobs;
}

/** A trigger for all sessions with something new in them. Each is taken once, however many processes ask. */
export async function fireSessions(tx: Tx, args: FireSessionsArgs): Promise<number> {
  const sessions = await pendingSessions(tx, args, tx.dialect.skipLocked);
  const jobs = new Map<string, NewJob[]>();
  for (const { tenant, scope, id } of sessions) {
    await takeSession(tx, { tenant, num: scope }, id);
    const tenantJobs = jobs.get(tenant) ?? [];
    tenantJobs.push(...triggeredJobs(args.trigger, scope, id, args.jobs));
    jobs.set(tenant, tenantJobs);
  }
  for (const [tenant, tenantJobs] of [...jobs].sort(([a], [b]) => (a < b ? -1 : 1)))
    await enqueueJobs(tx, tenant, tenantJobs);
  return sessions.length;
}

export interface SetSchedulesArgs {
  schedules: Pick<ScheduleRow, "tenant" | "name" | "pattern" | "zone" | "next_at">[];
  at: number;
}

/** Makes schedules known. One that is there already keeps its next slot unless its pattern is another one now. */
export async function setSchedules(tx: Tx, { schedules, at }: SetSchedulesArgs): Promise<void> {
  for (const { tenant, name, pattern, zone, next_at } of schedules) {
    await tx.run(
      `insert into schedule (tenant, name, pattern, zone, next_at, updated_at) values ($1, $2, $3, $4, $5, $6)
       on conflict (tenant, name) do update set pattern = excluded.pattern, zone = excluded.zone,
         next_at = excluded.next_at, updated_at = excluded.updated_at
       where schedule.pattern <> excluded.pattern or schedule.zone <> excluded.zone`,
      [tenant, name, pattern, zone, next_at, at],
    );
  }
}

export interface FireScheduleArgs {
  tenant: string;
  name: string;
  /** The slot that is due; only who still finds it there fires. */
  slot: number;
  next: number;
  job: NewJob;
  at: number;
}

/** One job per slot, however many processes see that it is due. A read-only tenant's slot waits. */
export async function fireSchedule(tx: Tx, args: FireScheduleArgs): Promise<boolean> {
  const { tenant, name, slot, next, at } = args;
  if (await isReadOnly(tx, tenant)) return false;
  const won = await tx.run(
    `update schedule set last_slot = $3, next_at = $4, updated_at = $5
     where tenant = $1 and name = $2 and next_at = $3`,
    [tenant, name, slot, next, at],
  );
  if (won === 0) return false;
  await enqueueJobs(tx, tenant, [args.job]);
  return true;
}

interface ScheduleRow {
  tenant: string;
  name: string;
  pattern: string;
  zone: string;
  /** The slot that fires next. */
  next_at: number;
  last_slot: number | null;
}

const SCHEDULES = "select tenant, name, pattern, zone, next_at, last_slot from schedule";

export function dueSchedules(reader: SqlReader, at: number): Promise<ScheduleRow[]> {
  return reader.all(`${SCHEDULES} where next_at <= $1 order by next_at, tenant, name`, [at]);
}

/** Of every tenant. */
export function allSchedules(
  reader: SqlReader,
): Promise<Pick<ScheduleRow, "tenant" | "name" | "pattern" | "zone">[]> {
  return reader.all("select tenant, name, pattern, zone from schedule", []);
}

export function listSchedules(reader: SqlReader, tenant: string): Promise<ScheduleRow[]> {
  return reader.all(`${SCHEDULES} where tenant = $1 order by name`, [tenant]);
}
