export interface SessionOptions {
  signal?: AbortSignal;
}

/** What a call has set going. */
export interface SessionResult {
  /** How many jobs the settings' `triggers` ask for; they run in the background. */
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

/** One conversation of a scope, for what only the bot can know: that it is over, was compressed, or still beats. */
export interface SessionHandle {
  readonly id: string;
  /** It is over: what was said in it is read, by a job or, with `wait`, at once. */
  end(options?: SessionEndOptions): Promise<SessionEnd>;
  /** The bot has compressed its conversation. */
  compress(options?: SessionOptions): Promise<SessionResult>;
  /** A round of the bot's heartbeat is finished. */
  heartbeat(options?: SessionOptions): Promise<SessionResult>;
}
