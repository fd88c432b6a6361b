import type { ApiKey, KeysHandle } from "../api/operator.ts";
import { checkExpiry, checkGrant, formatToken, type KeyOptions } from "../domain/api-key.ts";
import { checkId } from "../domain/text.ts";
import type { Engine } from "../engine/engine.ts";
import { newToken, sha256 } from "../engine/principals.ts";
import { type ApiKeyRow, isAlive, listIn, listKeys } from "../store/api-keys.ts";
import { checked, KEYS_CALLS } from "./calls.ts";

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

  const handle: KeysHandle = {
    async create(options) {
      engine.use();
      const { text, info } = await make("key", options, checkExpiry(options.expiresAt, at()));
      return { key: text, ...info };
    },
    async login(options) {
      engine.use();
      const expiresAt = at() + LOGIN_MS;
      const { text, info } = await make("login", { name: "login", role: "operator", ...options }, expiresAt);
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
  return checked(handle, KEYS_CALLS, "keys.");
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
