import { timingSafeEqual } from "node:crypto";
import type { ApiKeyKind } from "../api/operator.ts";
import type { Principal, Role } from "../domain/api-key.ts";
import type { Reader, Tx } from "./tx.ts";

/** A key as it is kept: of its secret only the hash. */
export interface ApiKeyRow {
  id: string;
  kind: ApiKeyKind;
  name: string;
  /** SHA-256 of the secret, in hex. */
  hash: string;
  role: Role;
  /** JSON lists; null = all. */
  scopes: string | null;
  agent: string | null;
  categories: string | null;
  created_at: number;
  created_by: string;
  expires_at: number | null;
  revoked_at: number | null;
  last_used_at: number | null;
}

const COLUMNS = [
  "id",
  "kind",
  "name",
  "hash",
  "role",
  "scopes",
  "agent",
  "categories",
  "created_at",
  "created_by",
  "expires_at",
  "revoked_at",
  "last_used_at",
] as const satisfies readonly (keyof ApiKeyRow)[];

const SELECT = `select ${COLUMNS.join(", ")} from api_key where tenant = $1`;

export function findKey(reader: Reader, tenant: string, id: string): Promise<ApiKeyRow | undefined> {
  return reader.one<ApiKeyRow>(`${SELECT} and id = $2`, [tenant, id]);
}

/** Newest first. */
export function listKeys(reader: Reader, tenant: string): Promise<ApiKeyRow[]> {
  return reader.all<ApiKeyRow>(`${SELECT} order by created_at desc, id`, [tenant]);
}

/** Those of a name that still work. */
export function livingKeysNamed(
  reader: Reader,
  tenant: string,
  name: string,
  at: number,
): Promise<ApiKeyRow[]> {
  return reader.all<ApiKeyRow>(
    `${SELECT} and name = $2 and revoked_at is null and (expires_at is null or expires_at > $3) order by id`,
    [tenant, name, at],
  );
}

export async function insertKey(tx: Tx, tenant: string, row: ApiKeyRow): Promise<void> {
  await tx.insert("api_key", ["tenant", ...COLUMNS], [[tenant, ...COLUMNS.map((column) => row[column])]]);
}

export async function removeKey(tx: Tx, tenant: string, id: string): Promise<boolean> {
  return (await tx.run("delete from api_key where tenant = $1 and id = $2", [tenant, id])) > 0;
}

export async function setRevoked(tx: Tx, tenant: string, id: string, at: number): Promise<void> {
  await tx.run("update api_key set revoked_at = $3 where tenant = $1 and id = $2 and revoked_at is null", [
    tenant,
    id,
    at,
  ]);
}

/** What comes and goes by itself leaves nothing behind; keys that an operator made stay on record. */
export async function removeExpiredLogins(tx: Tx, tenant: string, at: number): Promise<void> {
  await tx.run("delete from api_key where tenant = $1 and kind <> 'key' and expires_at <= $2", [tenant, at]);
}

export interface KeyUse {
  tenant: string;
  id: string;
  at: number;
  unlessSince: number;
}

/** Notes a use, unless one was noted after `unlessSince`. */
export async function setUsed(tx: Tx, { tenant, id, at, unlessSince }: KeyUse): Promise<void> {
  await tx.run(
    `update api_key set last_used_at = $3
     where tenant = $1 and id = $2 and (last_used_at is null or last_used_at <= $4)`,
    [tenant, id, at, unlessSince],
  );
}

/** Whether it opens anything at this moment. */
export function isAlive(row: Pick<ApiKeyRow, "expires_at" | "revoked_at">, at: number): boolean {
  return row.revoked_at === null && (row.expires_at === null || row.expires_at > at);
}

export function toPrincipal(tenant: string, row: ApiKeyRow): Principal {
  return {
    tenant,
    keyId: row.id,
    name: row.name,
    role: row.role,
    scopes: listIn(row.scopes),
    agent: row.agent,
    categories: listIn(row.categories),
  };
}

export function listIn(json: string | null): readonly string[] | null {
  return json === null ? null : (JSON.parse(json) as string[]);
}

const NOBODY = "0".repeat(64);

/** Compares a secret's hash with the one that is kept. Takes as long for a key that does not exist. */
export function sameHash(kept: string | undefined, shown: string): boolean {
  return timingSafeEqual(Buffer.from(kept ?? NOBODY, "hex"), Buffer.from(shown, "hex"));
}
