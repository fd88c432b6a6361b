import { timingSafeEqual } from "node:crypto";
import type { ApiKeyKind } from "../../api/operator.ts";
import type { Principal, Role } from "../../domain/api-key.ts";
import { MemoirError, show } from "../../domain/errors.ts";
import { isReadOnly } from "../tables/scopes.ts";
import { columnNames, type SqlReader, type Tx } from "../tx.ts";
import { lockTenant } from "./admin.ts";

/**
 * Keys are no memories: they can be made, exchanged and revoked while the tenant is read-only, or nobody could get in
 * to see what is wrong, nor shut out whoever did it.
 */
export async function createKey(tx: Tx, args: { tenant: string; row: ApiKeyRow }): Promise<void> {
  const { tenant, row } = args;
  await lockTenant(tx, tenant, row.created_at);
  if (row.kind === "key") {
    const living = await livingKeysNamed(tx, tenant, row.name, row.created_at);
    if (living.some(({ kind }) => kind === "key")) {
      throw new MemoirError(
        "conflict",
        `Tenant "${tenant}" has a key named ${show(row.name)} already. Take another name, or revoke that one first.`,
      );
    }
  } else {
    // Automatic keys leave no trace; keys made by an operator stay on record.
    await tx.run("delete from api_key where tenant = $1 and kind <> 'key' and expires_at <= $2", [
      tenant,
      row.created_at,
    ]);
  }
  await insertKey(tx, tenant, row);
}

export interface RedeemArgs {
  tenant: string;
  id: string;
  /** SHA-256 of the secret that was shown, in hex. */
  hash: string;
  /** The key to make of it; it is given what the login was meant for. */
  key: Pick<ApiKeyRow, "id" | "hash" | "expires_at">;
  at: number;
}

/** Exchanges a login for a key. The login is gone in the same transaction, so it works once, in whichever process. */
export async function redeemLogin(tx: Tx, args: RedeemArgs): Promise<ApiKeyRow | null> {
  const { tenant, id, key, at } = args;
  const login = await findKey(tx, tenant, id);
  const good = sameHash(login?.hash, args.hash);
  if (login === undefined || !good || login.kind !== "login" || !isAlive(login, at)) return null;
  if ((await tx.run("delete from api_key where tenant = $1 and id = $2", [tenant, id])) === 0) return null;
  const sessionFields = {
    kind: "session",
    created_at: at,
    created_by: `login ${id}`,
    last_used_at: null,
  } as const;
  const row: ApiKeyRow = { ...login, ...key, ...sessionFields };
  await insertKey(tx, tenant, row);
  return row;
}

/** By id, or by the name of the one that is alive. Revoking twice is once. */
export async function revokeKey(
  tx: Tx,
  args: { tenant: string; idOrName: string; at: number },
): Promise<ApiKeyRow> {
  const { tenant, idOrName, at } = args;
  await lockTenant(tx, tenant, at);
  const keyById = await findKey(tx, tenant, idOrName);
  const keys = keyById === undefined ? await livingKeysNamed(tx, tenant, idOrName, at) : [keyById];
  const [key] = keys;
  if (key === undefined) {
    throw new MemoirError(
      "not_found",
      `Tenant "${tenant}" has no living key with the id or name ${show(idOrName)}. List the keys to see what there is.`,
    );
  }
  if (keys.length > 1) {
    throw new MemoirError(
      "conflict",
      `${keys.length} keys are named ${show(idOrName)}. Name the id: ${keys.map(({ id }) => id).join(", ")}.`,
      { details: { ids: keys.map(({ id }) => id) } },
    );
  }
  const revoked_at = key.revoked_at ?? at;
  await tx.run("update api_key set revoked_at = $3 where tenant = $1 and id = $2", [
    tenant,
    key.id,
    revoked_at,
  ]);
  return { ...key, revoked_at };
}

export interface TouchKeyArgs {
  tenant: string;
  id: string;
  at: number;
  unlessSince: number;
}

/** Notes that a key was used, unless a use was noted after `unlessSince`; nothing while the tenant is read-only. */
export async function touchKey(tx: Tx, { tenant, id, at, unlessSince }: TouchKeyArgs): Promise<void> {
  if (await isReadOnly(tx, tenant)) return;
  await tx.run(
    `update api_key set last_used_at = $3
     where tenant = $1 and id = $2 and (last_used_at is null or last_used_at <= $4)`,
    [tenant, id, at, unlessSince],
  );
}

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

const COLUMNS =
  columnNames(`id, kind, name, hash, role, scopes, agent, categories, created_at, created_by, expires_at,
  revoked_at, last_used_at`);

const SELECT = `select ${COLUMNS.join(", ")} from api_key where tenant = $1`;

export function findKey(reader: SqlReader, tenant: string, id: string): Promise<ApiKeyRow | undefined> {
  return reader.one(`${SELECT} and id = $2`, [tenant, id]);
}

/** Newest first. */
export function listKeys(reader: SqlReader, tenant: string): Promise<ApiKeyRow[]> {
  return reader.all(`${SELECT} order by created_at desc, id`, [tenant]);
}

/** Those of a name that still work. */
function livingKeysNamed(reader: SqlReader, tenant: string, name: string, at: number): Promise<ApiKeyRow[]> {
  return reader.all(
    `${SELECT} and name = $2 and revoked_at is null and (expires_at is null or expires_at > $3) order by id`,
    [tenant, name, at],
  );
}

async function insertKey(tx: Tx, tenant: string, row: ApiKeyRow): Promise<void> {
  await tx.insert("api_key", ["tenant", ...COLUMNS], [[tenant, ...COLUMNS.map((column) => row[column])]]);
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
export function sameHash(storedHash: string | undefined, hash: string): boolean {
  return timingSafeEqual(Buffer.from(storedHash ?? NOBODY, "hex"), Buffer.from(hash, "hex"));
}
