import { type Command, Option } from "commander";
import { FOREIGN_FORMATS, given } from "../../domain/arguments.ts";
import { MemoirError } from "../../domain/errors.ts";
import type { ForeignFormat, ScopeInput } from "../../index.ts";
import { readForeign } from "../../transfer/foreign/format.ts";
import { newCommand } from "../command.ts";
import { type Context, type Host, namesScope } from "../context.ts";
import { tellFailure } from "../embedder.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { scopeOf, withMemoir } from "../open.ts";
import { foreignLines, hasConflict, importLines } from "../transfer/import-view.ts";
import { type ImportFormat, type Incoming, openImport } from "../transfer/open-import.ts";
import { patiently } from "../waiting.ts";
import { READS } from "./flush.ts";

interface ImportFlags {
  readonly format?: ImportFormat;
  readonly dryRun?: boolean;
  readonly trust?: "import" | "user";
  readonly flush: boolean;
}

export function importCommand(host: Host): Command {
  return newCommand(host, "import", "Restore an export, or take in what another program has kept.", [
    "import alice.jsonl --dry-run",
    "import conversations.json --user alice",
  ])
    .argument("<file>", "the file; - reads stdin")
    .option("--dry-run", "check all of it, and say what would happen")
    .addOption(
      new Option("--format <format>", "what it is (default: as it looks)").choices([
        "memoir",
        ...FOREIGN_FORMATS,
      ]),
    )
    .addOption(
      new Option(
        "--trust <whom>",
        "user: another program's file holds the user's own words (default: import, all of it waits for review)",
      ).choices(["import", "user"]),
    )
    .option("--no-flush", "only record another program's messages, and read them later")
    .action((file: string, flags: ImportFlags) => host.run((context) => importNow(context, file, flags)));
}

async function importNow(context: Context, file: string, flags: ImportFlags): Promise<ExitCode | undefined> {
  const incoming = await openImport(file, flags.format, context.io);
  try {
    return incoming.format === "memoir"
      ? await restore(context, incoming, flags)
      : await takeIn(context, incoming, flags);
  } finally {
    incoming.close();
  }
}

type Ours = Extract<Incoming, { format: "memoir" }>;
type Theirs = Extract<Incoming, { format: ForeignFormat }>;

async function restore(
  context: Context,
  { source }: Ours,
  flags: ImportFlags,
): Promise<ExitCode | undefined> {
  const { io, out } = context;
  if (flags.trust !== undefined)
    throw new MemoirError(
      "invalid_argument",
      "--trust is for another program's file; an export has its own.",
    );
  if (namesScope(context) && !out.json)
    out.notice("An export says itself whose it is: the scope that was named is not looked at.");
  let doing = "Checking the file…";
  const dryRun = flags.dryRun === true;
  return withMemoir(context, { creates: !dryRun }, async ({ memoir, scope }) => {
    const restoring = memoir.operator(scope.tenant).import(source, {
      dryRun,
      signal: io.signal,
      onProgress: ({ step, lines }) => {
        doing = `${step === "check" ? "Checking the file" : "Writing"}… ${lines} lines`;
      },
    });
    const report = await patiently(context, () => doing, restoring);
    const document = { into: scope.tenant, format: "memoir", ...report };
    out.answer(document, (screen) => importLines(screen, report));
    return hasConflict(report) ? EXIT.refused : undefined;
  });
}

async function takeIn(context: Context, { format, text }: Theirs, flags: ImportFlags): Promise<undefined> {
  const { io, out } = context;
  const dryRun = flags.dryRun === true;
  const into = await whose(context, format, text);
  const opening = dryRun || !flags.flush ? {} : READS;
  await withMemoir(context, { ...opening, creates: !dryRun }, async ({ memoir, scope, embedder }) => {
    const { flush, trust } = flags;
    const options = given({ dryRun, flush, signal: io.signal, scope: into, trust });
    const taking = memoir.operator(scope.tenant).importForeign(format, [text], options);
    const report = await patiently(context, () => "Reading the file…", taking);
    tellFailure(embedder, out);
    out.answer({ into: scope.tenant, ...report }, (screen) => foreignLines(screen, report));
  });
}

/** Where the file says whose each item is, and nobody names another scope, each goes to its own. */
async function whose(context: Context, format: ForeignFormat, text: string): Promise<ScopeInput | undefined> {
  const says =
    !namesScope(context) && (await readForeign(format, text)).items.some(({ user }) => user !== null);
  return says ? undefined : scopeOf(context.flags, context.io.env);
}
