import { type Principal, roleAllows } from "../domain/api-key.ts";
import { HELD_BACK, MEMORY_STATUSES, type MemoryStatus } from "../domain/memory.ts";
import { MemoirError, type Memory } from "../index.ts";

/** Statuses of memories that are or were true. Memories that wait, or were refused, replaced or forgotten, are for operators only. */
const OPEN: readonly MemoryStatus[] = ["active", "archived", "expired"];

type Sees = Pick<Principal, "role">;

export function isVisible({ role }: Sees, { status }: Pick<Memory, "status">): boolean {
  return roleAllows(role, "operator") || OPEN.includes(status);
}

/**
 * Whether a key may bring a memory back to what it was: also one that was forgotten, which it cannot see. What is held
 * back, only operators let in.
 */
export function mayBringBack({ role }: Sees, { status }: Pick<Memory, "status">): boolean {
  return roleAllows(role, "operator") || !HELD_BACK.includes(status);
}

/** Statuses that a key may see, and those it may make go away all the same: what an operator refused is the operator's. */
export function forgettable({ role }: Sees): {
  readonly seen: readonly MemoryStatus[];
  readonly unseen: readonly MemoryStatus[];
} {
  if (roleAllows(role, "operator")) return { seen: MEMORY_STATUSES, unseen: [] };
  const unseen = MEMORY_STATUSES.filter((status) => !OPEN.includes(status) && status !== "disabled");
  return { seen: OPEN, unseen };
}

/** The statuses a list may show; `undefined` leaves it to the engine. */
export function visibleStatuses(
  { role }: Sees,
  asked: readonly MemoryStatus[] | undefined,
): readonly MemoryStatus[] | undefined {
  if (roleAllows(role, "operator")) return asked;
  const hidden = asked?.find((status) => !OPEN.includes(status));
  if (hidden === undefined) return asked ?? OPEN;
  throw new MemoirError("not_allowed", `Memories that are ${hidden} are for keys with the role operator.`, {
    details: { status: hidden },
  });
}
