import { hash } from "node:crypto";
import { parse, serialize } from "hono/utils/cookie";
import { type Principal, type Role, roleAllows } from "../domain/api-key.ts";
import { checkList } from "../domain/arguments.ts";
import { BoundedMap } from "../domain/bounded-map.ts";
import { checkId } from "../domain/text.ts";
import { type MemoirEngine, MemoirError } from "../index.ts";

/** The key of a request: `Authorization: Bearer …` (or `Token …`, as mem0's client says), `X-API-Key`, the cookie. */
export function keyOf({ headers }: Request): string | undefined {
  const authorization = /^(?:bearer|token) +(\S+) *$/i.exec(headers.get("authorization") ?? "");
  return authorization?.[1] ?? headers.get("x-api-key") ?? sessionIn(headers);
}

/** Identifies the caller. The answer does not say why a key is invalid: that would only help someone who guesses. */
export async function identify(memoir: MemoirEngine, key: string | undefined): Promise<Principal> {
  const principal = key === undefined ? null : await memoir.authenticate(key);
  if (principal !== null) return principal;
  throw new MemoirError(
    "unauthorized",
    key === undefined
      ? "This needs a key: send the header Authorization: Bearer KEY. `memoir keys create` makes one."
      : "This key is not valid here, has expired or was revoked. `memoir keys create` makes a new one.",
  );
}

export function checkRole({ role }: Principal, least: Role): void {
  if (roleAllows(role, least)) return;
  throw new MemoirError(
    "not_allowed",
    `This needs a key with the role ${least} or more; this key has the role ${role}.`,
    { details: { role, needs: least } },
  );
}

/** A request may be bound to fewer categories than its key: a JSON list, percent-encoded. */
const CATEGORIES = "X-Memoir-Categories";

/** The key's rights as this request uses them: never more than the key has. */
export function narrowed(principal: Principal, { headers }: Request): Principal {
  const text = headers.get(CATEGORIES);
  if (text === null) return principal;
  const bound = checkList(parsed(text), CATEGORIES).map((one, i) => checkId(one, `${CATEGORIES}[${i}]`));
  const { categories } = principal;
  return {
    ...principal,
    categories: categories === null ? bound : bound.filter((one) => categories.includes(one)),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(text));
  } catch {
    throw new MemoirError(
      "invalid_argument",
      `${CATEGORIES} must be a list of categories as JSON, percent-encoded: %5B%22todo%22%5D for ["todo"].`,
    );
  }
}

/** Holds the key of somebody who came by a login link; a page's scripts cannot read it, and no other site can send it. */
const COOKIE = "memoir_session";

/** The key in a request's cookies. */
export function sessionIn(headers: Headers): string | undefined {
  const cookies = headers.get("cookie");
  // Browsers say who made the request. A page of another port of this host would be "same-site".
  const by = headers.get("sec-fetch-site");
  if (by !== null && by !== "same-origin" && by !== "none") return undefined;
  return cookies === null ? undefined : parse(cookies, COOKIE)[COOKIE];
}

/** `isHttps` is a setting: what a proxy says about it in a header, anybody can say. */
export function sessionCookie(key: string, expires: Date, isHttps: boolean): string {
  return serialize(COOKIE, key, { path: "/", httpOnly: true, sameSite: "Strict", secure: isHttps, expires });
}

/** The keys that were good here before. Whether one still is, the database says. */
export interface KnownKeys {
  /** Whether it was, and notes that it is once `wasGood` is called. */
  look(key: string): { readonly isKnown: boolean; wasGood(): void };
}

const MOST = 10_000;

/** Of a key only a hash is held, made once a request; those that were used last stay. */
export function createKnownKeys(most: number = MOST): KnownKeys {
  const known = new BoundedMap<string, true>(most);
  return {
    look(key) {
      const name = hash("sha256", key, "base64");
      return { isKnown: known.has(name), wasGood: () => void known.set(name, true) };
    },
  };
}
