import type { Command } from "commander";
import { MemoirError } from "../../domain/errors.ts";
import { newCommand } from "../command.ts";
import { withMemoir } from "../open.ts";
import type { Host, World } from "../world.ts";
import { FILE_HELP, type FileFlags, fileFlag } from "./file-flag.ts";
import { reportLines } from "./report-lines.ts";

export function markdownInitCommand(host: Host): Command {
  return newCommand(host, "init", "Write the file for the first time, with its folder.", [
    "markdown init --user alice",
    "markdown init --file notes/MEMORY.md",
  ])
    .option("--file <path>", FILE_HELP)
    .action((flags: FileFlags) => host.run((world) => init(world, flags)));
}

async function init(world: World, flags: FileFlags): Promise<undefined> {
  const { io, out } = world;
  const options = { ...fileFlag(world, flags), signal: io.signal };
  await withMemoir(world, { creates: true }, async ({ scope }) => {
    const { exists, file } = await scope.markdown.status(options);
    if (exists)
      throw new MemoirError("conflict", `${file} is there already. Take what it says with: markdown sync`, {
        details: { file },
      });
    const report = await scope.markdown.sync(options);
    out.answer({ tenant: scope.tenant, scope: scope.scope, ...report }, (screen) => [
      ...reportLines(screen, report),
      screen.colors.dim("Edit it with any editor. New entries look like this:"),
      screen.colors.dim("  ### preference | 0.8"),
      screen.colors.dim("  Alice takes her tea without sugar"),
      screen.colors.dim(`Take edits as they are saved: ${screen.suggest("markdown watch")}`),
    ]);
  });
  return undefined;
}
