import { type Principal, roleAllows } from "../domain/api-key.ts";
import type { MemoryStatus } from "../domain/memory.ts";
import { MemoirError, type Memory } from "../index.ts";

/** What is or was true. What waits, was refused, replaced or forgotten is for operators only. */
const OPEN: readonly MemoryStatus[] = ["active", "archived", "expired"];

export function isVisible({ role }: Principal, { status }: Memory): boolean {
  return roleAllows(role, "operator") || OPEN.includes(status);
}

/** The statuses a list may show; `undefined` leaves it to the engine. */
export function visibleStatuses(
  { role }: Principal,
  asked: readonly MemoryStatus[] | undefined,
): readonly MemoryStatus[] | undefined {
  if (roleAllows(role, "operator")) return asked;
  const hidden = asked?.find((status) => !OPEN.includes(status));
  if (hidden === undefined) return asked ?? OPEN;
  throw new MemoirError("not_allowed", `Memories that are ${hidden} are for keys with the role operator.`, {
    details: { status: hidden },
  });
}
