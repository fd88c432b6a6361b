import type { SessionEnd, SessionOptions, SessionResult } from "../api/scope.ts";
import type { WriteReport } from "../api/write.ts";
import type { WriteOutcome } from "../domain/change.ts";
import { checkAborted, MemoirError } from "../domain/errors.ts";
import { EXTRACT } from "../domain/job.ts";
import type { Scope } from "../domain/scope.ts";
import { jobQueue } from "../jobs/queue.ts";
import { findScope } from "../store/tables/scopes.ts";
import { findSession } from "../store/tables/sessions.ts";
import { leftUnread } from "../store/tables/unread.ts";
import { extractPending } from "../write/extract-pending.ts";
import type { Engine } from "./engine.ts";

/** A session by its scope and id. */
export interface SessionRef {
  readonly scope: Scope;
  readonly id: string;
}

/** Sets the jobs of a trigger going, all but those of the kind `except`. */
export async function fireInSession(
  engine: Engine,
  { scope, id }: SessionRef,
  trigger: "session_end" | "compress" | "heartbeat",
  { signal, except }: SessionOptions & { except?: string | undefined } = {},
): Promise<SessionResult> {
  engine.use();
  checkAborted(signal);
  return { jobs: await engine.background.triggers.fire(trigger, scope, id, except) };
}

/** Ends a session. With `wait`, its messages are read before the answer. */
export async function endSession(
  engine: Engine,
  session: SessionRef,
  wait: boolean,
  options: SessionOptions,
): Promise<SessionEnd> {
  const { enable, triggers } = engine.settings;
  const ended = await isOpen(engine, session);
  const reads = wait && ended && enable && triggers.on.session_end.includes(EXTRACT);
  const except = reads ? EXTRACT : undefined;
  const fired = await fireInSession(engine, session, "session_end", { ...options, except });
  if (!wait) return { ended, ...fired };
  if (!reads) return { ended, ...fired, new: 0, updated: 0, failed: null };
  const read = await readNow(engine, session, options.signal);
  return { ended, ...read, jobs: fired.jobs + read.jobs };
}

async function isOpen(engine: Engine, { scope, id }: SessionRef): Promise<boolean> {
  const scopeRef = await findScope(engine.use(), scope);
  const row = scopeRef === undefined ? undefined : await findSession(engine.use(), scopeRef, id);
  return row !== undefined && row.ended_at === null;
}

/** A model that fails costs nothing that was said: a job reads it later, or the end of another session. */
async function readNow(
  engine: Engine,
  { scope, id }: SessionRef,
  signal: AbortSignal | undefined,
): Promise<Omit<SessionEnd, "ended">> {
  try {
    const report = await engine.accept(extractPending(engine, scope, { session: id, signal }));
    await engine.markdown.sync(scope);
    const scopeRef = await findScope(engine.use(), scope);
    const unread = scopeRef === undefined ? [] : await leftUnread(engine.use(), scopeRef);
    return { jobs: await readLater(engine, scope, unread), ...countsOf(report), failed: null };
  } catch (error) {
    if (!MemoirError.is(error) || !isOfModel(error)) throw error;
    return { jobs: await readLater(engine, scope, [id]), new: 0, updated: 0, failed: error.message };
  }
}

async function readLater(engine: Engine, scope: Scope, sessions: string[]): Promise<number> {
  if (sessions.length === 0) return 0;
  const { maxAttempts } = engine.settings.jobs;
  const payload = { triggers: ["session_end"], sessions };
  const job = { kind: EXTRACT, flight: "scope", payload, maxAttempts };
  await jobQueue(engine.store, scope.tenant, () => new Date(engine.now())).enqueue(scope, [job]);
  return 1;
}

const NEW: ReadonlySet<WriteOutcome> = new Set(["added", "superseded"]);
const UPDATED: ReadonlySet<WriteOutcome> = new Set(["reinforced", "merged", "revived"]);

function countsOf({ entries }: WriteReport): { new: number; updated: number } {
  const count = (outcomes: ReadonlySet<WriteOutcome>): number =>
    entries.filter(({ outcome }) => outcomes.has(outcome)).length;
  return { new: count(NEW), updated: count(UPDATED) };
}

function isOfModel({ code }: MemoirError): boolean {
  return code.startsWith("model_") || code === "budget_exhausted";
}
