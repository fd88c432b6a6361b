import type { CompressReason } from "../domain/timeline/fit.ts";
import type { TimelineEntry } from "./hit.ts";
import type { Degraded } from "./recall.ts";

export interface SessionOptions {
  signal?: AbortSignal;
}

/** Result of a session call. */
export interface SessionResult {
  /** Number of background jobs that the settings' `triggers` started. */
  readonly jobs: number;
}

export interface SessionEndOptions extends SessionOptions {
  /** Read the session now, and say what came of it. Default: the setting `triggers.waitAtEnd`. */
  wait?: boolean;
}

/** The end of a session. With `wait` it also says what was read. */
export interface SessionEnd extends SessionResult {
  /** False when nothing was observed in it, or when it had ended already. */
  readonly ended: boolean;
  /** How many memories are new, and how many were updated. Absent without `wait`. */
  readonly new?: number;
  readonly updated?: number;
  /** Why nothing could be read now; a job tries again. `null`: nothing failed. Absent without `wait`. */
  readonly failed?: string | null;
}

export interface CompressOptions extends SessionOptions {
  /** The model's context window in tokens: beyond half of it the conversation is compressed. Default: `triggers.contextWindow`. */
  contextWindow?: number;
}

/** The entries that were written into the timeline. */
export interface Consolidated {
  /** The new entries, oldest first. */
  readonly entries: readonly TimelineEntry[];
  /** Summaries in a row that have failed; after `timeline.maxFailures` the messages themselves are kept as `[RAW]` entries. */
  readonly failures: number;
  /** Why the last summary failed; `null` = none did. */
  readonly degraded: Degraded | null;
}

/** A conversation after `compress()`. */
export interface Compressed<M> extends SessionResult, Consolidated {
  /**
   * The messages to go on with: one `[Context Summary]` in the place of what was compressed, and the rest as it was given,
   * except for those of `shortened`. The given list is not touched.
   */
  readonly messages: M[];
  /** The places of the given messages that are among them. */
  readonly kept: readonly number[];
  /** Where in `messages` the summary stands; `null` = nothing was compressed, and they are all as they were. */
  readonly summaryAt: number | null;
  /**
   * The places of the given messages that are too long for the window by themselves: among `messages` are copies with their
   * beginning and end. The whole message is on record, under the id that the copy names.
   */
  readonly shortened: readonly number[];
  /** Which condition was met; `null` = none was, and nothing was summarised. */
  readonly reason: CompressReason | null;
}

/** One conversation of a scope, for events that only the bot knows about. */
export interface SessionHandle {
  readonly id: string;
  /** Ends the conversation. A job reads it or, with `wait`, the call itself. */
  end(options?: SessionEndOptions): Promise<SessionEnd>;
  /** Reports that the bot has compressed its conversation by itself. */
  compress(): Promise<SessionResult>;
  /**
   * The conversation as it would be sent to a model, made shorter where it is too long, had `triggers.turns` turns or was
   * silent for `triggers.idleMinutes`: old messages become a summary, which is kept as a timeline entry. Messages that
   * were not observed yet are. A summary that fails costs nothing but the length. Give messages the `id` they were
   * observed with; those without are known again by their words and order.
   */
  compress<M extends object>(messages: readonly M[], options?: CompressOptions): Promise<Compressed<M>>;
  /** Writes what was observed, and is in no timeline entry yet, into the timeline now, to the last message. */
  consolidate(options?: SessionOptions): Promise<Consolidated>;
  /** Reports a finished round of the bot's heartbeat. */
  heartbeat(options?: SessionOptions): Promise<SessionResult>;
}
