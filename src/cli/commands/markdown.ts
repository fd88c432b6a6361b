import { resolve } from "node:path";
import { MARKDOWN_FORMATS } from "../../domain/enums.ts";
import { MemoirError } from "../../domain/errors.ts";
import type { MarkdownRenderOptions, MarkdownReport, MarkdownStatus } from "../../index.ts";
import { groupCommand, type Host, type MemoirCommand, newCommand } from "../command.ts";
import { type Context, serverOf, type Worked } from "../context.ts";
import { ago, countText } from "../format.ts";
import { stopSignal } from "../io.ts";
import { atDatabase, configOf } from "../open.ts";
import { type Lines, pairs, type Screen } from "../output.ts";
import { oneLine } from "../width.ts";

export function markdownCommand(host: Host): MemoirCommand {
  return groupCommand(
    newCommand(host, "markdown", "The memories as a MEMORY.md that you read and edit.", [
      "markdown status --user alice",
      "markdown sync --user alice",
    ]),
    [
      statusCommand(host),
      initCommand(host),
      syncCommand(host),
      watchCommand(host),
      diffCommand(host),
      renderCommand(host),
    ],
  );
}

interface FileFlags {
  readonly file?: string;
}

interface SyncFlags extends FileFlags {
  readonly acceptRemovals?: boolean;
}

const FILE = [
  "--file <path>",
  "the file (default: markdown.path of the settings, else ./MEMORY.md)",
] as const;
const REMOVALS = [
  "--accept-removals",
  "also forget what is gone because the file is missing, empty or half gone",
] as const;

/** The file that a command works on, none where the settings, here or of the server, name it; and Ctrl-C. */
function optionsOf(context: Context, { file }: FileFlags): { file?: string; signal: AbortSignal } {
  const { cwd, signal } = context.io;
  if (file !== undefined) return { file: resolve(cwd, file), signal };
  if (serverOf(context) !== null || configOf(context).settings.markdown.path !== null) return { signal };
  return { file: resolve(cwd, "MEMORY.md"), signal };
}

function statusCommand(host: Host): MemoirCommand {
  return newCommand(host, "status", "Show how the file and the database stand to each other.", [
    "markdown status --user alice",
    "markdown status --json",
  ])
    .option(...FILE)
    .inScope({ creates: false }, async (at, flags: FileFlags) => {
      const fileStatus = await at.scope.markdown.status(optionsOf(at, flags));
      at.out.answer({ ...at.here, ...fileStatus }, (screen) => statusLines(screen, fileStatus));
    });
}

function statusLines(screen: Screen, fileStatus: MarkdownStatus): Lines {
  const { colors, now, suggest } = screen;
  if (!fileStatus.exists)
    return [`There is no ${fileStatus.file} yet. Write it: ${suggest("markdown init")}`];
  const loud = (number: number): typeof colors.yellow | undefined => (number > 0 ? colors.yellow : undefined);
  const isSame = fileStatus.edits + fileStatus.behind === 0;
  return [
    pairs(screen, [
      ["file", fileStatus.file],
      ["archive", fileStatus.archive],
      ["written", fileStatus.updatedAt === null ? "unknown" : ago(fileStatus.updatedAt, now)],
      ["entries", String(fileStatus.entries)],
      ["edited by hand", String(fileStatus.edits), loud(fileStatus.edits)],
      ["behind the database", String(fileStatus.behind), loud(fileStatus.behind)],
      ["unreadable", String(fileStatus.unparsed), loud(fileStatus.unparsed)],
      ["older versions", String(fileStatus.backups.length)],
    ]),
    !isSame && colors.dim(`Bring them together: ${suggest("markdown sync")}`),
  ];
}

function initCommand(host: Host): MemoirCommand {
  return newCommand(host, "init", "Write the file for the first time, with its folder.", [
    "markdown init --user alice",
    "markdown init --file notes/MEMORY.md",
  ])
    .option(...FILE)
    .inScope({ creates: true }, async (at, flags: FileFlags) => {
      const { markdown } = at.scope;
      const options = optionsOf(at, flags);
      const { exists, file } = await markdown.status(options);
      if (exists) {
        const message = `${file} is there already. Take what it says with: markdown sync`;
        throw new MemoirError("conflict", message, { details: { file } });
      }
      const report = await markdown.sync(options);
      at.out.answer({ ...at.here, ...report }, (screen) => [
        reportLines(screen, report),
        [
          "Edit it with any editor. New entries look like this:",
          "  ### preference | 0.8",
          "  Alice takes her tea without sugar",
          `Take edits as they are saved: ${screen.suggest("markdown watch")}`,
        ].map(screen.colors.dim),
      ]);
    });
}

