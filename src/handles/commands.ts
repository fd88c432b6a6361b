import type { CommandsHandle } from "../api/commands.ts";
import type { CommandOrigin } from "../commands/tools.ts";
import { type Access, checkUnbound } from "../domain/allowlist.ts";
import { checkNames, checkOptions } from "../domain/arguments.ts";
import { withResolver } from "../domain/commands/person.ts";
import { checkAborted } from "../domain/errors.ts";
import type { Engine } from "../engine/engine.ts";
import { COMMAND_MESSAGE, COMMANDS_CALLS, checked } from "./calls.ts";

/** Commands read what was said: who is bound to categories gives none. */
export function commandsOf(engine: Engine, origin: CommandOrigin, access: Access): CommandsHandle {
  const handle: CommandsHandle = {
    async handle(message, { signal, resolve } = {}) {
      checkUnbound(access, "commands");
      checkNames(
        checkOptions(message, "commands.handle()"),
        Object.keys(COMMAND_MESSAGE),
        "commands.handle()",
      );
      checkAborted(signal);
      engine.use();
      const result = await withResolver(message, resolve, (one) =>
        engine.accept(engine.commands(origin, one, signal)),
      );
      if (result.command !== null) engine.background.triggers.fireSoon("command", origin.scope);
      return result;
    },
  };
  return checked(handle, COMMANDS_CALLS, "commands.");
}
