import type {
  SessionEnd,
  SessionEndOptions,
  SessionHandle,
  SessionOptions,
  SessionResult,
} from "../api/session.ts";
import type { WriteReport } from "../api/write.ts";
import { checkFlag, checkOptions, checkSignal } from "../domain/arguments.ts";
import { checkAborted, MemoirError } from "../domain/errors.ts";
import type { Scope } from "../domain/scope.ts";
import { checkId } from "../domain/text.ts";
import type { WriteOutcome } from "../domain/write-outcome.ts";
import type { Engine } from "../engine/engine.ts";
import { jobQueue } from "../jobs/queue.ts";
import { findScope } from "../store/scopes.ts";
import { findSession } from "../store/sessions.ts";
import { extractPending } from "../write/pipeline.ts";
import { SESSION_CALLS } from "./calls.ts";
import { checked } from "./checked.ts";

export function sessionOf(engine: Engine, scope: Scope, session: string): SessionHandle {
  const id = checkId(session, "session");
  const fire = async (
    trigger: "session_end" | "compress" | "heartbeat",
    call: string,
    options: SessionOptions | undefined,
    except?: string,
  ): Promise<SessionResult> => {
    engine.use();
    checkAborted(checkSignal(checkOptions(options, call).signal));
    return { jobs: await engine.background.triggers.fire(trigger, scope, id, except) };
  };
  const isOpen = async (): Promise<boolean> => {
    const place = await findScope(engine.use(), scope);
    const row =
      place === undefined ? undefined : await findSession(engine.use(), scope.tenant, place.num, id);
    return row !== undefined && row.ended_at === null;
  };
  /** A model that fails costs nothing that was said: a job reads it later (R171, R300). */
  const readNow = async (signal: AbortSignal | undefined): Promise<Omit<SessionEnd, "ended">> => {
    try {
      const report = await engine.accept(extractPending(engine, scope, signal));
      await engine.markdown.sync(scope);
      return { jobs: 0, ...counted(report), failed: null };
    } catch (error) {
      if (!MemoirError.is(error) || !isOfModel(error)) throw error;
      const { maxAttempts } = engine.settings.jobs;
      const payload = { triggers: ["session_end"], sessions: [id] };
      const job = { kind: EXTRACT, flight: "scope", payload, maxAttempts };
      await jobQueue(engine.store, scope.tenant, () => new Date(engine.now())).enqueue(scope, [job]);
      return { jobs: 1, new: 0, updated: 0, failed: error.message };
    }
  };
  const handle: SessionHandle = {
    id,
    async end(options: SessionEndOptions | undefined) {
      const { triggers } = engine.settings;
      const given = checkOptions(options, "end()");
      const wait = checkFlag(given.wait ?? triggers.waitAtEnd, "wait");
      const ended = await isOpen();
      const reads = wait && ended && engine.settings.enable && triggers.on.session_end.includes(EXTRACT);
      const fired = await fire(
        "session_end",
        "end()",
        { ...(given.signal && { signal: given.signal }) },
        reads ? EXTRACT : undefined,
      );
      if (!wait) return { ended, ...fired };
      if (!reads) return { ended, ...fired, new: 0, updated: 0, failed: null };
      const read = await readNow(checkSignal(given.signal));
      return { ended, ...read, jobs: fired.jobs + read.jobs };
    },
    compress: (options) => fire("compress", "compress()", options),
    heartbeat: (options) => fire("heartbeat", "heartbeat()", options),
  };
  return checked(handle, SESSION_CALLS);
}

/** The kind of job that reads what was said. */
const EXTRACT = "extract";
const NEW: ReadonlySet<WriteOutcome> = new Set(["added", "superseded"]);
const UPDATED: ReadonlySet<WriteOutcome> = new Set(["reinforced", "merged", "revived"]);

function counted({ entries }: WriteReport): { new: number; updated: number } {
  const count = (wanted: ReadonlySet<WriteOutcome>): number =>
    entries.filter(({ outcome }) => wanted.has(outcome)).length;
  return { new: count(NEW), updated: count(UPDATED) };
}

function isOfModel({ code }: MemoirError): boolean {
  return code.startsWith("model_") || code === "budget_exhausted";
}
