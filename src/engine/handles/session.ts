import { checked } from "../../api/calls/index.ts";
import type {
  Compressed,
  CompressOptions,
  Consolidated,
  SessionEnd,
  SessionEndOptions,
  SessionHandle,
  SessionOptions,
  SessionResult,
} from "../../api/scope.ts";
import type { WriteReport } from "../../api/write.ts";
import { checkUnbound } from "../../domain/allowlist.ts";
import { checkFlag, withoutUndefined } from "../../domain/arguments.ts";
import type { WriteOutcome } from "../../domain/change.ts";
import { checkAborted, MemoirError } from "../../domain/errors.ts";
import { EXTRACT } from "../../domain/job.ts";
import type { Scope } from "../../domain/scope.ts";
import { checkId } from "../../domain/text.ts";
import { compress } from "../../features/summaries/timeline/compress.ts";
import {
  type ConsolidatedRows,
  consolidate,
  keepsTimeline,
} from "../../features/summaries/timeline/consolidate.ts";
import { jobQueue } from "../../jobs/queue.ts";
import { toMemory } from "../../store/tables/memories.ts";
import { findScope } from "../../store/tables/scopes.ts";
import { findSession } from "../../store/tables/sessions.ts";
import { leftUnread } from "../../store/tables/unread.ts";
import { extractPending } from "../../write/extract-pending.ts";
import type { Acting } from "../../write/tools/write-tools.ts";
import type { Engine } from "../engine.ts";

const NO_JOBS: SessionResult = { jobs: 0 };

/** `within`: who acts, and in which conversation. */
export function sessionHandle(
  engine: Engine,
  scope: Scope,
  within: { acting: Acting; thread: string | null },
  session: string,
): SessionHandle {
  const id = checkId(session, "session");
  const fire = async (
    trigger: "session_end" | "compress" | "heartbeat",
    { signal }: SessionOptions = {},
    except?: string,
  ): Promise<SessionResult> => {
    engine.use();
    checkAborted(signal);
    return { jobs: await engine.background.triggers.fire(trigger, scope, id, except) };
  };
  const isOpen = async (): Promise<boolean> => {
    const scopeRef = await findScope(engine.use(), scope);
    const row = scopeRef === undefined ? undefined : await findSession(engine.use(), scopeRef, id);
    return row !== undefined && row.ended_at === null;
  };
  const readLater = async (sessions: string[]): Promise<number> => {
    if (sessions.length === 0) return 0;
    const { maxAttempts } = engine.settings.jobs;
    const payload = { triggers: ["session_end"], sessions };
    const job = { kind: EXTRACT, flight: "scope", payload, maxAttempts };
    await jobQueue(engine.store, scope.tenant, () => new Date(engine.now())).enqueue(scope, [job]);
    return 1;
  };
  /** A model that fails costs nothing that was said: a job reads it later, or the end of another session. */
  const readNow = async (signal: AbortSignal | undefined): Promise<Omit<SessionEnd, "ended">> => {
    try {
      const report = await engine.accept(extractPending(engine, scope, { session: id, signal }));
      await engine.markdown.sync(scope);
      const scopeRef = await findScope(engine.use(), scope);
      const left = scopeRef === undefined ? [] : await leftUnread(engine.use(), scopeRef);
      return { jobs: await readLater(left), ...counted(report), failed: null };
    } catch (error) {
      if (!MemoirError.is(error) || !isOfModel(error)) throw error;
      return { jobs: await readLater([id]), new: 0, updated: 0, failed: error.message };
    }
  };
  /** Where writes are switched off, nothing is set going, and the bot goes on. */
  const fireQuietly = (): Promise<SessionResult> =>
    fire("compress").catch((error: unknown) => {
      if (MemoirError.is(error) && (error.code === "read_only" || error.code === "writes_disabled"))
        return NO_JOBS;
      throw error;
    });
  /** A summary tells of all that was said: who is held to some categories may not ask for one. */
  const allowed = (): void => checkUnbound(within.acting.access, "conversations");
  const shown = ({ entries, failures, error }: ConsolidatedRows): Consolidated => ({
    entries: entries.map((row) => toMemory(row, engine.now())),
    failures,
    degraded: error === null ? null : { reason: error.code, detail: error.message },
  });

  async function compressed<M extends object>(
    messages?: readonly M[],
    options: CompressOptions = {},
  ): Promise<Compressed<M> | SessionResult> {
    if (messages === undefined) return fire("compress", options);
    engine.use();
    checkAborted(options.signal);
    allowed();
    const conversation = { scope, session: id, thread: within.thread };
    const result = await engine.accept(compress(engine, conversation, messages, withoutUndefined(options)));
    const { messages: shorter, kept, summaryAt, shortened, reason } = result;
    const { jobs } = summaryAt === null || !keepsTimeline(engine) ? NO_JOBS : await fireQuietly();
    return { messages: shorter, kept, summaryAt, shortened, reason, jobs, ...shown(result) };
  }

  return checked("session", {
    id,
    async end(options: SessionEndOptions = {}) {
      const { triggers } = engine.settings;
      const wait = checkFlag(options.wait ?? triggers.waitAtEnd, "wait");
      const ended = await isOpen();
      const reads = wait && ended && engine.settings.enable && triggers.on.session_end.includes(EXTRACT);
      const fired = await fire("session_end", options, reads ? EXTRACT : undefined);
      if (!wait) return { ended, ...fired };
      if (!reads) return { ended, ...fired, new: 0, updated: 0, failed: null };
      const read = await readNow(options.signal);
      return { ended, ...read, jobs: fired.jobs + read.jobs };
    },
    compress: compressed as SessionHandle["compress"],
    async consolidate({ signal } = {}) {
      engine.use();
      checkAborted(signal);
      allowed();
      const all = { scope, session: id, choose: (live: readonly unknown[]) => live.length };
      return shown(await engine.accept(consolidate(engine, all, signal)));
    },
    heartbeat: (options) => fire("heartbeat", options),
  });
}

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
