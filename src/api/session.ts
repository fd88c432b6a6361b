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

/** One conversation of a scope, for events that only the bot knows about. */
export interface SessionHandle {
  readonly id: string;
  /** Ends the conversation. A job reads it or, with `wait`, the call itself. */
  end(options?: SessionEndOptions): Promise<SessionEnd>;
  /** Reports that the bot has compressed its conversation. */
  compress(options?: SessionOptions): Promise<SessionResult>;
  /** Reports a finished round of the bot's heartbeat. */
  heartbeat(options?: SessionOptions): Promise<SessionResult>;
}
