import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { type Command, Option } from "commander";
import { given } from "../../domain/arguments.ts";
import { MemoirError } from "../../domain/errors.ts";
import { EVENT_ROLES, type EventRole } from "../../domain/event.ts";
import { LIMITS } from "../../domain/text.ts";
import type { EventInput, ScopeHandle } from "../../index.ts";
import { newCommand, words } from "../command.ts";
import type { Context, Host } from "../context.ts";
import type { ExitCode } from "../exit-codes.ts";
import { count } from "../format.ts";
import { readJsonl } from "../observe/read-jsonl.ts";
import { atScope } from "../open.ts";
import type { Screen } from "../output.ts";
import { reportLines, withReplaced } from "../report-view.ts";
import { oneLine } from "../width.ts";
import { readStdin } from "./add.ts";
import { READS, readNow } from "./flush.ts";

interface ObserveFlags {
  readonly jsonl?: string;
  readonly role?: EventRole;
  readonly author?: string;
  readonly authorName?: string;
  readonly id?: string;
  readonly session?: string;
  readonly at?: string;
  readonly flush?: boolean;
}

export function observeCommand(host: Host): Command {
  return newCommand(host, "observe", "Record messages of a chat: what was said, by whom and when.", [
    'observe "I moved to Berlin in May" --user alice --session s1 --flush',
    "observe --jsonl chat.jsonl --user alice",
  ])
    .argument(
      "[text...]",
      "one message; - reads it from stdin, and -- goes before a text with a dash in front",
    )
    .option("--jsonl <file>", "messages from a file with one JSON object a line; - is stdin")
    .addOption(new Option("--role <role>", "who speaks (default: user)").choices(EVENT_ROLES))
    .option("--author <id>", "who it is, by an id that never changes (default: the user of the scope)")
    .option("--author-name <name>", "what they are called at present")
    .option("--id <id>", "its id; what has a known id is not recorded again (default: a new one)")
    .option("--session <id>", "the conversation it belongs to")
    .option("--at <time>", "when it was said, such as 2027-01-31T18:00Z (default: now)")
    .option("--flush", "read it at once, and say what was remembered of it")
    .action((parts: string[], flags: ObserveFlags) =>
      host.run((context) => observe(context, parts.length === 0 ? undefined : words(parts), flags)),
    );
}

async function observe(
  context: Context,
  text: string | undefined,
  flags: ObserveFlags,
): Promise<ExitCode | undefined> {
  const messages = await messagesOf(context, text, flags);
  const reads = flags.flush === true;
  return atScope(context, { ...(reads ? READS : {}), creates: true }, async (at) => {
    const { scope, here, memoir, io, out } = at;
    const result = await recordAll(scope, messages, io.signal);
    const report = reads ? await readNow(at, at).catch((error: unknown) => stillThere(at, error)) : null;
    const told = report === null ? null : await withReplaced(scope, report);
    if (!memoir.settings.enable) out.notice("enable is off in the settings: nothing is recorded.");
    out.answer({ ...here, ...result, ...(report === null ? {} : { report }) }, (screen) => [
      ...recordedLines(screen, here.scope, result),
      ...(told === null ? nextLines(screen) : reportLines(screen, here.scope, told)),
    ]);
    const nameless = messages.filter(({ id }) => id === undefined).length;
    if (flags.jsonl !== undefined && nameless > 0) {
      out.notice(
        `${count(nameless, "message has", "messages have")} no id: the same file again would record them again.`,
      );
    }
  });
}

/** Messages that cannot be read now are read later. */
function stillThere({ out }: Context, error: unknown): never {
  out.notice(`What was said is recorded, and waits to be read: ${out.screen.suggest("flush")}`);
  throw error;
}

async function messagesOf(
  context: Context,
  text: string | undefined,
  flags: ObserveFlags,
): Promise<EventInput[]> {
  const { io } = context;
  const { jsonl, id, role, author, authorName, session, at } = flags;
  const own: EventInput = given({ role, author, authorName, session, at });
  if (text !== undefined && jsonl === undefined) {
    if (isFile(resolve(io.cwd, text))) throw fileAsText(text);
    const said = text === "-" ? await readStdin(context) : text;
    return [{ ...own, ...(id === undefined ? {} : { id }), text: said }];
  }
  if (text !== undefined || jsonl === undefined) {
    throw new MemoirError(
      "invalid_argument",
      "Say what was said in one way: a text, - for stdin, or --jsonl FILE.",
    );
  }
  if (id !== undefined) {
    throw new MemoirError("invalid_argument", "--id names one message; in a file each line has its own id.");
  }
  const content = jsonl === "-" ? await readStdin(context) : readFile(resolve(io.cwd, jsonl));
  return readJsonl(jsonl === "-" ? "stdin" : jsonl, content, own);
}

/** A bare name of a file is most likely meant as one; whoever means the words adds some, or sends them by stdin. */
function fileAsText(name: string): MemoirError {
  return new MemoirError(
    "invalid_argument",
    `${name} is a file. To record the messages in it: --jsonl ${name}, one JSON object a line. To record the name as a text: echo ${name} | memoir observe -`,
  );
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    // Most texts are no path at all: too long, or with characters that no path has.
    return false;
  }
}

function readFile(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code === "ENOENT" ? "is not there" : "cannot be read";
    throw new MemoirError("invalid_argument", `${path} ${why}. Give a file with one JSON object a line.`, {
      cause: error,
    });
  }
}

interface Recorded {
  readonly recorded: number;
  readonly duplicates: number;
  readonly redacted: number;
}

/** As many at once as the engine takes. */
async function recordAll(
  scope: ScopeHandle,
  messages: readonly EventInput[],
  signal: AbortSignal,
): Promise<Recorded> {
  const sum = { recorded: 0, duplicates: 0, redacted: 0 };
  for (let from = 0; from < messages.length; from += LIMITS.batch) {
    const part = await scope.observe(messages.slice(from, from + LIMITS.batch), { signal });
    sum.recorded += part.recorded;
    sum.duplicates += part.duplicates;
    sum.redacted += part.redacted;
  }
  return sum;
}

function recordedLines({ colors }: Screen, scope: string, result: Recorded): string[] {
  const { recorded, duplicates, redacted } = result;
  return [
    `${colors.green("✓")} Recorded ${count(recorded, "message", "messages")} in ${oneLine(scope)}`,
    ...(duplicates === 0 ? [] : [`  ${count(duplicates, "was", "were")} known already, by id`]),
    ...(redacted === 0 ? [] : [`  ${count(redacted, "secret was", "secrets were")} cut out before storing`]),
  ];
}

function nextLines({ colors, suggest }: Screen): string[] {
  return [colors.dim(`  Nothing is remembered of it until it is read: ${suggest("flush")}`)];
}
