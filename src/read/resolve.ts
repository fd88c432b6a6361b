import type { Degraded } from "../api/recall.ts";
import { BoundedMap } from "../domain/bounded-map.ts";
import type { Scope } from "../domain/scope.ts";
import { type ReadableScope, resolveScopes } from "../scope-index/readable-scope.ts";
import type { Reader } from "../store/tx.ts";
import { degradedFor } from "./degraded.ts";

/** Where scopes were when they were last looked up, for each engine's indexes. */
const LAST = new WeakMap<object, Map<string, ReadableScope>>();
const MOST_LAST = 10_000;

/** The same for an answer that has to come: where the database does not tell, a scope is where it last was. */
export async function resolveAnyhow(
  reader: Reader,
  scopes: readonly Scope[],
  indexes: object,
): Promise<{ scopes: ReadableScope[]; degraded: Degraded | null }> {
  const last = LAST.get(indexes) ?? new BoundedMap<string, ReadableScope>(MOST_LAST);
  LAST.set(indexes, last);
  const found: ReadableScope[] = [];
  let degraded: Degraded | null = null;
  for (const scope of scopes) {
    const name = JSON.stringify([scope.tenant, scope.kind, scope.id]);
    try {
      const [known] = await resolveScopes(reader, [scope]);
      last.delete(name);
      if (known === undefined) continue;
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
