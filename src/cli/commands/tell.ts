import type { Command } from "commander";
import { given } from "../../domain/arguments.ts";
import { newCommand, words } from "../command.ts";
import type { Host } from "../context.ts";
import { inScope } from "../open.ts";
import { oneLine } from "../width.ts";

export function tellCommand(host: Host): Command {
  return newCommand(
    host,
    "tell",
    "Give a command as people give it in chat: remember, forget, what do you know.",
    [
      'tell "remember that I take my tea without sugar" --user alice',
      'tell "忘掉那个" --group discord/42 --author 4170938',
    ],
  )
    .argument("<message...>", "the message, in English or Chinese")
    .option("--author <account>", "who gives it, in a group (default: the user)")
    .action((parts: string[], { author }: { readonly author?: string }) =>
      inScope(host, { creates: true, models: true }, async ({ scope, here, io, out }) => {
        const message = given({ text: words(parts), addressed: true, author });
        const result = await scope.commands.handle(message, { signal: io.signal });
        out.answer({ ...here, ...result }, () => [
          result.say === null
            ? "That is no command. Begin with “remember that …”, “forget that …” or “what do you know about …”."
            : oneLine(result.say),
        ]);
      }),
    );
}
