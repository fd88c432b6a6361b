export interface SessionOptions {
  signal?: AbortSignal;
}

/** What a call has set going. */
export interface SessionResult {
  /** How many jobs the settings' `triggers` ask for; they run in the background. */
  readonly jobs: number;
}

/** One conversation of a scope, for what only the bot can know: that it is over, was compressed, or still beats. */
export interface SessionHandle {
  readonly id: string;
  /** It is over. `ended` is false when nothing was observed in it, or when it had ended already. */
  end(options?: SessionOptions): Promise<SessionResult & { readonly ended: boolean }>;
  /** The bot has compressed its conversation. */
  compress(options?: SessionOptions): Promise<SessionResult>;
  /** A round of the bot's heartbeat is finished. */
  heartbeat(options?: SessionOptions): Promise<SessionResult>;
}
