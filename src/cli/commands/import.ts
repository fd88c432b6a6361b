import { createReadStream, statSync } from "node:fs";
import { resolve } from "node:path";
import { FOREIGN_FORMATS, withoutUndefined } from "../../domain/arguments.ts";
import { FOREIGN_TRUST } from "../../domain/enums.ts";
import { invalidArgument } from "../../domain/errors.ts";
import { formatOf, readForeign } from "../../features/transfer/foreign/format.ts";
import { readAll } from "../../features/transfer/input-lines.ts";
import { isManifest } from "../../features/transfer/manifest.ts";
import type { ForeignFormat, ForeignReport, ImportOutcome, ImportReport, ScopeInput } from "../../index.ts";
import { type Host, type MemoirCommand, newCommand } from "../command.ts";
import { type Context, namesScope } from "../context.ts";
import { tellFailure } from "../embedder.ts";
import { EXIT, type ExitCode } from "../failure.ts";
import { countText, utc } from "../format.ts";
import type { Io } from "../io.ts";
import { atScope, scopeFromFlags } from "../open.ts";
import type { Lines, Screen } from "../output.ts";
import { patiently } from "../terminal.ts";
import { oneLine } from "../width.ts";
import { countsText } from "./export.ts";
import { READS } from "./observe.ts";

interface ImportFlags {
  readonly format?: ImportFormat;
  readonly dryRun?: boolean;
  readonly trust?: "import" | "user";
  readonly flush: boolean;
}

