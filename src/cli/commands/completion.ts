import { Argument, type Command } from "commander";
import { newCommand } from "../command.ts";
import { bashScript } from "../completion/bash.ts";
import { fishScript } from "../completion/fish.ts";
import { type Completion, completionOf } from "../completion/spots.ts";
import { zshScript } from "../completion/zsh.ts";
import type { Host } from "../context.ts";

const SCRIPTS = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
} as const satisfies Readonly<Record<string, (completion: Completion) => string>>;

type Shell = keyof typeof SCRIPTS;

export function completionCommand(host: Host): Command {
  return newCommand(host, "completion", "Print a script that completes commands and options in a shell.", [
    "completion bash >> ~/.bashrc",
    "completion fish > ~/.config/fish/completions/memoir.fish",
  ])
    .addArgument(new Argument("<shell>", "the shell").choices(Object.keys(SCRIPTS)))
    .action((shell: Shell, _flags: object, command: Command) =>
      host.run(async ({ out }) => {
        const script = SCRIPTS[shell](completionOf(command.parent ?? command));
        out.answer({ shell, script }, () => [script]);
        return undefined;
      }),
    );
}
