import type { Page } from "../api/options.ts";
import type { Transport } from "./transport.ts";

/** One page of a list, as a server sends it. */
export interface Listed<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

/** A page of a server's list; `for await` fetches the others as the library would. */
export async function pageFrom<T>(
  fetch: (cursor: string | undefined) => Promise<Listed<T>>,
  cursor: string | undefined,
): Promise<Page<T>> {
  const { items, next } = await fetch(cursor);
  return {
    items,
    next,
    async *[Symbol.asyncIterator]() {
      yield* items;
      for (let at = next; at !== null; ) {
        const more = await fetch(at);
        yield* more.items;
        at = more.next;
      }
    },
  };
}

/** The same page of other things. */
export function mapped<A, B>(page: Page<A>, map: (item: A) => B): Page<B> {
  return {
    items: page.items.map(map),
    next: page.next,
    async *[Symbol.asyncIterator]() {
      for await (const item of page) yield map(item);
    },
  };
}

/** Everything of a list that the library gives whole. */
export async function allOf<T>({ send }: Transport, path: string): Promise<T[]> {
  const items: T[] = [];
  const fetch = (cursor: string | undefined): Promise<Listed<T>> =>
    send("GET", path, { query: { limit: 1_000, cursor } });
  for await (const item of await pageFrom(fetch, undefined)) items.push(item);
  return items;
}
