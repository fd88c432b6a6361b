export interface CallOptions {
  signal?: AbortSignal;
}

export interface ReasonOptions {
  /** Reason, recorded in the history. Default: the name of the call. */
  reason?: string;
  signal?: AbortSignal;
}
