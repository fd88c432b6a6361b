import { checkAborted } from "../domain/errors.ts";
import { EXTRACT, type JobPayload } from "../domain/job.ts";
import type { JobModule } from "../jobs/run-job.ts";
import { extractPending } from "./extract-pending.ts";
import type { WriteTools } from "./tools/write-tools.ts";

/** Reads what was said: the sessions that a trigger is about, each by itself, or all that waits in the scope. */
export function extractJob(tools: WriteTools): JobModule {
  return {
    kind: EXTRACT,
    run: async ({ scope, payload }, { signal }) => {
      if (scope === null) return;
      const sessions = sessionsIn(payload);
      if (sessions === null) {
        await extractPending(tools, scope, { replyWaits: isTurnDone(payload), signal });
        return;
      }
      let failed: unknown = null;
      for (const session of sessions) {
        checkAborted(signal);
        // One that a model cannot read keeps none of the others waiting.
        await extractPending(tools, scope, { session, signal }).catch((error: unknown) => {
          failed ??= error;
        });
      }
      if (failed !== null) throw failed;
    },
  };
}

/** Triggers that are about one session; the others are about all that is new. */
const OF_A_SESSION: ReadonlySet<unknown> = new Set(["session_end", "compress", "heartbeat", "idle"]);

/** Whether nothing but a finished turn asked for the reading. */
function isTurnDone({ triggers }: JobPayload): boolean {
  return Array.isArray(triggers) && triggers.length > 0 && triggers.every((one) => one === "turn_done");
}

/** `null`: all. */
function sessionsIn({ triggers, sessions }: JobPayload): string[] | null {
  if (!Array.isArray(triggers) || !Array.isArray(sessions)) return null;
  const names = sessions.filter((one) => typeof one === "string");
  const isOfSessions = triggers.length > 0 && triggers.every((one) => OF_A_SESSION.has(one));
  return isOfSessions && names.length > 0 ? names : null;
}
