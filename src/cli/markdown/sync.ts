import type { Command } from "commander";
import { MemoirError } from "../../domain/errors.ts";
import { newCommand } from "../command.ts";
import type { Context, Host } from "../context.ts";
import { stopSignal } from "../io.ts";
import { withDatabase, withMemoir } from "../open.ts";
import { FILE_HELP, type FileFlags, fileFlag } from "./file-flag.ts";
import { reportLines } from "./report-lines.ts";

interface SyncFlags extends FileFlags {
  readonly acceptRemovals?: boolean;
}

const REMOVALS_HELP = "also forget what is gone because the file is missing, empty or half gone";

export function markdownSyncCommand(host: Host): Command {
  return newCommand(host, "sync", "Take what was edited in the file, then write it.", [
    "markdown sync --user alice",
    "markdown sync --file notes/MEMORY.md --json",
  ])
    .option("--file <path>", FILE_HELP)
    .option("--accept-removals", REMOVALS_HELP)
    .action((flags: SyncFlags) => host.run((context) => sync(context, flags)));
}

async function sync(context: Context, flags: SyncFlags): Promise<undefined> {
  const { io, out } = context;
  const options = { ...fileFlag(context, flags), signal: io.signal };
  await withMemoir(context, { creates: true }, async ({ scope }) => {
    const acceptRemovals = flags.acceptRemovals === true;
    const report = await scope.markdown.sync({ ...options, acceptRemovals });
    out.answer({ tenant: scope.tenant, scope: scope.scope, ...report }, (screen) =>
      reportLines(screen, report),
    );
  });
}

export function markdownDiffCommand(host: Host): Command {
  return newCommand(host, "diff", "Show what a sync would take from the file, and what it would write.", [
    "markdown diff --user alice",
    "markdown diff --json",
  ])
    .option("--file <path>", FILE_HELP)
    .option("--accept-removals", REMOVALS_HELP)
    .action((flags: SyncFlags) => host.run((context) => diff(context, flags)));
}

async function diff(context: Context, flags: SyncFlags): Promise<undefined> {
  const { io, out } = context;
  const options = { ...fileFlag(context, flags), signal: io.signal };
  await withMemoir(context, { creates: false }, async ({ scope }) => {
    const found = await scope.markdown.diff({ ...options, acceptRemovals: flags.acceptRemovals === true });
    const { added, changed, removed } = found.toFile;
    out.answer({ tenant: scope.tenant, scope: scope.scope, ...found }, (screen) => [
      ...reportLines(screen, found, true),
      ...added.map((id) => `  > adds ${screen.colors.cyan(id)} to the file`),
      ...changed.map((id) => `  > changes ${screen.colors.cyan(id)} in the file`),
      ...removed.map((id) => `  > takes ${screen.colors.cyan(id)} out of the file`),
    ]);
  });
}

export function markdownInitCommand(host: Host): Command {
  return newCommand(host, "init", "Write the file for the first time, with its folder.", [
    "markdown init --user alice",
    "markdown init --file notes/MEMORY.md",
  ])
    .option("--file <path>", FILE_HELP)
    .action((flags: FileFlags) => host.run((context) => init(context, flags)));
}

async function init(context: Context, flags: FileFlags): Promise<undefined> {
  const { io, out } = context;
  const options = { ...fileFlag(context, flags), signal: io.signal };
  await withMemoir(context, { creates: true }, async ({ scope }) => {
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
}

export function markdownWatchCommand(host: Host): Command {
  return newCommand(host, "watch", "Take edits as they are saved, and write changes, until Ctrl-C.", [
    "markdown watch --user alice",
    "markdown watch --json",
  ])
    .option("--file <path>", FILE_HELP)
    .action((flags: FileFlags) => host.run((context) => watch(context, flags)));
}

async function watch(context: Context, flags: FileFlags): Promise<undefined> {
  const { io, out } = context;
  const stop = stopSignal(io);
  await withDatabase(context, { creates: true, words: "" }, async ({ scope }) => {
    const reports = scope.markdown.watch({ ...fileFlag(context, flags), signal: stop });
    let isFirst = true;
    for await (const report of reports) {
      if (out.json) out.record({ tenant: scope.tenant, scope: scope.scope, ...report });
      else out.lines(reportLines(out.screen, report));
      if (isFirst) out.notice("Watching. Ctrl-C ends it.");
      isFirst = false;
    }
  });
}
