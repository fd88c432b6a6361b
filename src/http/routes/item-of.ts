import type { Principal } from "../../domain/api-key.ts";
import { MemoirError, type Memory, type OwnedMemory, type ScopeHandle } from "../../index.ts";
import { ownScope, type Wanted } from "../own-scope.ts";
import { type Call, type Reply, reply } from "../route.ts";
import type { Service } from "../service.ts";
import { isVisible } from "../visible.ts";

/** A memory's id, and the way into its scope. */
export interface Item {
  readonly handle: ScopeHandle;
  readonly id: string;
}

/**
 * The memory a path names, and the way into its scope. Without a scope in the request, it is looked up in the
 * tenant. A memory that the key may not see counts as not found.
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
  const found = await find(service, principal, id);
  if (found === null || principal.scopes?.includes(found.scope) === false) {
    throw noItem(id);
  }
  const handle = ownScope(service, principal, { ...query, scope: found.scope });
  // The answer for a memory of a hidden category is the same as for one that does not exist.
  if ((await handle.memories.get(found.memory.id)) === null) throw noItem(id);
  return { handle, id: found.memory.id };
}

/** The same, where the key may do with it what `may` says of its status: by default, where it may see it. */
export async function ownItem(
  call: Call<{ id: string }, Wanted>,
  may: (principal: Principal, memory: Memory) => boolean = isVisible,
): Promise<Item> {
  const item = await itemOf(call);
  const memory = await item.handle.memories.get(item.id);
  // An unknown id is passed on: the engine distinguishes unknown from erased.
  if (memory !== null && !may(call.principal, memory)) throw noItem(item.id);
  return item;
}

/** An ambiguous short id is reported only to a key that may see all its matches. */
async function find({ memoir }: Service, principal: Principal, id: string): Promise<OwnedMemory | null> {
  try {
    return await memoir.operator(principal.tenant).memories.find(id);
  } catch (error) {
    const { scopes, agent, categories } = principal;
    const isBound = (scopes ?? agent ?? categories) !== null;
    if (isBound && MemoirError.is(error) && error.code === "invalid_argument") return null;
    throw error;
  }
}

export function noItem(id: string): MemoirError {
  return new MemoirError("not_found", `There is no memory ${id} here.`, { details: { id } });
}

/** A memory, whose it is, what else there is to say of it, and its revision for `If-Match`. */
export function replyItem({ scope }: ScopeHandle, memory: Memory, more: object = {}): Reply {
  return reply({ scope, memory, ...more }, { headers: { ETag: `"${memory.rev}"` } });
}
