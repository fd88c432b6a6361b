export interface CallOptions {
  signal?: AbortSignal;
}

export interface ReasonOptions extends CallOptions {
  /** Reason, recorded in the history. Default: the name of the call. */
  reason?: string;
}

/** One page of a list. `for await` iterates over all pages. */
export interface Page<T> extends AsyncIterable<T> {
  readonly items: readonly T[];
  /** Pass it as `cursor` to get the next page; `null` at the end. */
  readonly next: string | null;
}

export interface PageOptions {
  /** Page size. Default: 50, at most 1,000. */
  limit?: number | undefined;
  /** `next` of the previous page. */
  cursor?: string | undefined;
  signal?: AbortSignal | undefined;
}
