import type { Command } from "commander";
import { newCommand } from "../command.ts";
import { withDatabase } from "../open.ts";
import { stopSignal } from "../stop-signal.ts";
import type { Host, World } from "../world.ts";
import { FILE_HELP, type FileFlags, fileFlag } from "./file-flag.ts";
import { reportLines } from "./report-lines.ts";

export function markdownWatchCommand(host: Host): Command {
  return newCommand(host, "watch", "Take edits as they are saved, and write changes, until Ctrl-C.", [
    "markdown watch --user alice",
    "markdown watch --json",
  ])
    .option("--file <path>", FILE_HELP)
    .action((flags: FileFlags) => host.run((world) => watch(world, flags)));
}

async function watch(world: World, flags: FileFlags): Promise<undefined> {
  const { io, out } = world;
  const stop = stopSignal(io);
  await withDatabase(world, { creates: true, words: "" }, async ({ scope }) => {
    const reports = scope.markdown.watch({ ...fileFlag(world, flags), signal: stop });
    let isFirst = true;
    for await (const report of reports) {
      if (out.json) out.record({ tenant: scope.tenant, scope: scope.scope, ...report });
      else out.lines(reportLines(out.screen, report));
      if (isFirst) out.notice("Watching. Ctrl-C ends it.");
      isFirst = false;
    }
  });
  return undefined;
}
