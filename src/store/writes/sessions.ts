import type { Scope } from "../../domain/scope.ts";
import type { Trigger } from "../../domain/settings/running.ts";
import { enqueueJobs, type NewJob } from "../job-queue.ts";
import { findScope } from "../scopes.ts";
import { pendingSessions, type SilentSessions, takeSession, type Wanted, wantedJobs } from "../sessions.ts";
import type { Tx } from "../tx.ts";
import { inScope } from "./context.ts";

export interface FireArgs {
  trigger: "session_end" | "compress" | "heartbeat" | "command" | "read";
  scope: Scope;
  session: string | null;
  wanted: Wanted;
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
        const ended = await tx.run(
          `update session set ended_at = $4 where tenant = $1 and scope = $2 and id = $3 and ended_at is null`,
          [scope.tenant, scope.num, args.session, args.at],
        );
        if (ended === 0) return 0;
      }
      // Reading takes nothing: what came since is still to be worked on.
      if (args.trigger !== "read") await takeSession(tx, scope, args.session);
    }
    const jobs = wantedJobs(args.trigger, scope.num, args.session, args.wanted);
    await enqueueJobs(tx, scope.tenant, jobs);
    return jobs.length;
  });
}

export interface FireSessionsArgs extends SilentSessions {
  trigger: Extract<Trigger, "idle" | "cron">;
  wanted: Wanted;
}

/** A trigger for all sessions with something new in them. Each is taken once, however many processes ask. */
export async function fireSessions(tx: Tx, args: FireSessionsArgs): Promise<number> {
  const sessions = await pendingSessions(tx, args, tx.dialect.skipLocked);
  const jobs = new Map<string, NewJob[]>();
  for (const { tenant, scope, id } of sessions) {
    await takeSession(tx, { tenant, num: scope }, id);
    const own = jobs.get(tenant) ?? [];
    own.push(...wantedJobs(args.trigger, scope, id, args.wanted));
    jobs.set(tenant, own);
  }
  for (const [tenant, own] of [...jobs].sort(([a], [b]) => (a < b ? -1 : 1)))
    await enqueueJobs(tx, tenant, own);
  return sessions.length;
}
