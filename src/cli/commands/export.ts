import { relative, resolve } from "node:path";
import type { Command } from "commander";
import { MemoirError } from "../../domain/errors.ts";
import { newCommand } from "../command.ts";
import type { Context, Host } from "../context.ts";
import { namedByFlag } from "../flags.ts";
import { bytes, count } from "../format.ts";
import { type Opened, withMemoir } from "../open.ts";
import { shellWord } from "../suggest.ts";
import { writeFileWhole, writeStream } from "../transfer/write-export.ts";
import { patiently } from "../waiting.ts";
import { oneLine } from "../width.ts";

interface ExportFlags {
  readonly all?: boolean;
  readonly out?: string;
  readonly force?: boolean;
}

export function exportCommand(host: Host): Command {
  return newCommand(host, "export", "Take away all that is kept, as a file that can be imported.", [
    "export --user alice --out alice.jsonl",
    "export --all | gzip > everything.jsonl.gz",
  ])
    .option("--all", "the whole tenant: all scopes, identities and policies")
    .option("--out <file>", "where to (default: stdout, if it is no terminal)")
    .option("--force", "write over the file if it is there")
    .action((flags: ExportFlags) => host.run((context) => exportNow(context, flags)));
}

async function exportNow(context: Context, flags: ExportFlags): Promise<undefined> {
  const { io, out } = context;
  checkFlags(context, flags);
  let written = 0;
  await withMemoir(context, { creates: false }, async (opened) => {
    const { scope } = opened;
    refuseMissing(opened);
    const scopes = flags.all === true ? {} : { scopes: [scope.scope] };
    const pieces = opened.memoir.operator(scope.tenant).export({ ...scopes, signal: io.signal });
    const file = flags.out === undefined ? undefined : resolve(io.cwd, flags.out);
    const onBytes = (bytes: number): void => {
      written = bytes;
    };
    const writing =
      file === undefined
        ? writeStream(io.stdout, pieces, onBytes)
        : writeFileWhole(file, pieces, { force: flags.force === true, onBytes });
    const { lastLine } = await patiently(context, () => `Exporting… ${bytes(written)}`, writing);
    if (file === undefined) return;
    const what = flags.all === true ? `tenant ${scope.tenant}` : scope.scope;
    const counts = countsIn(lastLine);
    const document = {
      tenant: scope.tenant,
      scopes: scopes.scopes ?? null,
      file,
      bytes: written,
      counts,
    };
    out.answer(document, ({ colors, suggest }) => [
      `${colors.green("✓")} Exported ${oneLine(what)}: ${countsText(counts)}`,
      `  to ${oneLine(relative(io.cwd, file))} (${bytes(written)}), in plain words: keep it as you keep the database`,
      colors.dim(
        `  Look at what it would restore: ${suggest(`import ${shellWord(flags.out!)} --dry-run`, { inScope: false })}`,
      ),
    ]);
  });
  return undefined;
}

function checkFlags({ io, out, flags: own }: Context, flags: ExportFlags): void {
  const named = namedByFlag(own);
  if (flags.all === true && named !== undefined)
    throw bad(`--all is the whole tenant and --${named} a part of it. Keep one of them.`);
  if (flags.out !== undefined) return;
  if (out.json) throw bad("With --json the answer goes to stdout, so the export needs a file: --out FILE.");
  if (io.stdout.isTTY === true)
    throw bad("An export is a long file and no text to read here. Write it to one: --out FILE, or > FILE.");
}

function refuseMissing({ missing }: Opened): void {
  if (missing === null) return;
  throw new MemoirError(
    "not_found",
    `There is no database at ${missing} yet, so there is nothing to export.`,
  );
}

/** The summary from the last line of the export. */
function countsIn(lastLine: string): Readonly<Record<string, number>> {
  return (JSON.parse(lastLine) as { counts: Record<string, number> }).counts;
}

export function countsText(counts: Readonly<Record<string, number>>): string {
  const some = (record: string, one: string, many: string): string => count(counts[record] ?? 0, one, many);
  return [
    some("scope", "scope", "scopes"),
    some("event", "event", "events"),
    some("memory", "memory", "memories"),
  ].join(", ");
}

function bad(message: string): MemoirError {
  return new MemoirError("invalid_argument", message);
}
