import { LIMITS } from "../text.ts";

/** Claims that one command makes at most. */
export const MAX_CLAIMS = 10;

/** The event that a command becomes; the message itself may be an event already. `undefined`: any id will do. */
export function commandEventId(message: string | null, claim: number): string | undefined {
  const id = `command/${message}/${claim}`;
  return message === null || id.length > LIMITS.id ? undefined : id;
}

/** The ids that the commands of a message may have. */
export function commandEventIds(message: string): string[] {
  return Array.from({ length: MAX_CLAIMS }, (_, claim) => commandEventId(message, claim)).filter(
    (id) => id !== undefined,
  );
}
