import type { OwnedMemory } from "../../src/api/operator.ts";
import { href } from "./router.ts";

/** The page of whom a memory is about. Others whom a user speaks of have none: it is the user's. */
export function personHref({ scope, memory: { subject } }: OwnedMemory): string {
  const isShared = !scope.startsWith("user:");
  return href(["person"], { scope, ...(isShared && subject !== null ? { person: subject } : {}) });
}
