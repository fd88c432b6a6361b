import { hash } from "node:crypto";
import type { Context } from "hono";
import { parse, serialize } from "hono/utils/cookie";
import { type Principal, type Role, roleAllows } from "../../domain/api-key.ts";
import { checkList } from "../../domain/arguments.ts";
import { invalidArgument } from "../../domain/errors.ts";
import { checkId } from "../../domain/text.ts";
import { type MemoirEngine, MemoirError } from "../../index.ts";
import { BoundedMap } from "../../runtime/bounded-map.ts";
import { createRate } from "./guards.ts";
import type { Env, Service } from "./service.ts";

/** Attempts with a bad key from one address: one a second, and a few at once. */
const BAD_KEYS = { perSecond: 1, burst: 20 };

/** Lookups of keys that were not good here before, from one address: far more than any honest start needs. */
const LOOKUPS = { perSecond: 500, burst: 1_000 };

const MAX_KNOWN_KEYS = 10_000;

/** A caller without a key: no tenant, no scopes, no categories. */
const NOBODY: Principal = {
  tenant: "",
  keyId: "",
  name: "",
  role: "read",
  scopes: [],
  agent: null,
  categories: [],
};

export interface KeyGate {
  /** Counts a lookup of something that was not good here before; throws when there are too many from one address. */
  lookup(c: Context<Env>): void;
  /** The caller of a request, if its key has the role; `null` asks for no key. */
  admit(c: Context<Env>, role: Role | null): Promise<Principal>;
  /** Counts an attempt that opened nothing; throws when there are too many from one address. */
  failedAttempt(c: Context<Env>): void;
}

/** Lets callers in by their keys, at limited rates. */
export function createGate({ memoir, settings }: Service): KeyGate {
  const { requestsPerSecond, burst } = settings;
  const now = (): number => performance.now();
  const keys = requestsPerSecond === null ? undefined : createRate(requestsPerSecond, burst, now);
  const badKeys = createRate(BAD_KEYS.perSecond, BAD_KEYS.burst, now);
  const lookups = createRate(LOOKUPS.perSecond, LOOKUPS.burst, now);
  // Hashes of the keys that were good here before. Whether one still is, the database says.
  const knownHashes = new BoundedMap<string, true>(MAX_KNOWN_KEYS);
  const failedAttempt: KeyGate["failedAttempt"] = (c) => badKeys(addressOf(c));
  const lookup: KeyGate["lookup"] = (c) => lookups(addressOf(c));
  return {
    lookup,
    failedAttempt,
    async admit(c, role) {
      if (role === null) return NOBODY;
      const key = apiKeyOf(c.req.raw);
      const hashed = key === undefined ? undefined : hash("sha256", key, "base64");
      if (hashed !== undefined && !knownHashes.has(hashed)) lookup(c);
      let principal: Principal;
      try {
        principal = await identify(memoir, key);
      } catch (error) {
        if (key !== undefined) failedAttempt(c);
        throw error;
      }
      if (hashed !== undefined) knownHashes.set(hashed, true);
      c.set("tenant", principal.tenant);
      c.set("key", principal.keyId);
      keys?.(principal.keyId);
      checkRole(principal, role);
      return narrowPrincipal(principal, c.req.raw);
    },
  };
}

/** Behind a proxy it is the proxy's: what that says in a header, anybody can say. */
function addressOf(c: Context<Env>): string {
  return c.env?.incoming?.socket.remoteAddress ?? "";
}

/** The key of a request: `Authorization: Bearer …` (or `Token …`, as mem0's client says), `X-API-Key`, the cookie. */
export function apiKeyOf({ headers }: Request): string | undefined {
  const authorization = /^(?:bearer|token) +(\S+) *$/i.exec(headers.get("authorization") ?? "");
  return authorization?.[1] ?? headers.get("x-api-key") ?? sessionIn(headers);
}

/** Identifies the caller. The answer does not say why a key is invalid: that would only help someone who guesses. */
async function identify(memoir: MemoirEngine, key: string | undefined): Promise<Principal> {
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
function narrowPrincipal(principal: Principal, { headers }: Request): Principal {
  const text = headers.get(CATEGORIES);
  if (text === null) return principal;
  const bound = checkList(parseEncodedJson(text), CATEGORIES).map((one, i) =>
    checkId(one, `${CATEGORIES}[${i}]`),
  );
  const { categories } = principal;
  return {
    ...principal,
    categories: categories === null ? bound : bound.filter((one) => categories.includes(one)),
  };
}

function parseEncodedJson(text: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(text));
  } catch {
    throw invalidArgument(
      `${CATEGORIES} must be a list of categories as JSON, percent-encoded: %5B%22todo%22%5D for ["todo"].`,
    );
  }
}

/** Holds the key of somebody who came by a login link; a page's scripts cannot read it, and no other site can send it. */
const COOKIE = "memoir_session";

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
