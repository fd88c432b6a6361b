import type { Event } from "../domain/event.ts";
import { firstKept } from "../domain/timeline/plan.ts";
import type { JobModule } from "../jobs/job.ts";
import type { SessionRow } from "../store/sessions.ts";
import { consolidate } from "./consolidate.ts";
import type { TimelineTools } from "./tools.ts";

/** The kind of job that the settings' `triggers` ask for. */
const COMPRESS = "compress";

/** Compresses what was observed in the sessions that a trigger names; a summary that fails is tried again (R222). */
export function compressJob(tools: () => TimelineTools): JobModule {
  return {
    kind: COMPRESS,
    run: async ({ scope, payload }, { signal }) => {
      const sessions = Array.isArray(payload.sessions) ? payload.sessions : [];
      if (scope === null) return;
      let failed: Error | null = null;
      for (const session of sessions) {
        if (typeof session !== "string") continue;
        const { error, entries } = await consolidate(tools(), scope, session, choose(tools()), signal);
        // A dump has kept all words: there is nothing to try again.
        if (error !== null && entries.length === 0) failed ??= error;
      }
      if (failed !== null) throw failed;
    },
  };
}

/** A session that is silent or over is compressed whole; one that goes on keeps its last turns. */
function choose({ settings, now }: TimelineTools): (live: readonly Event[], row: SessionRow) => number {
  const { idleMinutes } = settings.triggers;
  return (live, { last_at: lastAt, ended_at: endedAt }) => {
    const over = endedAt !== null || now() - lastAt >= idleMinutes * 60_000;
    const messages = live.map(({ role, turn, at }) => ({ role, turn, at: at.getTime() }));
    return firstKept(messages, over ? 0 : settings.timeline.keepTurns);
  };
}
