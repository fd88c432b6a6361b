import { hash as digest } from "node:crypto";
import { factKey } from "../../domain/key.ts";
import type { SqlReader } from "../tx.ts";
import type { MemoryRow } from "./memories.ts";
import { IN_SCOPE, type OpenScope, type ScopeRef, scopeReader } from "./scopes.ts";

/** The input of a tombstone. */
export type Buried = Pick<MemoryRow, "key" | "text" | "subject" | "slot">;

/**
 * A tombstone's record of a claim: salted hashes of its key, of its normalised text and of its meaning, never the text
 * . Matching is loaded when something is forgotten: most writers never need it.
 */
async function hashesOf(scope: Pick<OpenScope, "salt">, memory: Buried): Promise<string[]> {
  const { gists } = await import("../../language/match/gist.ts");
  const forms = [memory.key, factKey(memory.text), ...gists(memory)];
  return [...new Set(forms.map((form) => saltedHash(scope, form)))];
}

export async function buryMemory(scope: OpenScope, memory: Buried, at: number): Promise<void> {
  for (const hash of await hashesOf(scope, memory)) {
    await scope.run(
      `insert into tombstone (tenant, scope, hash, created_at) values ($1, $2, $3, $4)
       on conflict (tenant, scope, hash) do update set created_at = excluded.created_at`,
      [hash, at],
    );
  }
}

/** The user has said it again: the claim may come back. */
export async function unbury(scope: OpenScope, memory: Buried): Promise<void> {
  const { tx } = scope;
  if (!(await hasTombstones(tx, scope))) return;
  await scope.run(`delete from tombstone where ${OF_THESE(tx)}`, await these(scope, memory));
}

/** When each of some claims was forgotten; `null` for those that were not. In a scope that has tombstones. */
export async function forgottenAt(
  reader: SqlReader,
  scopeRef: ScopeRef,
  claims: readonly Buried[],
): Promise<(number | null)[]> {
  const scope = await scopeReader(reader, scopeRef).one<{ salt: string | null }>(
    "select salt from scope where tenant = $1 and num = $2",
  );
  const times: (number | null)[] = [];
  for (const claim of claims) {
    const row = await scopeReader(reader, scopeRef).one<{ at: number | null }>(
      `select max(created_at) as at from tombstone where ${OF_THESE(reader)}`,
      await these({ salt: scope?.salt ?? null }, claim),
    );
    times.push(row?.at ?? null);
  }
  return times;
}

/** Most scopes have forgotten nothing; then there is nothing to hash. */
export async function hasTombstones(reader: SqlReader, scope: ScopeRef): Promise<boolean> {
  const any = await reader.one(`select 1 as found from tombstone where ${IN_SCOPE} limit 1`, [
    scope.tenant,
    scope.num,
  ]);
  return any !== undefined;
}

const OF_THESE = ({ dialect }: SqlReader): string => `${IN_SCOPE} and ${dialect.inJson("hash", "$3")}`;

async function these(scope: Pick<OpenScope, "salt">, memory: Buried): Promise<[string]> {
  return [JSON.stringify(await hashesOf(scope, memory))];
}

/**
 * The permitted remainder of erased text: a hash with the scope's random salt, so that nobody can compare it with
 * hashes made elsewhere, or at all once the scope is erased. A scope of an older export has no salt.
 */
function saltedHash({ salt }: Pick<OpenScope, "salt">, text: string): string {
  return addSalt(salt, sha256(text));
}

/** The same for what is a hash already. */
export function addSalt(salt: string | null, hash: string): string {
  return salt === null ? hash : sha256(salt + hash);
}

export function sha256(text: string): string {
  return digest("sha256", text);
}
