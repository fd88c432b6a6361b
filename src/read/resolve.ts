import type { Degraded } from "../api/recall.ts";
import { BoundedMap } from "../domain/bounded-map.ts";
import { type ReadableScope, resolveScopes } from "../scope-index/scope-index.ts";
import { type Deadline, readerUntil, within } from "./deadline.ts";
import { degradedFor } from "./degraded.ts";
import type { RecallRequest } from "./request.ts";

/** The rows of scopes as they were last looked up, for each engine's indexes. */
const LAST = new WeakMap<object, Map<string, ReadableScope>>();
const MOST_LAST = 10_000;

/** Finds the rows of the scopes. Where the database does not answer, the row known last is used. */
export async function resolveAnyhow(
  { reader: store, scopes, indexes }: RecallRequest,
  deadline: Deadline,
): Promise<{ scopes: ReadableScope[]; degraded: Degraded | null }> {
  const reader = readerUntil(deadline, store);
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

/**
 * The request under the newest policies. Resolving a scope tells whether there are newer ones, so a warm recall never
 * asks for them. If they do not arrive in time, the known ones apply.
 */
export async function underNewest(
  request: RecallRequest,
  scopes: readonly ReadableScope[],
  deadline: Deadline,
): Promise<{ current: RecallRequest; outdated: Degraded | null }> {
  if (scopes.every(({ policy }) => policy === request.policy)) return { current: request, outdated: null };
  try {
    return { current: await within(deadline, request.newer()), outdated: null };
  } catch (error) {
    return { current: request, outdated: degradedFor(error) };
  }
}
