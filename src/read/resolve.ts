import type { Scope } from "../domain/scope.ts";
import type { ScopePlace } from "../scope-index/scope-index.ts";
import { findScope } from "../store/scopes.ts";
import type { Reader } from "../store/tx.ts";
import { type Degraded, degradedFor } from "./degraded.ts";

/** A scope that has a row, and so may have something to read. */
export interface ReadableScope extends ScopePlace {
  readonly scope: Scope;
  /** The newest version of the tenant's policies. */
  readonly policy: number;
}

/** The scopes of a reader that exist; reading creates none. */
export async function resolveScopes(reader: Reader, scopes: readonly Scope[]): Promise<ReadableScope[]> {
  const found: ReadableScope[] = [];
  for (const scope of scopes) {
    const row = await findScope(reader, scope);
    if (row !== undefined) found.push({ ...row, scope, tenant: scope.tenant });
  }
  return found;
}

/** Where scopes were when they were last looked up, for each engine's indexes. */
const LAST = new WeakMap<object, Map<string, ReadableScope>>();
const MOST_LAST = 10_000;

/** The same for an answer that has to come: where the database does not tell, a scope is where it last was. */
export async function resolveAnyhow(
  reader: Reader,
  scopes: readonly Scope[],
  indexes: object,
): Promise<{ scopes: ReadableScope[]; degraded: Degraded | null }> {
  const last = LAST.get(indexes) ?? new Map<string, ReadableScope>();
  LAST.set(indexes, last);
  const found: ReadableScope[] = [];
  let degraded: Degraded | null = null;
  for (const scope of scopes) {
    const name = JSON.stringify([scope.tenant, scope.kind, scope.id]);
    try {
      const [known] = await resolveScopes(reader, [scope]);
      last.delete(name);
      if (known === undefined) continue;
      if (last.size >= MOST_LAST) last.delete(last.keys().next().value!);
      last.set(name, known);
      found.push(known);
    } catch (error) {
      degraded ??= degradedFor(error);
      const known = last.get(name);
      if (known !== undefined) found.push({ ...known, scope });
    }
  }
  return { scopes: found, degraded };
}
