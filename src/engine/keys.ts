import type { ApiKey } from "../api/operator.ts";
import { checkGrant, formatToken, type KeyOptions } from "../domain/api-key.ts";
import { checkActor } from "../domain/text.ts";
import { type ApiKeyRow, isAlive, listIn, listKeys } from "../store/writes/keys.ts";
import { type KeyTools, newToken, secretHash } from "./principals.ts";

/** Makes a key or a login. Its text is shown here and nowhere else. */
export async function issueKey(
  { store, now }: KeyTools,
  tenant: string,
  options: KeyOptions,
  { kind, expiresAt }: { readonly kind: "key" | "login"; readonly expiresAt: number | null },
): Promise<{ text: string; info: ApiKey }> {
  const { scopes, categories, ...grant } = checkGrant(options);
  const fresh = newToken(tenant);
  const row: ApiKeyRow = {
    ...grant,
    id: fresh.id,
    kind,
    hash: secretHash(fresh.secret),
    scopes: scopes === null ? null : JSON.stringify(scopes),
    categories: categories === null ? null : JSON.stringify(categories),
    created_at: now(),
    created_by: checkActor(options.actor),
    expires_at: expiresAt,
    revoked_at: null,
    last_used_at: null,
  };
  await store.write("createKey", { tenant, row });
  return { text: formatToken(kind === "key" ? "mk" : "ml", fresh), info: toApiKey(row, now()) };
}

/** Newest first. */
export async function keysOf({ use, now }: KeyTools, tenant: string): Promise<ApiKey[]> {
  return (await listKeys(use(), tenant)).map((row) => toApiKey(row, now()));
}

export async function invalidateKey(
  { store, now, knownKeys }: KeyTools,
  tenant: string,
  idOrName: string,
): Promise<ApiKey> {
  const row = await store.write("revokeKey", { tenant, idOrName, at: now() });
  knownKeys.clear();
  return toApiKey(row, now());
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
