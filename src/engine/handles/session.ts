import { withOptionChecks } from "../../api/calls/index.ts";
import type { Compressed, CompressOptions, SessionHandle, SessionResult } from "../../api/scope.ts";
import { checkUnbound } from "../../domain/allowlist.ts";
import { checkFlag, withoutUndefined } from "../../domain/arguments.ts";
import { checkAborted, MemoirError } from "../../domain/errors.ts";
import type { Scope } from "../../domain/scope.ts";
import { checkId } from "../../domain/text.ts";
import { compress } from "../../features/summaries/timeline/compress.ts";
import { consolidate, keepsTimeline, toConsolidated } from "../../features/summaries/timeline/consolidate.ts";
import type { Acting } from "../../write/tools/write-tools.ts";
import { endSession, fireInSession, type SessionRef } from "../end-session.ts";
import type { Engine } from "../engine.ts";

const NO_JOBS: SessionResult = { jobs: 0 };

/** `within`: who acts, and in which conversation. */
export function sessionHandle(
  engine: Engine,
  scope: Scope,
  within: { acting: Acting; thread: string | null },
  session: string,
): SessionHandle {
  const ref: SessionRef = { scope, id: checkId(session, "session") };
  const { id } = ref;
  /** A summary tells of all that was said: who is held to some categories may not ask for one. */
  const useAll = (signal: AbortSignal | undefined): void => {
    engine.use();
    checkAborted(signal);
    checkUnbound(within.acting.access, "conversations");
  };

  async function compressMessages<M extends object>(
    messages?: readonly M[],
    options: CompressOptions = {},
  ): Promise<Compressed<M> | SessionResult> {
    if (messages === undefined) return fireInSession(engine, ref, "compress", options);
    useAll(options.signal);
    const conversation = { scope, session: id, thread: within.thread };
    const result = await engine.accept(compress(engine, conversation, messages, withoutUndefined(options)));
    const { messages: shorter, kept: positions, summaryAt, shortened, reason } = result;
    const { jobs } = summaryAt === null || !keepsTimeline(engine) ? NO_JOBS : await fireCompress(engine, ref);
    return {
      messages: shorter,
      kept: positions,
      summaryAt,
      shortened,
      reason,
      jobs,
      ...toConsolidated(result, engine.now()),
    };
  }

  return withOptionChecks("session", {
    id,
    async end(options = {}) {
      const wait = checkFlag(options.wait ?? engine.settings.triggers.waitAtEnd, "wait");
      return endSession(engine, ref, wait, options);
    },
    compress: compressMessages as SessionHandle["compress"],
    async consolidate({ signal } = {}) {
      useAll(signal);
      const all = { scope, session: id, choose: (live: readonly unknown[]) => live.length };
      return toConsolidated(await engine.accept(consolidate(engine, all, signal)), engine.now());
    },
    heartbeat: (options) => fireInSession(engine, ref, "heartbeat", options),
  });
}

/** Where writes are switched off, nothing is set going, and the bot goes on. */
async function fireCompress(engine: Engine, ref: SessionRef): Promise<SessionResult> {
  try {
    return await fireInSession(engine, ref, "compress");
  } catch (error) {
    if (MemoirError.is(error) && (error.code === "read_only" || error.code === "writes_disabled"))
      return NO_JOBS;
    throw error;
  }
}
