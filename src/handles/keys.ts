import { checkExpiry, checkGrant, formatToken, type KeyOptions, type Role } from "../domain/api-key.ts";
import { checkOptions } from "../domain/arguments.ts";
import { checkId } from "../domain/text.ts";
import type { Engine } from "../engine/engine.ts";
import { newToken, sha256 } from "../engine/principals.ts";
import { type ApiKeyKind, type ApiKeyRow, isAlive, listIn, listKeys } from "../store/api-keys.ts";

/** What is known of a key. Its secret is not: it was shown once. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  /** `"key"` was made by an operator, `"login"` waits to be exchanged, `"session"` is what one was exchanged for. */
  readonly kind: ApiKeyKind;
  readonly status: "active" | "expired" | "revoked";
  readonly role: Role;
  readonly scopes: readonly string[] | null;
  readonly agent: string | null;
  readonly categories: readonly string[] | null;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  /** To the minute; `null` = never. */
  readonly lastUsedAt: Date | null;
}

/** A key with its text: the one time it is seen. */
export interface NewApiKey extends ApiKey {
  readonly key: string;
}

/** A login with its token: the one time it is seen. */
export interface NewLogin extends ApiKey {
  /** What `memoir.redeem()` takes, once. */
  readonly token: string;
  readonly expiresAt: Date;
}

/** The keys of a tenant. They can be made and revoked while its writes are stopped. */
export interface KeysHandle {
  create(options: KeyOptions): Promise<NewApiKey>;
  /**
   * A token that can be exchanged for the key of a session once, within ten minutes: what a login link carries, so
   * that no key ever stands in an address. The session lasts seven days. Default role: `"operator"`.
   */
  login(options?: Partial<Omit<KeyOptions, "expiresAt">>): Promise<NewLogin>;
  /** Newest first, with those that no longer work. */
  list(): Promise<ApiKey[]>;
  /** By id, or by the name of one that works. Every process refuses it within two seconds. */
  revoke(idOrName: string): Promise<ApiKey>;
}

/** How long a login waits to be exchanged. */
const LOGIN_MS = 10 * 60_000;

export function keysOf(engine: Engine, tenant: string): KeysHandle {
  const at = engine.now;
  const make = async (
    kind: "key" | "login",
    options: KeyOptions,
    expiresAt: number | null,
  ): Promise<{ text: string; info: ApiKey }> => {
    const { scopes, categories, ...grant } = checkGrant(options);
    const fresh = newToken(tenant);
    const row: ApiKeyRow = {
      ...grant,
      id: fresh.id,
      kind,
      hash: sha256(fresh.secret),
      scopes: scopes === null ? null : JSON.stringify(scopes),
      categories: categories === null ? null : JSON.stringify(categories),
      created_at: at(),
      created_by: options.actor === undefined ? "operator" : checkId(options.actor, "actor"),
      expires_at: expiresAt,
      revoked_at: null,
      last_used_at: null,
    };
    await engine.store.write("createKey", { tenant, row });
    return { text: formatToken(kind === "key" ? "mk" : "ml", fresh), info: toApiKey(row, at()) };
  };

  return {
    async create(options) {
      engine.use();
      const given = checkOptions(options, "keys.create()");
      const { text, info } = await make("key", given, checkExpiry(given.expiresAt, at()));
      return { key: text, ...info };
    },
    async login(options) {
      engine.use();
      const given = checkOptions(options, "keys.login()");
      const expiresAt = at() + LOGIN_MS;
      const { text, info } = await make("login", { name: "login", role: "operator", ...given }, expiresAt);
      return { token: text, ...info, expiresAt: new Date(expiresAt) };
    },
    async list() {
      const rows = await listKeys(engine.use(), tenant);
      return rows.map((row) => toApiKey(row, at()));
    },
    async revoke(idOrName) {
      engine.use();
      const args = { tenant, idOrName: checkId(idOrName, "idOrName"), at: at() };
      const row = await engine.store.write("revokeKey", args);
      engine.knownKeys.clear();
      return toApiKey(row, at());
    },
  };
}

function toApiKey(row: ApiKeyRow, at: number): ApiKey {
  const date = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    status: row.revoked_at !== null ? "revoked" : isAlive(row, at) ? "active" : "expired",
    role: row.role,
    scopes: listIn(row.scopes),
    agent: row.agent,
    categories: listIn(row.categories),
    createdAt: new Date(row.created_at),
    createdBy: row.created_by,
    expiresAt: date(row.expires_at),
    revokedAt: date(row.revoked_at),
    lastUsedAt: date(row.last_used_at),
  };
}
