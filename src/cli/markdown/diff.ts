import type { Command } from "commander";
import { newCommand } from "../command.ts";
import { withMemoir } from "../open.ts";
import type { Host, World } from "../world.ts";
import { FILE_HELP, type FileFlags, fileFlag } from "./file-flag.ts";
import { reportLines } from "./report-lines.ts";
import { REMOVALS_HELP } from "./sync.ts";

interface DiffFlags extends FileFlags {
  readonly acceptRemovals?: boolean;
}

export function markdownDiffCommand(host: Host): Command {
  return newCommand(host, "diff", "Show what a sync would take from the file, and what it would write.", [
    "markdown diff --user alice",
    "markdown diff --json",
  ])
    .option("--file <path>", FILE_HELP)
    .option("--accept-removals", REMOVALS_HELP)
    .action((flags: DiffFlags) => host.run((world) => diff(world, flags)));
}

async function diff(world: World, flags: DiffFlags): Promise<undefined> {
  const { io, out } = world;
  const options = { ...fileFlag(world, flags), signal: io.signal };
  await withMemoir(world, { creates: false }, async ({ scope }) => {
    const found = await scope.markdown.diff({ ...options, acceptRemovals: flags.acceptRemovals === true });
    const { added, changed, removed } = found.toFile;
    out.answer({ tenant: scope.tenant, scope: scope.scope, ...found }, (screen) => [
      ...reportLines(screen, found, true),
      ...added.map((id) => `  > adds ${screen.colors.cyan(id)} to the file`),
      ...changed.map((id) => `  > changes ${screen.colors.cyan(id)} in the file`),
      ...removed.map((id) => `  > takes ${screen.colors.cyan(id)} out of the file`),
    ]);
  });
  return undefined;
}
