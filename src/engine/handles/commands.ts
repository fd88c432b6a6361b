import { withOptionChecks } from "../../api/calls/index.ts";
import { COMMAND_MESSAGE } from "../../api/calls/write.ts";
import type { CommandsHandle } from "../../api/commands.ts";
import { checkUnbound } from "../../domain/allowlist.ts";
import { checkNames, checkOptions } from "../../domain/arguments.ts";
import { withResolver } from "../../domain/chat-commands/person.ts";
import { checkAborted } from "../../domain/errors.ts";
import type { CommandOrigin } from "../../features/chat-commands/tools.ts";
import type { Engine } from "../engine.ts";

/** Commands read what was said: who is bound to categories gives none. */
export function commandsHandle(engine: Engine, origin: CommandOrigin): CommandsHandle {
  return withOptionChecks("commands", {
    async handle(message, { signal, resolve } = {}) {
      checkUnbound(origin.acting.access, "commands");
      checkNames(
        checkOptions(message, "commands.handle()"),
        Object.keys(COMMAND_MESSAGE),
        "commands.handle()",
      );
      checkAborted(signal);
      engine.use();
      const result = await withResolver(message, resolve, (command) =>
        engine.accept(engine.commands(origin, command, signal)),
      );
      if (result.command !== null) engine.background.triggers.fireSoon("command", origin.scope);
      return result;
    },
  });
}
