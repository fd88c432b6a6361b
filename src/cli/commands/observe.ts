import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { withoutUndefined } from "../../domain/arguments.ts";
import { SDK_FIELDS } from "../../domain/chat-message.ts";
import { invalidArgument, MemoirError, show } from "../../domain/errors.ts";
import { EVENT_ROLES } from "../../domain/event.ts";
import { LIMITS } from "../../domain/text.ts";
import type { EventInput, ObserveResult, OperatorHandle, ScopeHandle, WriteReport } from "../../index.ts";
import { type Host, joinWords, type MemoirCommand, newCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { tellFailure } from "../embedder.ts";
import { type ExitCode, notFound } from "../failure.ts";
import { countText } from "../format.ts";
import { atScope, type OpenCommand, type Opening } from "../open.ts";
import type { Lines, Screen } from "../output.ts";
import { reportLines, withReplaced } from "../report-view.ts";
import { patiently } from "../terminal.ts";
import { oneLine } from "../width.ts";
import { readStdin } from "./add.ts";
import { refuseUnknown } from "./summaries.ts";

interface ObserveFlags extends Pick<EventInput, "id" | "role" | "author" | "authorName" | "session" | "at"> {
  readonly jsonl?: string;
  readonly flush?: boolean;
}

export function observeCommand(host: Host): MemoirCommand {
  return newCommand(host, "observe", "Record messages of a chat: what was said, by whom and when.", [
    'observe "Remember that I live in Berlin" --user alice --session s1 --flush',
    "observe --jsonl chat.jsonl --user alice",
  ])
    .argument(
      "[text...]",
      "one message; - reads it from stdin, and -- goes before a text with a dash in front",
    )
    .option("--jsonl <file>", "messages from a file with one JSON object a line; - is stdin")
    .choice("--role <role>", "who speaks (default: user)", EVENT_ROLES)
    .option("--author <id>", "who it is, by an id that never changes (default: the user of the scope)")
    .option("--author-name <name>", "what they are called at present")
    .option("--id <id>", "its id; what has a known id is not recorded again (default: a new one)")
    .option("--session <id>", "the conversation it belongs to")
    .option("--at <time>", "when it was said, such as 2027-01-31T18:00Z (default: now)")
    .option("--flush", "read it at once, and say what was remembered of it")
    .run(observe);
}

async function observe(
  context: Context,
  parts: readonly string[],
  flags: ObserveFlags,
): Promise<ExitCode | undefined> {
  const messages = await messagesOf(context, parts.length === 0 ? undefined : joinWords(parts), flags);
  const reads = flags.flush === true;
  return atScope(context, { ...(reads ? READS : {}), creates: true }, async (at) => {
    const { scope, here, memoir, io, out } = at;
    const result = await recordAll(scope, messages, io.signal);
    // Messages that cannot be read now are read later.
    const stillThere = (error: unknown): never => {
      out.notice(`The messages are recorded and wait to be read: ${out.screen.suggest("flush")}`);
      throw error;
    };
    const report = reads ? await readNow(at).catch(stillThere) : null;
    const reportView = report === null ? null : await withReplaced(scope, report);
    if (!memoir.settings.enable) out.notice("enable is off in the settings: nothing is recorded.");
    out.answer({ ...here, ...result, ...(report === null ? {} : { report }) }, (screen) => [
      recordedLines(screen, here.scope, result),
      reportView === null
        ? screen.colors.dim(`  Nothing is remembered of it until it is read: ${screen.suggest("flush")}`)
        : reportLines(screen, here.scope, reportView),
    ]);
    const nameless = messages.filter(({ id }) => id === undefined).length;
    if (flags.jsonl !== undefined && nameless > 0) {
      out.notice(
        `${countText(nameless, "message has", "messages have")} no id: the same file again would record them again.`,
      );
    }
  });
}

async function messagesOf(
  context: Context,
  text: string | undefined,
  flags: ObserveFlags,
): Promise<EventInput[]> {
  const { cwd } = context.io;
  const { jsonl, flush: _, id, ...eventFlags } = flags;
  if (text !== undefined && jsonl === undefined) {
    // A bare name of a file is most likely meant as one; whoever means the words adds some, or sends them by stdin.
    if (isFile(resolve(cwd, text))) {
      throw invalidArgument(
        `${text} is a file. To record the messages in it: --jsonl ${text}, one JSON object a line. To record the name as a text: echo ${text} | memoir observe -`,
      );
    }
    return [
      { ...eventFlags, ...withoutUndefined({ id }), text: text === "-" ? await readStdin(context) : text },
    ];
  }
  if (text !== undefined || jsonl === undefined) {
    throw invalidArgument("Say what was said in one way: a text, - for stdin, or --jsonl FILE.");
  }
  if (id !== undefined) throw invalidArgument("--id names one message; in a file each line has its own id.");
  const content = jsonl === "-" ? await readStdin(context) : readFile(resolve(cwd, jsonl));
  return readJsonl(jsonl === "-" ? "stdin" : jsonl, content, eventFlags);
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

const FIELDS = new Set<string>([
  ...(["id", "type", "role", "author", "authorName", "text", "content"] satisfies (keyof EventInput)[]),
  ...(["platform", "session", "thread", "turn", "at"] satisfies (keyof EventInput)[]),
  ...SDK_FIELDS,
]);

/** Messages from a file with one JSON object a line. `defaults` is for what a line does not say itself. */
export function readJsonl(file: string, text: string, defaults: EventInput): EventInput[] {
  return text.split("\n").flatMap((line, i) => {
    if (line.trim() === "") return [];
    return [{ ...defaults, ...messageIn(line, `${file}, line ${i + 1}`) }];
  });
}

function messageIn(line: string, where: string): EventInput {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw invalidArgument(`${where} is no JSON: ${show(line.trim())}. Write one object a line.`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw invalidArgument(
      `${where} is no object: ${show(value)}. Write one such as {"role":"user","text":"hello"}.`,
    );
  }
  const odd = Object.keys(value).find((field) => !FIELDS.has(field));
  if (odd !== undefined) {
    throw invalidArgument(
      `${where} has the field ${show(odd)}; a message may have ${[...FIELDS].join(", ")}.`,
    );
  }
  return value;
}

type Recorded = Pick<ObserveResult, "recorded" | "duplicates" | "redacted">;

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

function recordedLines({ tick }: Screen, scope: string, result: Recorded): Lines {
  const { recorded, duplicates, redacted } = result;
  return [
    `${tick} Recorded ${countText(recorded, "message", "messages")} in ${oneLine(scope)}`,
    duplicates > 0 && `  ${countText(duplicates, "was", "were")} known already, by id`,
    redacted > 0 && `  ${countText(redacted, "secret was", "secrets were")} cut out before storing`,
  ];
}

export function flushCommand(host: Host): MemoirCommand {
  return newCommand(host, "flush", "Read what was observed since, and say what was remembered of it.", [
    "flush --user alice",
    "flush --user alice --json",
  ]).inScope({ ...READS, creates: false }, async (at) => {
    const { scope, here, missing, out } = at;
    const report = await readNow(at);
    const reportView = await withReplaced(scope, report);
    const stillUnread = await stillWaiting(at);
    out.answer({ ...here, ...report, waiting: stillUnread }, (screen) =>
      missing === null
        ? [reportLines(screen, here.scope, reportView), waitingLines(screen, stillUnread)]
        : [`There is no database at ${missing} yet, so nothing was said.`],
    );
  });
}

/** What is not done after a reading, and why. */
interface Waiting {
  /** Messages that were not read; `null`: this key may not know. */
  readonly messages: number | null;
  readonly why: string | null;
  /** Memories, proposals and wishes that wait for a person. */
  readonly review: number;
}

async function stillWaiting({ memoir, scope, here, io }: OpenCommand): Promise<Waiting> {
  const operator = memoir.operator(here.tenant);
  const messages = await operator
    .stats({ scope: scope.scope })
    .then(({ unread }) => unread.events)
    .catch(unlessRefused);
  let review = 0;
  for await (const _ of await scope.review({ limit: 1_000, signal: io.signal })) review += 1;
  const why = messages === null || messages === 0 ? null : await whyUnread(memoir, operator);
  return { messages, why, review };
}

/** A key without the operator's role sees no statistics and no jobs. */
function unlessRefused(error: unknown): null {
  if (MemoirError.is(error) && (error.code === "not_allowed" || error.code === "not_found")) return null;
  throw error;
}

async function whyUnread({ settings }: OpenCommand["memoir"], { jobs }: OperatorHandle): Promise<string> {
  if (!settings.enable) return "enable is off in the settings";
  const { items } = await jobs.list({ status: "dead", kind: "extract" }, { limit: 1 });
  return items[0]?.lastError ?? "they came while this was reading";
}

function waitingLines({ colors, suggest }: Screen, { messages, why, review }: Waiting): Lines {
  return [
    messages !== null &&
      messages > 0 &&
      colors.dim(`Still unread: ${countText(messages, "message", "messages")}, because ${why}.`),
    review > 0 && colors.dim(`Waiting for a person: ${review}. See them: ${suggest("review")}`),
  ];
}

/** Reading goes by meaning where it can, and asks the language model where there is one. */
export const READS: Omit<Opening, "creates"> = { words: "reading", models: true };

/** Reads what has not been read, with a word of patience where a model takes its time. */
async function readNow(at: OpenCommand): Promise<WriteReport> {
  const reading = at.scope.flush({ signal: at.io.signal });
  const report = await patiently(at, () => "Reading what was said…", reading);
  if (report.events > 0) tellFailure(at.embedder, at.out);
  return report;
}

export function endCommand(host: Host): MemoirCommand {
  return newCommand(host, "end", "End a session, and read what was said in it.", [
    "end s1 --user alice",
    "end s1 --user alice --json",
  ])
    .argument("<session>", "the session, as its messages name it")
    .inScope({ ...READS, creates: false }, async (at, session: string) => {
      const { scope, here, io, out } = at;
      const { ended } = await scope.session(session).end({ signal: io.signal });
      if (!ended) {
        await refuseUnknown(scope, session);
        throw notFound(`Session ${session} of ${here.scope} has ended already.`, {
          session,
          scope: here.scope,
        });
      }
      const report = await readNow(at);
      const reportView = await withReplaced(scope, report);
      out.answer({ ...here, session, ...report }, (screen) => [
        `${screen.tick} Ended session ${oneLine(session)}`,
        reportLines(screen, here.scope, reportView),
      ]);
    });
}
