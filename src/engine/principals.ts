import { hash, randomBytes } from "node:crypto";
import { formatToken, LONGEST_TOKEN, type Principal, parseToken, type Token } from "../domain/api-key.ts";
import { BoundedMap } from "../runtime/bounded-map.ts";
import { type ApiKeyRow, findKey, isAlive, sameHash, toPrincipal } from "../store/writes/keys.ts";
import type { WriteTools } from "../write/tools/write-tools.ts";

/** A key's last use is written down this often. */
const NOTED_MS = 60_000;
/** How long a session lasts that began with a login. */
const SESSION_MS = 7 * 86_400_000;

/** The engine parts that the check of keys uses. */
export interface KeyTools extends Pick<WriteTools, "store" | "settings" | "now" | "use" | "accept"> {
  /** The API keys that were good a moment ago. */
  readonly knownKeys: KnownKeys;
}

/** The session that a login was exchanged for. */
export interface Session extends Principal {
  /** The key of this session; it is shown here and nowhere else. */
  readonly key: string;
  readonly expiresAt: Date;
}

/** The owner of a key; `null` for one that is malformed, unknown, expired, revoked or only valid for a login. */
export async function authenticate(engine: KeyTools, key: unknown): Promise<Principal | null> {
  const reader = engine.use();
  if (typeof key !== "string" || key.length > LONGEST_TOKEN) return null;
  const at = engine.now();
  // One hash finds a key that was good a moment ago; only an unknown one is taken apart.
  const name = secretHash(key);
  const cached = engine.knownKeys.find(name, at);
  if (cached !== null) return cached;
  const token = parseToken("mk", key);
  if (token === null) return null;
  const row = await findKey(reader, token.tenant, token.id);
  const good = sameHash(row?.hash, secretHash(token.secret));
  if (row === undefined || !good || row.kind === "login" || !isAlive(row, at)) return null;
  const principal = toPrincipal(token.tenant, row);
  engine.knownKeys.add(name, { principal, row, seenAt: at });
  noteUse(engine, token, row, at);
  return principal;
}

/** Nobody waits for it, and nothing depends on it. */
function noteUse(engine: KeyTools, { tenant, id }: Token, row: ApiKeyRow, at: number): void {
  const unlessSince = at - NOTED_MS;
  if (engine.settings.emergencyReadOnly || (row.last_used_at ?? -Infinity) > unlessSince) return;
  engine.accept(engine.store.write("touchKey", { tenant, id, at, unlessSince })).catch(() => undefined);
}

/** Exchanges a login's token for the key of a session, once. */
export async function redeem(engine: KeyTools, token: unknown): Promise<Session | null> {
  const reader = engine.use();
  const login = parseToken("ml", token);
  if (login === null) return null;
  // Anybody may try: what opens nothing costs a look, and no place among the writes.
  const loginRow = await findKey(reader, login.tenant, login.id);
  if (!sameHash(loginRow?.hash, secretHash(login.secret))) return null;
  const at = engine.now();
  const fresh = newToken(login.tenant);
  const expiresAt = at + SESSION_MS;
  const row = await engine.store.write("redeemLogin", {
    tenant: login.tenant,
    id: login.id,
    hash: secretHash(login.secret),
    key: { id: fresh.id, hash: secretHash(fresh.secret), expires_at: expiresAt },
    at,
  });
  if (row === null) return null;
  return {
    ...toPrincipal(login.tenant, row),
    key: formatToken("mk", fresh),
    expiresAt: new Date(expiresAt),
  };
}

/** 256 random bits; the id beside them is no secret. */
export function newToken(tenant: string): Token {
  return { tenant, id: randomBytes(6).toString("hex"), secret: randomBytes(32).toString("base64url") };
}

export function secretHash(text: string): string {
  return hash("sha256", text);
}

/** How long a verified key is trusted before the database is asked again: a revocation elsewhere is seen this late. */
const TRUSTED_MS = 2_000;
/** How many keys are remembered; the one least recently looked up goes first. */
const MAX_PRINCIPALS = 1_000;

interface CachedPrincipal {
  readonly principal: Principal;
  /** The row's own end. */
  readonly row: Pick<ApiKeyRow, "expires_at" | "revoked_at">;
  readonly seenAt: number;
}

/** Recently verified keys, so that a busy server does not ask the database for each request. */
export class KnownKeys {
  readonly #principals = new BoundedMap<string, CachedPrincipal>(MAX_PRINCIPALS);

  /** By the hash of the key's whole text: the text itself stays in no memory of ours. */
  find(token: string, at: number): Principal | null {
    const cached = this.#principals.get(token);
    if (cached === undefined) return null;
    const age = at - cached.seenAt;
    return age >= 0 && age < TRUSTED_MS && isAlive(cached.row, at) ? cached.principal : null;
  }

  add(token: string, principal: CachedPrincipal): void {
    this.#principals.set(token, principal);
  }

  /** After a revocation in this process. */
  clear(): void {
    this.#principals.clear();
  }
}
