import type { SharedSettings } from "../api/memoir.ts";
import type { Page, PageOptions } from "../api/options.ts";
import type { PresetName } from "../api/preset-name.ts";
import type { Principal } from "../domain/api-key.ts";
import { MemoirError, type MemoirErrorCode } from "../domain/errors.ts";
import { formatScope, parseScope, type ScopeInput } from "../domain/scope.ts";
import { checkId, checkTime } from "../domain/text.ts";
import type { Transport } from "./transport.ts";

/** A server's description of itself and of the key. */
export interface ServerInfo {
  readonly version: string;
  readonly preset: PresetName;
  readonly key: Omit<Principal, "keyId">;
  readonly settings: SharedSettings;
}

/** The scope and the actor of every request. */
export interface Where {
  readonly scope: string;
  readonly agent: string | undefined;
  readonly thread: string | undefined;
  readonly legacy?: readonly string[] | undefined;
}

/** An id as a part of an address. */
export function segment(id: string, name: string = "id"): string {
  return encodeURIComponent(checkId(id, name));
}

/** A moment as a query string has it. */
export function queryTime(at: Date | string | number | undefined, name: string): string | undefined {
  return at === undefined ? undefined : new Date(checkTime(at, name)).toISOString();
}

export function scopeText(scope: ScopeInput): string {
  return formatScope(parseScope(scope));
}

/** The answer, or `null` where the server says that there is none. */
export async function orNull<T>(
  reply: Promise<T>,
  codes: readonly MemoirErrorCode[] = ["not_found"],
): Promise<T | null> {
  try {
    return await reply;
  } catch (error) {
    if (MemoirError.is(error) && codes.includes(error.code)) return null;
    throw error;
  }
}

/** For an option that an engine has and a server cannot honour: it is rejected, never passed over. */
export function refuse(options: object | undefined, name: string, call: string, advice: string): void {
  if ((options as Record<string, unknown> | undefined)?.[name] === undefined) return;
  throw new MemoirError("not_allowed", `${call} takes no ${name} over a server: ${advice}`, {
    details: { option: name },
  });
}

export const KEY_ACTS = "the history names the key that was used. Use a key with the name you want.";

/** One page of a list, as a server sends it. */
interface Listed<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

/** A page of a server's list; `for await` fetches the others as the library would. */
export async function fetchPage<T>(
  { send }: Transport,
  path: string,
  { cursor, signal, ...query }: PageOptions & Readonly<Record<string, unknown>>,
): Promise<Page<T>> {
  const fetch = (at: string | undefined): Promise<Listed<T>> =>
    send("GET", path, { query: { ...query, cursor: at }, signal });
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
export function mapPage<A, B>(page: Page<A>, map: (item: A) => B): Page<B> {
  return {
    items: page.items.map(map),
    next: page.next,
    async *[Symbol.asyncIterator]() {
      for await (const item of page) yield map(item);
    },
  };
}

/** Everything of a list that the library gives whole. */
export async function fetchAll<T>(transport: Transport, path: string): Promise<T[]> {
  const items: T[] = [];
  for await (const item of await fetchPage<T>(transport, path, { limit: 1_000 })) items.push(item);
  return items;
}
