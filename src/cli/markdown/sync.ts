import type { Command } from "commander";
import { newCommand } from "../command.ts";
import { withMemoir } from "../open.ts";
import type { Host, World } from "../world.ts";
import { FILE_HELP, type FileFlags, fileFlag } from "./file-flag.ts";
import { reportLines } from "./report-lines.ts";

interface SyncFlags extends FileFlags {
  readonly acceptRemovals?: boolean;
}

export const REMOVALS_HELP = "also forget what is gone because the file is missing, empty or half gone";

export function markdownSyncCommand(host: Host): Command {
  return newCommand(host, "sync", "Take what was edited in the file, then write it.", [
    "markdown sync --user alice",
    "markdown sync --file notes/MEMORY.md --json",
  ])
    .option("--file <path>", FILE_HELP)
    .option("--accept-removals", REMOVALS_HELP)
    .action((flags: SyncFlags) => host.run((world) => sync(world, flags)));
}

async function sync(world: World, flags: SyncFlags): Promise<undefined> {
  const { io, out } = world;
  const options = { ...fileFlag(world, flags), signal: io.signal };
  await withMemoir(world, { creates: true }, async ({ scope }) => {
    const acceptRemovals = flags.acceptRemovals === true;
    const report = await scope.markdown.sync({ ...options, acceptRemovals });
    out.answer({ tenant: scope.tenant, scope: scope.scope, ...report }, (screen) =>
      reportLines(screen, report),
    );
  });
  return undefined;
}
