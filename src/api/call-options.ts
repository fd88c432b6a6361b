export interface CallOptions {
  signal?: AbortSignal;
}

export interface ReasonOptions {
  /** Why, for the history. Default: the name of the call. */
  reason?: string;
  signal?: AbortSignal;
}