export function importCommand(host: Host): MemoirCommand {
  return newCommand(host, "import", "Restore an export, or take in what another program has kept.", [
    "import alice.jsonl --dry-run",
    "import conversations.json --user alice",
  ])
    .argument("<file>", "the file; - reads stdin")
    .option("--dry-run", "check all of it, and say what would happen")
    .choice("--format <format>", "what it is (default: as it looks)", ["memoir", ...FOREIGN_FORMATS])
    .choice(
      "--trust <whom>",
      "user: another program's file holds the user's own words (default: import, all of it waits for review)",
      FOREIGN_TRUST,
    )
    .option("--no-flush", "only record another program's messages, and read them later")
    .run(importNow);
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

async function restore(
  context: Context,
  { source }: Extract<Incoming, { format: "memoir" }>,
  flags: ImportFlags,
): Promise<ExitCode | undefined> {
  const { io, out } = context;
  if (flags.trust !== undefined)
    throw invalidArgument("--trust is for another program's file; an export has its own.");
  if (namesScope(context) && !out.json)
    out.notice("An export says itself whose it is: the scope that was named is not looked at.");
  let doing = "Checking the file…";
  const dryRun = flags.dryRun === true;
  return atScope(context, { creates: !dryRun }, async ({ memoir, scope }) => {
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
    const isConflict = [report.tenant, ...report.scopes.map(({ outcome }) => outcome)].includes("conflict");
    return isConflict ? EXIT.refused : undefined;
  });
}

async function takeIn(
  context: Context,
  { format, text }: Extract<Incoming, { format: ForeignFormat }>,
  flags: ImportFlags,
): Promise<ExitCode | undefined> {
  const { io, out } = context;
  const dryRun = flags.dryRun === true;
  const into = await whose(context, format, text);
  const opening = dryRun || !flags.flush ? {} : READS;
  return atScope(context, { ...opening, creates: !dryRun }, async ({ memoir, scope, embedder }) => {
    const { flush, trust } = flags;
    const options = withoutUndefined({ dryRun, flush, signal: io.signal, scope: into, trust });
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
  return says ? undefined : scopeFromFlags(context.flags, context.io.env);
}

type ImportFormat = "memoir" | ForeignFormat;

type Pieces = AsyncIterable<string | Uint8Array>;

/** A file on its way in: an export of ours in pieces, anything else as a whole. */
type Incoming =
  | { readonly format: "memoir"; readonly source: Pieces; readonly close: () => void }
  | { readonly format: ForeignFormat; readonly text: string; readonly close: () => void };

/** Enough to see whether it is an export of ours. */
const HEAD = 64;

/** Opens a file or stdin (`-`), and sees of which format it is where nobody says so. */
async function openImport(
  name: string,
  requestedFormat: ImportFormat | undefined,
  io: Io,
): Promise<Incoming> {
  const stream = name === "-" ? io.stdin : createReadStream(pathOf(name, io.cwd));
  const close = (): void => {
    stream.destroy();
  };
  try {
    const { head, all } = await peek(stream as Pieces);
    const format = requestedFormat ?? (isManifest(head) ? "memoir" : undefined);
    if (format === "memoir") return { format, source: all, close };
    const text = await readAll(all, io.signal);
    const seen = format ?? formatOf(text);
    if (seen !== null && seen !== "memoir") return { format: seen, text, close };
  } catch (error) {
    close();
    throw error;
  }
  close();
  throw invalidArgument(
    `${name === "-" ? "What is on stdin" : name} looks like none of the files that can be imported. Name its format: ` +
      "--format memoir, chatgpt, mem0 or jsonl.",
  );
}

/** A stream that fails later fails whoever reads it; one that cannot be opened is said here. */
function pathOf(name: string, cwd: string): string {
  const path = resolve(cwd, name);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isFile() === true || stat?.isFIFO() === true) return path;
  const why = stat === undefined ? "is not there" : "is no file";
  throw invalidArgument(`${path} ${why}. Name the file to import, or - for stdin.`);
}

/** The beginning of a stream, and the whole of it nevertheless. */
async function peek(stream: Pieces): Promise<{ head: string; all: Pieces }> {
  const iterator = stream[Symbol.asyncIterator]();
  const first: (string | Uint8Array)[] = [];
  let head = "";
  while (head.length < HEAD) {
    const { done, value } = await iterator.next();
    if (done === true) break;
    first.push(value);
    head += typeof value === "string" ? value : Buffer.from(value).toString("latin1");
  }
  const all = async function* (): AsyncGenerator<string | Uint8Array> {
    yield* first;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  };
  return { head, all: all() };
}

const SHOWN = 20;

function importLines(screen: Screen, report: ImportReport): Lines {
  const { colors, tick } = screen;
  const { dryRun, from, scopes, counts } = report;
  const of = (outcome: ImportOutcome): number => scopes.filter((one) => one.outcome === outcome).length;
  const conflicts = of("conflict") + (report.tenant === "conflict" ? 1 : 0);
  const restored = of("restored");
  const text = (outcome: ImportOutcome): string => outcomeText(screen, outcome, dryRun);
  const head =
    conflicts > 0
      ? `${colors.red("✗")} Nothing would be imported: ${countText(conflicts, "part holds", "parts hold")} other rows than the file.`
      : restored === 0 && report.tenant !== "restored"
        ? `${tick} ${dryRun ? "Nothing would change" : "Nothing has changed"}: all of it is there already.`
        : `${tick} ${dryRun ? "Would restore" : "Restored"} ${countText(restored, "scope", "scopes")}`;
  return [
    head,
    `  The file holds ${countsText(counts)}, exported ${utc(new Date(from.createdAt))} from tenant ${oneLine(from.tenant)}`,
    scopes.slice(0, SHOWN).map(({ scope, outcome }) => `  ${text(outcome)}  ${oneLine(scope)}`),
    scopes.length > SHOWN && colors.dim(`  … and ${scopes.length - SHOWN} more; --json tells all`),
    report.tenant !== null && `  ${text(report.tenant)}  identities and policies`,
  ];
}

function outcomeText({ colors }: Screen, outcome: ImportOutcome, dryRun: boolean): string {
  if (outcome === "conflict") return colors.red("conflict ");
  if (outcome === "unchanged") return colors.dim("unchanged");
  return colors.green(dryRun ? "restore  " : "restored ");
}

const NAMES: Readonly<Record<ForeignFormat, string>> = {
  chatgpt: "a ChatGPT export",
  mem0: "memories of mem0",
  markdown: "Markdown",
  jsonl: "JSON Lines",
};

function foreignLines(
  { colors, suggest, tick }: Screen,
  { dryRun, format, scopes, skipped, batch }: ForeignReport,
): Lines {
  const waiting = scopes.reduce((sum, { outcomes }) => sum + (outcomes.waiting ?? 0), 0);
  return [
    scopes.map(({ scope, recorded, duplicates, redacted, outcomes }) => {
      const outcomeCounts = Object.entries(outcomes).map(([outcome, number]) => `${number} ${outcome}`);
      return [
        `${tick} ${dryRun ? "Would record" : "Recorded"} ${countText(recorded, "item", "items")} of ${NAMES[format]} in ${oneLine(scope)}`,
        duplicates > 0 && `  ${countText(duplicates, "was", "were")} known already`,
        redacted > 0 && `  ${countText(redacted, "secret", "secrets")} cut out before storing`,
        outcomeCounts.length > 0 && `  of what they say: ${outcomeCounts.join(", ")}`,
      ];
    }),
    scopes.length === 0 && "There is nothing in the file that could be taken.",
    skipped > 0 && `  ${countText(skipped, "item has", "items have")} no words`,
    waiting > 0 &&
      colors.dim(`  What waits is used once you approve it: ${suggest("review", { inScope: false })}`),
    batch !== null &&
      scopes.some(({ outcomes }) => Object.keys(outcomes).length > 0) &&
      colors.dim(`  Take it back, in each scope: ${suggest(`undo --batch ${batch}`, { inScope: false })}`),
  ];
}
