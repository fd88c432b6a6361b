import { checkOneOf, checkSome } from "./arguments.ts";
import { invalidArgument, show } from "./errors.ts";
import { formatScope, parseScope, type ScopeInput } from "./scope.ts";
import { checkId, checkOptionalId, checkTime } from "./text.ts";

/** The roles of keys, weakest first; each role includes the ones before it. */
export const ROLES = ["read", "write", "operator"] as const;
export type Role = (typeof ROLES)[number];

/** Whether a role is enough where another is asked for. */
export function roleAllows(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/** The identity and the rights behind a valid key. */
export interface Principal {
  readonly tenant: string;
  readonly keyId: string;
  readonly name: string;
  readonly role: Role;
  /** The scopes it may touch, as `"user:alice"`; `null` = all of the tenant. */
  readonly scopes: readonly string[] | null;
  /** The agent it speaks for; `null` = none in particular. */
  readonly agent: string | null;
  /** The categories it may see; `null` = all that its agent may. */
  readonly categories: readonly string[] | null;
}

/** The options of a new key. */
export interface KeyOptions {
  /** How people call it. No two living keys of a tenant have the same name. */
  name: string;
  /** `"read"`, `"write"` or `"operator"`. Default: `"write"`. */
  role?: Role;
  /** The only scopes it may touch. Default: all of the tenant. */
  scopes?: readonly ScopeInput[];
  /** The agent it speaks for. Default: none. */
  agent?: string;
  /** The only categories it may see. Default: all that its agent may. */
  categories?: readonly string[];
  /** When it stops working. Default: never. */
  expiresAt?: Date | string | number;
  /** The actor, for the record. Default: `"operator"`. */
  actor?: string;
}

export type KeyGrant = Pick<Principal, "name" | "role" | "scopes" | "agent" | "categories">;

/** Checks what a key is to be given. Lists are kept in order, each entry once. */
export function checkGrant(options: KeyOptions): KeyGrant {
  const { name, role, scopes, agent, categories } = options;
  const grant: KeyGrant = {
    name: checkId(name, "name"),
    role: role === undefined ? "write" : checkOneOf(role, ROLES, "role"),
    scopes: checkSome(scopes, "scopes", (one) => formatScope(parseScope(one as ScopeInput))),
    agent: checkOptionalId(agent, "agent"),
    categories: checkSome(categories, "categories", checkId),
  };
  if (grant.role === "operator" && (grant.scopes ?? grant.agent ?? grant.categories) !== null) {
    throw invalidArgument(
      "A key with the role operator sees the whole tenant: leave out scopes, agent and categories, or take another role.",
    );
  }
  return grant;
}

/** When a new key ends; `null` = never. */
export function checkExpiry(value: unknown, now: number): number | null {
  if (value === undefined || value === null) return null;
  const at = checkTime(value, "expiresAt");
  if (at > now) return at;
  throw invalidArgument(
    `expiresAt is ${show(new Date(at).toISOString())}, which is over. Name a time to come, or leave it out.`,
  );
}

/** `mk_` is an API key; `ml_` is a login token that can be exchanged for one, once. */
export type TokenKind = "mk" | "ml";

/** A key's text taken apart. It names its tenant, so that looking it up stays inside that tenant. */
export interface Token {
  readonly tenant: string;
  readonly id: string;
  readonly secret: string;
}

export function formatToken(kind: TokenKind, { tenant, id, secret }: Token): string {
  return `${kind}_${toBase64Url(tenant)}.${id}.${secret}`;
}

/** A tenant's name takes at most 1,024 characters in base64, the rest is short. */
export const LONGEST_TOKEN = 1_200;
const TOKEN = /^(mk|ml)_([\w-]+)\.([a-z0-9]{8,32})\.([\w-]{43})$/;

/** Whatever was sent in place of a key; `null` when it cannot be one. */
export function parseToken(kind: TokenKind, text: unknown): Token | null {
  if (typeof text !== "string" || text.length > LONGEST_TOKEN) return null;
  const [, prefix, encoded, id, secret] = TOKEN.exec(text) ?? [];
  if (prefix !== kind || encoded === undefined || id === undefined || secret === undefined) return null;
  const tenant = fromBase64Url(encoded);
  return tenant === null ? null : { tenant, id, secret };
}

function toBase64Url(text: string): string {
  const bytes = String.fromCharCode(...new TextEncoder().encode(text));
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Only what `toBase64Url` writes, so that one key has one text. */
function fromBase64Url(encoded: string): string | null {
  try {
    const bytes = atob(encoded.replaceAll("-", "+").replaceAll("_", "/"));
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      Uint8Array.from(bytes, (one) => one.charCodeAt(0)),
    );
    return toBase64Url(text) === encoded ? checkId(text, "tenant") : null;
  } catch {
    return null;
  }
}
