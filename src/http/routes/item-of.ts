import { MemoirError, type Memory, type ScopeHandle } from "../../index.ts";
import type { Call } from "../call.ts";
import { ownScope, type Wanted } from "../own-scope.ts";
import { type Reply, reply } from "../route.ts";

/** A memory's id, and the way into its scope. */
export interface Item {
  readonly handle: ScopeHandle;
  readonly id: string;
}

/**
 * The memory a path names, and the way into its scope. Whoever does not name the scope is spared to: it is looked up in
 * the tenant. What the key may not see is not there.
 */
export async function itemOf({
  service,
  principal,
  params,
  query,
}: Call<{ id: string }, Wanted>): Promise<Item> {
  const { id } = params;
  if (query.scope !== undefined || principal.scopes?.length === 1) {
    return { handle: ownScope(service, principal, query), id };
  }
  const found = await service.memoir.operator(principal.tenant).memories.find(id);
  if (found === null || principal.scopes?.includes(found.scope) === false) {
    throw noItem(id);
  }
  return { handle: ownScope(service, principal, { ...query, scope: found.scope }), id: found.memory.id };
}

export function noItem(id: string): MemoirError {
  return new MemoirError("not_found", `There is no memory ${id} here.`, { details: { id } });
}

/** Its revision, for `If-Match`. */
export function etagOf({ rev }: Pick<Memory, "rev">): string {
  return `"${rev}"`;
}

/** A memory, whose it is, and its revision. */
export function replyItem({ scope }: ScopeHandle, memory: Memory): Reply {
  return reply({ scope, memory }, { headers: { ETag: etagOf(memory) } });
}
