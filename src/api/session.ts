export interface SessionOptions {
  signal?: AbortSignal;
}

/** Result of a session call. */
export interface SessionResult {
  /** Number of background jobs that the settings' `triggers` started. */
  readonly jobs: number;
}

/** One conversation of a scope, for events that only the bot knows about. */
export interface SessionHandle {
  readonly id: string;
  /** Ends the conversation. `ended` is false if it has no messages or had already ended. */
  end(options?: SessionOptions): Promise<SessionResult & { readonly ended: boolean }>;
  /** Reports that the bot has compressed its conversation. */
  compress(options?: SessionOptions): Promise<SessionResult>;
  /** Reports a finished round of the bot's heartbeat. */
  heartbeat(options?: SessionOptions): Promise<SessionResult>;
}