function syncCommand(host: Host): MemoirCommand {
  return newCommand(host, "sync", "Take what was edited in the file, then write it.", [
    "markdown sync --user alice",
    "markdown sync --file notes/MEMORY.md --json",
  ])
    .option(...FILE)
    .option(...REMOVALS)
    .inScope({ creates: true }, async (at, { acceptRemovals = false, ...flags }: SyncFlags) => {
      const report = await at.scope.markdown.sync({ ...optionsOf(at, flags), acceptRemovals });
      at.out.answer({ ...at.here, ...report }, (screen) => reportLines(screen, report));
    });
}

function diffCommand(host: Host): MemoirCommand {
  return newCommand(host, "diff", "Show what a sync would take from the file, and what it would write.", [
    "markdown diff --user alice",
    "markdown diff --json",
  ])
    .option(...FILE)
    .option(...REMOVALS)
    .inScope({ creates: false }, async (at, { acceptRemovals = false, ...flags }: SyncFlags) => {
      const fileDiff = await at.scope.markdown.diff({ ...optionsOf(at, flags), acceptRemovals });
      const { added, changed, removed } = fileDiff.toFile;
      at.out.answer({ ...at.here, ...fileDiff }, (screen) => [
        reportLines(screen, fileDiff, true),
        added.map((id) => `  > adds ${screen.colors.cyan(id)} to the file`),
        changed.map((id) => `  > changes ${screen.colors.cyan(id)} in the file`),
        removed.map((id) => `  > takes ${screen.colors.cyan(id)} out of the file`),
      ]);
    });
}

function watchCommand(host: Host): MemoirCommand {
  return newCommand(host, "watch", "Take edits as they are saved, and write changes, until Ctrl-C.", [
    "markdown watch --user alice",
    "markdown watch --json",
  ])
    .option(...FILE)
    .run(watch);
}

function watch(context: Context, flags: FileFlags): Worked {
  const signal = stopSignal(context.io);
  return atDatabase(context, { creates: true, words: "" }, async ({ scope, here, out }) => {
    let isFirst = true;
    for await (const report of scope.markdown.watch({ ...optionsOf(context, flags), signal })) {
      out.tell({ ...here, ...report }, (screen) => reportLines(screen, report));
      if (isFirst) out.notice("Watching. Ctrl-C ends it.");
      isFirst = false;
    }
  });
}

function renderCommand(host: Host): MemoirCommand {
  return newCommand(host, "render", "Print the memories as Markdown, without touching a file.", [
    "markdown render --user alice",
    "markdown render --format context > CLAUDE.md",
  ])
    .choice(
      "--format <format>",
      "memory: as MEMORY.md; context: bullets for another tool, as in a CLAUDE.md",
      MARKDOWN_FORMATS,
      "memory",
    )
    .inScope(
      { creates: false },
      async ({ scope, here, io, out }, { format }: Required<Pick<MarkdownRenderOptions, "format">>) => {
        const text = await scope.markdown.render({ format, signal: io.signal });
        if (out.json) out.document({ ...here, format, text });
        else io.stdout.write(text);
      },
    );
}

const SIGN = { added: "+", changed: "~", removed: "-", waiting: "?", refused: "!" } as const;

function reportLines({ colors, suggest, tick }: Screen, report: MarkdownReport, isDry = false): Lines {
  const { file, archive, entries, edits, conflicts, unparsed, held, written } = report;
  const verb = written ? (isDry ? "Would write" : "Wrote") : "Up to date:";
  const mark = colors.yellow("!");
  const idText = (id: string | null): string => (id === null ? "" : ` ${colors.cyan(id)}`);
  return [
    `${tick} ${verb} ${oneLine(file)} (${countText(entries, "memory", "memories")})`,
    archive !== null && `  and the archive, ${oneLine(archive)}`,
    edits.map(({ kind, id, reason }) => {
      const why = reason === null ? "" : `: ${oneLine(reason)}`;
      return `  ${SIGN[kind]} ${kind} by hand${idText(id)}${why}`;
    }),
    conflicts.map(
      ({ id, fields, winner }) =>
        `  ${mark}${idText(id)} changed on both sides (${fields.join(", ")}); the ${winner} won`,
    ),
    unparsed.map(
      ({ id, problem }) => `  ${mark} unreadable${idText(id)}: ${problem}. It is kept under "Unparsed".`,
    ),
    held.length > 0 &&
      `  ${mark} ${held.length} entries are gone from the file and were kept. To forget them, delete them again and sync with --accept-removals.`,
    edits.some(({ kind }) => kind === "waiting") && colors.dim(`See what waits: ${suggest("review")}`),
  ];
}
