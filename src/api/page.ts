/** One page of a list, and the way to the rest. `for await` walks all pages. */
export interface Page<T> extends AsyncIterable<T> {
  readonly items: readonly T[];
  /** Pass it as `cursor` to get the next page; `null` at the end. */
  readonly next: string | null;
}

export interface PageOptions {
  /** How many items a page has. Default: 50, at most 1,000. */
  limit?: number | undefined;
  /** `next` of the page before. */
  cursor?: string | undefined;
  signal?: AbortSignal | undefined;
}
