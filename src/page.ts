import { checkAborted, MemoirError, show } from "./domain/errors.ts";

/** One page of a list, and the way to the rest. `for await` walks all pages. */
export interface Page<T> extends AsyncIterable<T> {
  readonly items: readonly T[];
  /** Pass it as `cursor` to get the next page; `null` at the end. */
  readonly next: string | null;
}

export interface PageOptions {
  /** How many items a page has. Default: 50, at most 1,000. */
  limit?: number;
  /** `next` of the page before. */
  cursor?: string;
  signal?: AbortSignal | undefined;
}

/** However much is asked for. */
export const MOST_PER_PAGE = 1_000;

/** Rows in a falling order of `place`; fetch one more than asked to know whether there is a next page. */
export type FetchPage<T> = (before: number, limit: number) => Promise<{ item: T; place: number }[]>;

export async function page<T>(options: PageOptions, fetch: FetchPage<T>): Promise<Page<T>> {
  const limit = checkLimit(options.limit ?? 50);
  const load = async (before: number): Promise<Page<T>> => {
    checkAborted(options.signal);
    const rows = await fetch(before, limit + 1);
    const kept = rows.slice(0, limit);
    const last = kept.at(-1);
    const next = rows.length > limit && last !== undefined ? String(last.place) : null;
    return {
      items: kept.map((row) => row.item),
      next,
      async *[Symbol.asyncIterator](this: Page<T>) {
        for (let current: Page<T> = this; ; ) {
          yield* current.items;
          if (current.next === null) return;
          current = await load(Number(current.next));
        }
      },
    };
  };
  return load(parseCursor(options.cursor));
}

function checkLimit(limit: number): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= MOST_PER_PAGE) return limit;
  throw new MemoirError(
    "invalid_argument",
    `limit must be a whole number from 1 to ${MOST_PER_PAGE}, got ${show(limit)}.`,
  );
}

function parseCursor(cursor: string | undefined): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER;
  if (typeof cursor === "string" && /^\d{1,16}$/.test(cursor)) return Number(cursor);
  throw new MemoirError(
    "invalid_argument",
    `cursor ${show(cursor)} is not one of ours. Pass \`next\` of a page.`,
  );
}
