import type { UndoOptions } from "../../../api/memories.ts";
import { type Principal, roleAllows } from "../../../domain/api-key.ts";
import { noMemory } from "../../../domain/errors.ts";
import { withoutWords } from "../../../domain/event.ts";
import { HIDDEN_STATUSES, MEMORY_STATUSES, type MemoryStatus, OPEN } from "../../../domain/memory.ts";
import { type Event, MemoirError, type Memory, type OwnedMemory, type ScopeHandle } from "../../../index.ts";
import { authorizedScope, optionsOf, type ScopeRequest } from "../own-scope.ts";
import { ifMatch, withPrecondition } from "../read-input.ts";
import { type Call, type RouteReply, reply } from "../route.ts";
import type { Service } from "../service.ts";

/** A memory's id, and the way into its scope. */
export interface Item {
  readonly handle: ScopeHandle;
  readonly id: string;
}

type ItemCall = Call<{ id: string }, ScopeRequest>;

/**
 * The memory a path names, and the way into its scope. Without a scope in the request, it is looked up in the
 * tenant. A memory that the key may not see counts as not found.
 */
export async function itemOf({ service, principal, params: { id }, query }: ItemCall): Promise<Item> {
  if (query.scope !== undefined || principal.scopes?.length === 1) {
    return { handle: authorizedScope(service, principal, query), id };
  }
  const owned = await find(service, principal, id);
  if (owned === null || principal.scopes?.includes(owned.scope) === false) throw noMemory(id);
  const handle = authorizedScope(service, principal, { ...query, scope: owned.scope });
  // The answer for a memory of a hidden category is the same as for one that does not exist.
  if ((await handle.memories.get(owned.memory.id)) === null) throw noMemory(id);
  return { handle, id: owned.memory.id };
}

/** The same, where the key may do with it what `may` says of its status: by default, where it may see it. */
export async function authorizedMemory(
  call: ItemCall,
  may: (principal: Principal, memory: Memory) => boolean = isVisible,
): Promise<Item> {
  const item = await itemOf(call);
  const memory = await item.handle.memories.get(item.id);
  // An unknown id is passed on: the engine distinguishes unknown from erased.
  if (memory !== null && !may(call.principal, memory)) throw noMemory(item.id);
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

/** A memory, whose it is, what else there is to say of it, and its revision for `If-Match`. */
export function replyItem({ scope }: ScopeHandle, memory: Memory, more: object = {}): RouteReply {
  return reply({ scope, memory, ...more }, { headers: { ETag: `"${memory.rev}"` } });
}

type Sees = Pick<Principal, "role">;

export function isVisible({ role }: Sees, { status }: Pick<Memory, "status">): boolean {
  return roleAllows(role, "operator") || OPEN.includes(status);
}

/** An event as an answer shows it: the words that somebody asked to forget are for operators only. */
export function shownEvent({ role }: Sees, event: Event): Event {
  return event.hiddenAt === null || roleAllows(role, "operator") ? event : withoutWords(event);
}

/** The memory as an answer shows it: without its words where the key may not see them. */
export function visibleFields(
  principal: Sees,
  memory: Memory,
  isSeen = isVisible(principal, memory),
): Memory {
  return isSeen ? memory : { ...memory, text: "", key: "", tags: [] };
}

type UndoBody = ScopeRequest & { readonly [K in keyof UndoOptions]?: UndoOptions[K] | undefined };
type UndoCall = Pick<Call<unknown, unknown, UndoBody>, "principal" | "request" | "body" | "signal">;

/**
 * Undoes the last change of a memory, or of the scope. A memory whose creation was taken back was seen until now: only
 * operators take back that of one that is held back.
 */
export async function replyUndone(
  handle: ScopeHandle,
  id: string | undefined,
  { principal, request, body, signal }: UndoCall,
): Promise<RouteReply> {
  const ifRev = ifMatch(request);
  const activatePending = mayActivatePending(principal, body);
  const options = optionsOf({ ...body, activatePending, ifRev }, signal);
  const { memory, undone } = await withPrecondition(ifRev, () => handle.memories.undo(id, options));
  if (memory === null) return reply({ scope: handle.scope, memory, undone });
  const isSeen = isVisible(principal, memory) || undone.event === "ADD";
  return replyItem(handle, visibleFields(principal, memory, isSeen), { undone });
}

/** Whether an undo may change memories that are held back. A caller can only ask for less. */
export function mayActivatePending(
  { role }: Sees,
  { activatePending, letsIn }: { activatePending?: boolean | undefined; letsIn?: boolean | undefined },
): boolean {
  return roleAllows(role, "operator") && (activatePending ?? letsIn) !== false;
}

/**
 * Whether a key may bring a memory back to what it was: also one that was forgotten, which it cannot see. Only
 * operators may admit memories that are held back.
 */
export function mayBringBack({ role }: Sees, { status }: Pick<Memory, "status">): boolean {
  return roleAllows(role, "operator") || !HIDDEN_STATUSES.includes(status);
}

/** Those of some memories that a key may bring back. */
export async function bringable(
  principal: Sees,
  handle: ScopeHandle,
  ids: readonly string[],
): Promise<string[]> {
  const memories = await Promise.all(ids.map((id) => handle.memories.get(id)));
  return memories.flatMap((memory) =>
    memory !== null && mayBringBack(principal, memory) ? [memory.id] : [],
  );
}

/** Statuses that a key may see, and those it may make go away all the same: what an operator refused is the operator's. */
export function forgettable({ role }: Sees): Record<"seen" | "unseen", readonly MemoryStatus[]> {
  if (roleAllows(role, "operator")) return { seen: MEMORY_STATUSES, unseen: [] };
  const unseen = MEMORY_STATUSES.filter((status) => !OPEN.includes(status) && status !== "disabled");
  return { seen: OPEN, unseen };
}

/** The statuses a list may show; `undefined` leaves it to the engine. */
export function visibleStatuses(
  { role }: Sees,
  statuses: readonly MemoryStatus[] | undefined,
): readonly MemoryStatus[] | undefined {
  if (roleAllows(role, "operator")) return statuses;
  const hidden = statuses?.find((status) => !OPEN.includes(status));
  if (hidden === undefined) return statuses ?? OPEN;
  throw new MemoirError("not_allowed", `Memories that are ${hidden} are for keys with the role operator.`, {
    details: { status: hidden },
  });
}
