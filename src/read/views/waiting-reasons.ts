import type { MessageOutcome } from "../../api/conversation.ts";
import type { Event } from "../../domain/event.ts";
import { EXTRACT } from "../../domain/job.ts";
import type { Settings } from "../../domain/settings.ts";
import type { Wait, WaitCode } from "../../domain/waiting-reason.ts";
import type { ReadingState } from "../../store/tables/conversation.ts";
import { isWaiting } from "../../store/tables/review-queue.ts";
import { NO_SESSION } from "../../store/tables/sessions.ts";

/** What decides when a scope is read, as it is now. */
export interface UnreadState extends ReadingState {
  readonly triggers: Settings["triggers"];
  /** Whether anything may be written to the scope. */
  readonly writes: boolean;
  /** The database's clock, in epoch milliseconds: jobs go by it. */
  readonly now: number;
}

function wait(code: WaitCode, until: number | null = null, values: Wait["values"] = {}): Wait {
  return { code, until: until === null ? null : new Date(until), values };
}

/** What an unread event waits for: the job that will read it, or what asks for such a job. */
export function unreadWait(event: Pick<Event, "role" | "session">, state: UnreadState): Wait {
  const { jobs, now } = state;
  if (!state.writes) return wait("writes");
  if (jobs.some(({ status }) => status === "running")) return wait("reading");
  const queued = jobs.find(({ status }) => status === "queued");
  if (queued !== undefined) {
    const { attempts, last_error: error, run_at: at } = queued;
    if (attempts > 0 && error !== null) return waitAfterFailure(error, at);
    return at > now ? wait("reply", at) : wait("next");
  }
  const due = nextTime(event, state);
  const dead = jobs.find(({ status }) => status === "dead");
  if (dead !== undefined) return wait("dead", due, { error: codeIn(dead.last_error) });
  if (event.role === "assistant" && asksFor(state, "turn_done")) return wait("batch", due);
  return byTrigger(event, state, due);
}

/** A failed try with its code first: `model_unavailable: …`. */
function waitAfterFailure(error: string, at: number): Wait {
  const code = codeIn(error);
  return wait(code.startsWith("model_") ? "model" : "retry", at, { error: code });
}

function codeIn(error: string | null): string {
  return /^[a-z_]{1,40}/.exec(error ?? "")?.[0] ?? "unknown";
}

function asksFor({ triggers }: UnreadState, trigger: keyof Settings["triggers"]["on"]): boolean {
  return (triggers.on[trigger] as readonly string[]).includes(EXTRACT);
}

/** When the clock asks for a reading: once the session has been silent, or at the next slot. */
function nextTime(event: Pick<Event, "session">, state: UnreadState): number | null {
  const session = state.sessions.get(event.session ?? NO_SESSION);
  const times = [
    ...(asksFor(state, "idle") && session?.pending === 1
      ? [session.last_at + state.triggers.idleMinutes * 60_000]
      : []),
    ...(asksFor(state, "cron") && state.nextSlot !== null ? [state.nextSlot] : []),
  ];
  return times.length === 0 ? null : Math.min(...times);
}

function byTrigger(event: Pick<Event, "session">, state: UnreadState, due: number | null): Wait {
  if (asksFor(state, "n_turns")) {
    const { turns } = state.sessions.get(event.session ?? NO_SESSION) ?? { turns: 0 };
    return wait("turns", due, { left: Math.max(1, state.triggers.turns - turns) });
  }
  if (asksFor(state, "token_half")) return wait("tokens", due);
  if (asksFor(state, "idle")) return wait("silence", due);
  if (asksFor(state, "cron")) return wait("schedule", due);
  if (asksFor(state, "session_end")) return wait("session");
  return wait("call");
}

/** The open question about a profile's field that a message raised. */
export interface OpenConsent {
  readonly field: string;
  readonly until: Date | null;
}

/** What a message that was read still waits for: a person. */
export function personWait(
  outcomes: readonly MessageOutcome[],
  consent: OpenConsent | undefined,
): Wait | null {
  if (consent !== undefined)
    return { code: "consent", until: consent.until, values: { field: consent.field } };
  const held = outcomes.find(({ memory }) => memory !== null && isWaiting(memory.status))?.memory;
  return held == null ? null : { code: "review", until: held.expiresAt, values: {} };
}
