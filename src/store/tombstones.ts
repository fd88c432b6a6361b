import { createHash } from "node:crypto";
import { factKey } from "../domain/key.ts";
import type { OpenScope } from "./scopes.ts";
import type { Tx } from "./tx.ts";

/** What a tombstone remembers of a claim: hashes of its key and of its normalised text, never the words (C18). */
export function tombstoneHashes(memory: { key: string; text: string }): string[] {
  const hash = (value: string): string => createHash("sha256").update(value).digest("hex");
  return [...new Set([hash(memory.key), hash(factKey(memory.text))])];
}

export async function bury(
  tx: Tx,
  scope: OpenScope,
  memory: { key: string; text: string },
  at: number,
): Promise<void> {
  for (const hash of tombstoneHashes(memory)) {
    await tx.run(
      `insert into tombstone (tenant, scope, hash, created_at) values ($1, $2, $3, $4)
       on conflict (tenant, scope, hash) do update set created_at = excluded.created_at`,
      [scope.tenant, scope.num, hash, at],
    );
  }
}

/** The user has said it again: the claim may come back. */
export async function unbury(tx: Tx, scope: OpenScope, memory: { key: string; text: string }): Promise<void> {
  // Most scopes have forgotten nothing; then there is nothing to hash.
  const any = await tx.one("select 1 as found from tombstone where tenant = $1 and scope = $2 limit 1", [
    scope.tenant,
    scope.num,
  ]);
  if (any === undefined) return;
  for (const hash of tombstoneHashes(memory)) {
    await tx.run("delete from tombstone where tenant = $1 and scope = $2 and hash = $3", [
      scope.tenant,
      scope.num,
      hash,
    ]);
  }
}

/** When a claim was forgotten; `null` when it was not. */
export async function tombstonedAt(
  tx: Tx,
  scope: OpenScope,
  memory: { key: string; text: string },
): Promise<number | null> {
  let latest: number | null = null;
  for (const hash of tombstoneHashes(memory)) {
    const row = await tx.one<{ created_at: number }>(
      "select created_at from tombstone where tenant = $1 and scope = $2 and hash = $3",
      [scope.tenant, scope.num, hash],
    );
    if (row !== undefined) latest = Math.max(latest ?? 0, row.created_at);
  }
  return latest;
}
