import type { Command } from "commander";
import type { MarkdownStatus } from "../../index.ts";
import { newCommand } from "../command.ts";
import type { Context, Host } from "../context.ts";
import { ago } from "../format.ts";
import { withMemoir } from "../open.ts";
import { type Pair, pairs, type Screen } from "../output.ts";
import { FILE_HELP, type FileFlags, fileFlag } from "./file-flag.ts";

export function markdownStatusCommand(host: Host): Command {
  return newCommand(host, "status", "Show how the file and the database stand to each other.", [
    "markdown status --user alice",
    "markdown status --json",
  ])
    .option("--file <path>", FILE_HELP)
    .action((flags: FileFlags) => host.run((context) => status(context, flags)));
}

async function status(context: Context, flags: FileFlags): Promise<undefined> {
  const { io, out } = context;
  const options = { ...fileFlag(context, flags), signal: io.signal };
  await withMemoir(context, { creates: false }, async ({ scope }) => {
    const found = await scope.markdown.status(options);
    out.answer({ tenant: scope.tenant, scope: scope.scope, ...found }, (screen) =>
      statusLines(screen, found),
    );
  });
}

function statusLines(screen: Screen, found: MarkdownStatus): string[] {
  const { colors, now, suggest } = screen;
  if (!found.exists) return [`There is no ${found.file} yet. Write it: ${suggest("markdown init")}`];
  const entries: Pair[] = [
    ["file", found.file],
    ...(found.archive === null ? [] : [["archive", found.archive] as const]),
    ["written", found.updatedAt === null ? "unknown" : ago(found.updatedAt, now)],
    ["entries", String(found.entries)],
    ["edited by hand", String(found.edits), found.edits > 0 ? colors.yellow : undefined],
    ["behind the database", String(found.behind), found.behind > 0 ? colors.yellow : undefined],
    ["unreadable", String(found.unparsed), found.unparsed > 0 ? colors.yellow : undefined],
    ["older versions", String(found.backups.length)],
  ].map(([name, value, style]) => (style === undefined ? [name, value] : [name, value, style]) as Pair);
  const isSame = found.edits + found.behind === 0;
  return [
    ...pairs(screen, entries),
    ...(isSame ? [] : [colors.dim(`Bring them together: ${suggest("markdown sync")}`)]),
  ];
}
