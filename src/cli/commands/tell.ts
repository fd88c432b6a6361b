import type { Command } from "commander";
import { newCommand, words } from "../command.ts";
import type { Context, Host } from "../context.ts";
import { withMemoir } from "../open.ts";
import { oneLine } from "../width.ts";

interface TellFlags {
  readonly author?: string;
}

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
    .action((parts: string[], flags: TellFlags) => host.run((context) => tell(context, words(parts), flags)));
}

async function tell(context: Context, text: string, { author }: TellFlags): Promise<undefined> {
  await withMemoir(context, { creates: true, models: true }, async ({ scope }) => {
    const message = { text, addressed: true, ...(author === undefined ? {} : { author }) };
    const result = await scope.commands.handle(message, { signal: context.io.signal });
    context.out.answer({ tenant: scope.tenant, scope: scope.scope, ...result }, () => [
      result.say === null
        ? "That is no command. Begin with “remember that …”, “forget that …” or “what do you know about …”."
        : oneLine(result.say),
    ]);
  });
}
