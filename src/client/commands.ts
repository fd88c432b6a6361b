import type { CommandsHandle } from "../api/commands.ts";
import { withResolver } from "../domain/commands/person.ts";
import { COMMANDS_CALLS } from "../handles/calls.ts";
import { checked } from "../handles/checked.ts";
import type { Where } from "./memories.ts";
import type { Transport } from "./transport.ts";

/** Commands of a scope on a server; names that it does not know are resolved here. */
export function remoteCommands({ send }: Transport, where: Where): CommandsHandle {
  const handle: CommandsHandle = {
    handle: (message, { signal, resolve } = {}) =>
      withResolver(message, resolve, (one) =>
        send("POST", "/api/ltm/commands", { body: { ...where, message: one }, once: true, signal }),
      ),
  };
  return checked(handle, COMMANDS_CALLS, "commands.");
}
