import { Argument, type Command } from "commander";
import { newCommand } from "../command.ts";
import type { Host } from "../context.ts";
import { CLIENTS } from "../install/clients.ts";

interface InstallFlags {
  readonly here?: boolean;
  readonly dryRun?: boolean;
}

export function installCommand(host: Host): Command {
  return newCommand(host, "install", "Give an MCP client this memory: write it into the client's own file.", [
    "install claude-code",
    "install cursor --here --project website",
  ])
    .addArgument(new Argument("<client>", "the program to set up").choices(CLIENTS.map(({ name }) => name)))
    .option("--here", "for the current folder only (default: for all of your work)")
    .option("--dry-run", "show what would change, and change nothing")
    .action((name: string, flags: InstallFlags) =>
      host.run(async (context) => {
        // Only here: no other command needs what reads and edits such files.
        const { install } = await import("../install/install.ts");
        const client = CLIENTS.find((one) => one.name === name)!;
        return install(context, client, { here: flags.here === true, dryRun: flags.dryRun === true });
      }),
    );
}
