import { MemoirError, show } from "../../domain/errors.ts";
import {
  type ApiKeyRow,
  findKey,
  insertKey,
  isAlive,
  type KeyUse,
  livingKeysNamed,
  removeExpiredLogins,
  removeKey,
  sameHash,
  setRevoked,
  setUsed,
} from "../api-keys.ts";
import { isReadOnly } from "../scopes.ts";
import type { Tx } from "../tx.ts";
import { lockTenant } from "./policy.ts";

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
    await removeExpiredLogins(tx, tenant, row.created_at);
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
  if (!(await removeKey(tx, tenant, id))) return null;
  const row: ApiKeyRow = {
    ...login,
    ...key,
    kind: "session",
    created_at: at,
    created_by: `login ${id}`,
    last_used_at: null,
  };
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
  const named = await findKey(tx, tenant, idOrName);
  const found = named === undefined ? await livingKeysNamed(tx, tenant, idOrName, at) : [named];
  const [key] = found;
  if (key === undefined) {
    throw new MemoirError(
      "not_found",
      `Tenant "${tenant}" has no living key with the id or name ${show(idOrName)}. List the keys to see what there is.`,
    );
  }
  if (found.length > 1) {
    throw new MemoirError(
      "conflict",
      `${found.length} keys are named ${show(idOrName)}. Name the id: ${found.map(({ id }) => id).join(", ")}.`,
      { details: { ids: found.map(({ id }) => id) } },
    );
  }
  await setRevoked(tx, tenant, key.id, at);
  return { ...key, revoked_at: key.revoked_at ?? at };
}

/** Notes that a key was used; nothing while the tenant is read-only. */
export async function touchKey(tx: Tx, use: KeyUse): Promise<void> {
  if (!(await isReadOnly(tx, use.tenant))) await setUsed(tx, use);
}
