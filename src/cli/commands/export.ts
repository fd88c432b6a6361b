import { once } from "node:events";
import { existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { relative, resolve } from "node:path";
import type { Writable } from "node:stream";
import { withoutUndefined } from "../../domain/arguments.ts";
import { invalidArgument, MemoirError } from "../../domain/errors.ts";
import { type Host, type MemoirCommand, newCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { type ExitCode, notFound } from "../failure.ts";
import { bytes, countText } from "../format.ts";
import { namedByFlag } from "../io.ts";
import { atScope } from "../open.ts";
import { shellWord } from "../output.ts";
import { patiently } from "../terminal.ts";
import { oneLine } from "../width.ts";

interface ExportFlags {
  readonly all?: boolean;
  readonly out?: string;
  readonly force?: boolean;
}

export function exportCommand(host: Host): MemoirCommand {
  return newCommand(host, "export", "Take away all that is kept, as a file that can be imported.", [
    "export --user alice --out alice.jsonl",
    "export --all | gzip > everything.jsonl.gz",
  ])
    .option("--all", "the whole tenant: all scopes, identities and policies")
    .option("--out <file>", "where to (default: stdout, if it is no terminal)")
    .option("--force", "write over the file if it is there")
    .run(exportNow);
}

function exportNow(context: Context, flags: ExportFlags): Promise<ExitCode | undefined> {
  checkFlags(context, flags);
  let written = 0;
  return atScope(context, { creates: false }, async ({ memoir, here, missing, io, out }) => {
    if (missing !== null)
      throw notFound(`There is no database at ${missing} yet, so there is nothing to export.`);
    const scopes = flags.all === true ? null : [here.scope];
    const options = withoutUndefined({ scopes: scopes ?? undefined, signal: io.signal });
    const pieces = memoir.operator(here.tenant).export(options);
    const file = flags.out === undefined ? undefined : resolve(io.cwd, flags.out);
    const onBytes = (bytes: number): void => {
      written = bytes;
    };
    const writing =
      file === undefined
        ? writeStream(io.stdout, pieces, onBytes)
        : writeFileWhole(file, pieces, { force: flags.force === true, onBytes });
    const lastLine = await patiently(context, () => `Exporting… ${bytes(written)}`, writing);
    if (file === undefined) return;
    const what = flags.all === true ? `tenant ${here.tenant}` : here.scope;
    const { counts } = JSON.parse(lastLine) as { counts: Record<string, number> };
    out.answer({ tenant: here.tenant, scopes, file, bytes: written, counts }, ({ colors, suggest, tick }) => [
      `${tick} Exported ${oneLine(what)}: ${countsText(counts)}`,
      `  to ${oneLine(relative(io.cwd, file))} (${bytes(written)}), in plain words: keep it as you keep the database`,
      colors.dim(
        `  Look at what it would restore: ${suggest(`import ${shellWord(flags.out!)} --dry-run`, { inScope: false })}`,
      ),
    ]);
  });
}

function checkFlags({ io, out, flags: globalFlags }: Context, flags: ExportFlags): void {
  const scopeFlag = namedByFlag(globalFlags);
  if (flags.all === true && scopeFlag !== undefined)
    throw invalidArgument(`--all is the whole tenant and --${scopeFlag} a part of it. Keep one of them.`);
  if (flags.out !== undefined) return;
  if (out.json)
    throw invalidArgument("With --json the answer goes to stdout, so the export needs a file: --out FILE.");
  if (io.stdout.isTTY === true)
    throw invalidArgument(
      "An export is a long file and no text to read here. Write it to one: --out FILE, or > FILE.",
    );
}

export function countsText(counts: Readonly<Record<string, number>>): string {
  const some = (record: string, singular: string, many: string): string =>
    countText(counts[record] ?? 0, singular, many);
  return [
    some("scope", "scope", "scopes"),
    some("event", "event", "events"),
    some("memory", "memory", "memories"),
  ].join(", ");
}

type Pieces = AsyncIterable<string>;
type OnBytes = (bytes: number) => void;

/**
 * Into a file that is there as a whole or not at all: under another name until it is complete and on the disk. Only its
 * owner may read it, for it holds what people have said.
 */
async function writeFileWhole(
  path: string,
  pieces: Pieces,
  { force, onBytes }: { force: boolean; onBytes: OnBytes },
): Promise<string> {
  if (!force && existsSync(path)) {
    throw new MemoirError(
      "conflict",
      `${path} is there already. Name another file, or write over it with --force.`,
    );
  }
  const part = `${path}.part`;
  const file = await open(part, "w", 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new MemoirError(
      "invalid_argument",
      `${part} cannot be written (${error.code}). Name another file.`,
      {
        cause: error,
      },
    );
  });
  try {
    const lastLine = await copy(pieces, (text) => file.appendFile(text), onBytes);
    await file.sync();
    await file.close();
    await rename(part, path);
    return lastLine;
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(part, { force: true });
    throw error;
  }
}

/** Into a pipe, no faster than it is read. */
function writeStream(stream: Writable, pieces: Pieces, onBytes: OnBytes): Promise<string> {
  const write = async (text: string): Promise<void> => {
    if (stream.destroyed) throw new MemoirError("aborted", "Nobody reads the export any more.");
    // Whoever reads may leave, as `head` does: then nothing drains, but it closes.
    if (!stream.write(text)) await Promise.race([once(stream, "drain"), once(stream, "close")]);
  };
  return copy(pieces, write, onBytes);
}

/** Gives the last line, with the summary. */
async function copy(
  pieces: Pieces,
  write: (text: string) => Promise<void>,
  onBytes: OnBytes,
): Promise<string> {
  let bytes = 0;
  let tail = "";
  for await (const text of pieces) {
    await write(text);
    bytes += Buffer.byteLength(text);
    // The last piece ends with a whole line; it may be shorter than a line that began before.
    tail = (tail + text).slice((tail + text).trimEnd().lastIndexOf("\n") + 1);
    onBytes(bytes);
  }
  return tail.trimEnd();
}
