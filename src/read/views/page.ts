import type { Page, PageOptions } from "../../api/options.ts";
import { checkWhole, MAX_PER_PAGE } from "../../domain/arguments.ts";
import { checkAborted, invalidArgument, show } from "../../domain/errors.ts";
import { type PageBelow, TOP } from "../../store/tx.ts";

/** Rows in a falling order of `place`; one more than asked is fetched, to know whether there is a next page. */
export type FetchPage<T, P = number> = (page: PageBelow<P>) => Promise<{ item: T; position: P }[]>;

/** The encoding of a list position in a cursor. */
export interface CursorFormat<P> {
  /** Above every place there is. */
  readonly top: P;
  show(position: P): string;
  /** `null` for what is no cursor of this list. */
  read(cursor: string): P | null;
}

const NUMBERS: CursorFormat<number> = {
  top: TOP,
  show: String,
  read: (cursor) => (/^\d{1,16}$/.test(cursor) ? Number(cursor) : null),
};

/** Places of several numbers, the most significant one first, each up to that of `top`. A cursor is `1.2.3`. */
export function numericCursor<P extends Readonly<Record<string, number>>>(top: P): CursorFormat<P> {
  const names = Object.keys(top);
  return {
    top,
    show: (position) => names.map((name) => position[name]).join("."),
    read(cursor) {
      const parts = cursor.split(".");
      const isPlace = names.every(
        (name, i) => /^-?\d{1,16}$/.test(parts[i] ?? "") && Number(parts[i]) <= top[name]!,
      );
      if (!isPlace || parts.length > names.length) return null;
      return Object.fromEntries(names.map((name, i) => [name, Number(parts[i])])) as P;
    },
  };
}

export function page<T>(options: PageOptions, fetch: FetchPage<T>): Promise<Page<T>> {
  return pageBy(options, NUMBERS, fetch);
}

export async function pageBy<T, P>(
  options: PageOptions,
  cursorFormat: CursorFormat<P>,
  fetch: FetchPage<T, P>,
): Promise<Page<T>> {
  const limit = checkWhole(options.limit ?? 50, "limit", 1, MAX_PER_PAGE);
  const load = async (before: P): Promise<Page<T>> => {
    checkAborted(options.signal);
    const rows = await fetch({ before, limit: limit + 1 });
    const pageRows = rows.slice(0, limit);
    const last = rows.length > limit ? pageRows.at(-1) : undefined;
    return {
      items: pageRows.map((row) => row.item),
      next: last === undefined ? null : cursorFormat.show(last.position),
      async *[Symbol.asyncIterator](this: Page<T>) {
        for (let current: Page<T> = this; ; ) {
          yield* current.items;
          if (current.next === null) return;
          current = await load(placeOf(current.next, cursorFormat));
        }
      },
    };
  };
  return load(options.cursor === undefined ? cursorFormat.top : placeOf(options.cursor, cursorFormat));
}

function placeOf<P>(cursor: string, cursorFormat: CursorFormat<P>): P {
  const position = typeof cursor === "string" ? cursorFormat.read(cursor) : null;
  if (position !== null) return position;
  throw invalidArgument(`cursor ${show(cursor)} is not one of ours. Pass \`next\` of a page.`);
}
