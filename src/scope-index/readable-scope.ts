import type { Scope } from "../domain/scope.ts";
import { findScope } from "../store/scopes.ts";
import type { Reader } from "../store/tx.ts";
import type { ScopePlace } from "./scope-index.ts";

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
