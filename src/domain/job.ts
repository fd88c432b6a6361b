import type { Scope } from "./scope.ts";

/** `queued` waits for its time and its turn, `running` is leased to a process, `dead` has used up its tries. */
export const JOB_STATUSES = ["queued", "running", "dead"] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** The kind of job that reads what was said. */
export const EXTRACT = "extract";
/** The job that hands a slot of `triggers.cronPattern` on to the scopes with something new; also its schedule's name. */
export const CRON = "trigger.cron";

type Id = string | number | boolean | null;
/** Ids and flags, never memory text. Where two jobs become one, lists are united and the newer value wins otherwise. */
export type JobPayload = Readonly<Record<string, Id | readonly Id[]>>;

/** Work to be done, as handlers and operators see it. */
export interface Job {
  readonly id: string;
  readonly tenant: string;
  /** `null` = the tenant's. */
  readonly scope: Scope | null;
  readonly kind: string;
  /** Jobs of one scope with the same flight never run at the same time. */
  readonly flight: string | null;
  readonly payload: JobPayload;
  /** Higher goes first. */
  readonly priority: number;
  readonly status: JobStatus;
  /** When it may run next. */
  readonly runAt: Date;
  /** Tries begun, the running one included. */
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly leaseUntil: Date | null;
  readonly leaseOwner: string | null;
  /** Why the last try failed. */
  readonly lastError: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface JobFilter {
  status?: JobStatus | undefined;
  kind?: string | undefined;
}

/** The current counts of one kind of job. */
export interface JobCounts {
  readonly kind: string;
  /** May run now. */
  readonly ready: number;
  /** Wait for a later time: delayed, or backing off. */
  readonly waiting: number;
  readonly running: number;
  /** Not dead, but their last try failed. */
  readonly failing: number;
  readonly dead: number;
  /** How long the oldest ready one has been waiting; 0 when none is. */
  readonly oldestMs: number;
}

/**
 * How an attempt ended: `failed` is tried again, `dead` is not, `released` was handed back unfinished, `lost` was
 * cancelled or taken over by another process.
 */
export type JobOutcome = "done" | "failed" | "dead" | "released" | "lost";

/** One attempt of a job in this process, as it ended. */
export interface JobAttempt extends Pick<Job, "id" | "tenant" | "scope" | "kind"> {
  /** 1 for the first. */
  readonly attempt: number;
  readonly outcome: JobOutcome;
  readonly ms: number;
  /** Why it failed, without memory text. */
  readonly error: string | null;
  /** In how many milliseconds it is tried again; `null` unless it failed. */
  readonly retryInMs: number | null;
}

/** How long to wait before the next try. */
interface Backoff {
  /** After the first failure; each further one doubles it. */
  readonly baseMs: number;
  /** No wait is longer. */
  readonly maxMs: number;
  /** The share of a wait that chance may take off, so that what failed together does not return together. */
  readonly jitter: number;
}

/**
 * The wait after the `attempt`-th failure, counted from 1 (30 s, 60 s, 120 s, … at most 30 min).
 * `random` is in [0, 1); 0 gives the whole wait.
 */
export function backoffMs(attempt: number, { baseMs, maxMs, jitter }: Backoff, random: number): number {
  const whole = Math.min(maxMs, baseMs * 2 ** Math.max(0, attempt - 1));
  return Math.round(whole * (1 - jitter * random));
}

/** An event as far as counting turns needs it. */
export interface TurnEvent {
  readonly type: string;
  readonly role: string;
  readonly turn: string | null;
}

/** The amount that some consecutive events add to their session. */
interface TurnCount {
  /** User turns begun; messages of one turn id count once, also across calls by `lastTurn`. */
  readonly turns: number;
  readonly lastTurn: string | null;
  /** A user spoke; an assistant replied. */
  readonly hasUserMessage: boolean;
  readonly hasReply: boolean;
}

export function countTurns(events: readonly TurnEvent[], lastTurn: string | null): TurnCount {
  let turns = 0;
  let last = lastTurn;
  let hasUserMessage = false;
  let hasReply = false;
  for (const { type, role, turn } of events) {
    if (type !== "message") continue;
    if (role === "assistant") hasReply = true;
    if (role !== "user") continue;
    hasUserMessage = true;
    if (turn === null || turn !== last) turns += 1;
    last = turn;
  }
  return { turns, lastTurn: last, hasUserMessage, hasReply };
}

export interface TurnThresholds {
  /** Fires when the tokens since the last time are more than half of this. */
  readonly contextWindow: number;
  readonly turns: number;
}

/** Which of the counting triggers are due. */
export function dueByCount(
  session: { readonly turns: number; readonly tokens: number },
  thresholds: TurnThresholds,
): ("token_half" | "n_turns")[] {
  return [
    ...(session.tokens > thresholds.contextWindow / 2 ? (["token_half"] as const) : []),
    ...(session.turns >= thresholds.turns ? (["n_turns"] as const) : []),
  ];
}
