import type { Event } from "../domain/event.ts";
import type { Scope } from "../domain/scope.ts";
import { readCommand } from "../language/commands/read-command.ts";
import { listEvents } from "../store/events.ts";
import { findScope } from "../store/scopes.ts";
import type { CommandTools } from "./tools.ts";

/** A few more than are wanted: commands among them are left out. */
const MORE = 20;

/** What users said last in a scope before a message, newest first, without commands and what was forgotten. */
export async function recentMessages(
  tools: CommandTools,
  scope: Scope,
  before: string | null,
  count: number,
): Promise<Event[]> {
  const place = await findScope(tools.use(), scope);
  if (place === undefined) return [];
  const { names } = tools.settings.commands;
  const filter = { role: "user", type: "message" } as const;
  const events = await listEvents(tools.use(), place, filter, { limit: count + MORE });
  return events
    .filter(
      ({ id, text, erasedAt, hiddenAt }) =>
        id !== before &&
        erasedAt === null &&
        hiddenAt === null &&
        readCommand(text, { names, addressed: scope.kind === "user" }) === undefined,
    )
    .slice(0, count);
}
