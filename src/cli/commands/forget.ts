import { randomUUID } from "node:crypto";
import { withoutUndefined } from "../../domain/arguments.ts";
import { invalidArgument } from "../../domain/errors.ts";
import { factKey } from "../../domain/key.ts";
import { MEMORY_STATUSES } from "../../domain/memory.ts";
import type { Event, ForgetOptions, ForgetResult, Memory, ScopeHandle } from "../../index.ts";
import { type Host, ID_HELP, type MemoirCommand, memoryKey, newCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { EXIT, type ExitCode, notFound } from "../failure.ts";
import { countText, utc } from "../format.ts";
import { memoryLines, theMemory } from "../memory-view.ts";
import { atScope } from "../open.ts";
import { beside, flatLines, type Lines, type Screen } from "../output.ts";
import { canAsk, confirm, noTerminal } from "../terminal.ts";
import { oneLine } from "../width.ts";
import { takeOut } from "./core.ts";
import { type ForgetFlags, forgetPeople } from "./forget-person.ts";
import { existingMemories, linesOf } from "./restore.ts";

type Target =
  | { readonly id: string }
  | { readonly key: string }
  | { readonly about: string }
  | { readonly message: string };
type AnyTarget = Target | { readonly core: string };

/** Whether the flags are about a whole scope, a member or a person, and not about memories. */
function isAboutPeople({ everything, member, person, receipts }: ForgetFlags): boolean {
  return everything === true || receipts === true || member !== undefined || person !== undefined;
}

type Returned = Pick<ForgetResult, "restored" | "replaced">;

const NONE: Returned = { restored: [], replaced: [] };

export function forgetCommand(host: Host): MemoirCommand {
  return newCommand(
    host,
    "forget",
    "Forget a memory or a message; undo brings it back, unless it was --hard.",
    ["forget 3f2a1c", 'forget --about "peanut butter" --dry-run'],
  )
    .argument("[id]", ID_HELP)
    .option("--key <key>", "the memory with this key", memoryKey)
    .option(
      "--about <words>",
      "all memories that hold every one of these words, and the messages that say it; asks first",
    )
    .option(
      "--message <id>",
      "keep this message from being quoted, all of it; search prints the ids of messages",
    )
    .option(
      "--core <message>",
      "only take the line of this message out of every prompt; the message stays, and is quoted where it answers",
    )
    .option("--everything", "everything of the scope: messages, memories, profile and the rest; asks first")
    .option("--member <account>", "everything of one member of the scope, by the author of their messages")
    .option("--person <name>", "everything of a person in all scopes, by the map of persons or by an account")
    .option("--receipts", "list the receipts of people who were forgotten; undo --batch ID takes one back")
    .option("--hard", "erase now and for good, also from history and events; asks first")
    .option("--dry-run", "only show what would be forgotten")
    .option("--yes", "do not ask")
    .run(forget);
}

async function forget(
  context: Context,
  id: string | undefined,
  flags: ForgetFlags,
): Promise<ExitCode | undefined> {
  if (isAboutPeople(flags)) return forgetPeople(context, id, flags);
  const target = targetOf(id, flags);
  const { hard = false, dryRun = false, yes = false } = flags;
  if ("core" in target) return takeOut(context, target.core, { hard, dryRun });
  if (hard && "message" in target) {
    throw invalidArgument(
      "--message keeps a message from being quoted; --hard erases memories. Leave one out.",
    );
  }
  const asks = !dryRun && !yes && (hard || "about" in target);
  if (asks && !canAsk(context.io)) throw noTerminal(hard ? "forget --hard" : "forget --about");

  return atScope(context, { creates: false }, async ({ scope, here, io, out }) => {
    const documentOf = (batch: string | null, { memories, messages }: Matching, returned = NONE): object => ({
      ...here,
      hard,
      dryRun,
      batch,
      found: memories.length + messages.length > 0,
      memories,
      messages,
      ...returned,
    });
    const matched = await matching(scope, target, hard);
    const { messages } = matched;
    if (asks && !(await isWanted(matched, { io, out }, hard))) {
      out.answer(documentOf(null, { memories: [], messages: [] }), () => ["Nothing was forgotten."]);
      return EXIT.no;
    }
    // By id, so that exactly what was shown goes, and nothing that came in between.
    const batch = dryRun || hard || !("about" in target || "message" in target) ? undefined : randomUUID();
    const options = withoutUndefined({ hard, batch, signal: io.signal });
    const taken = dryRun ? { ...matched, ...NONE } : await take(scope, matched, options);
    const { memories, restored, replaced } = taken;
    const back = await existingMemories(scope, restored);
    const replacedMemories = await existingMemories(scope, replaced);
    out.answer(documentOf(batch ?? null, { memories, messages }, { restored, replaced }), (screen) => {
      if (memories.length + messages.length === 0) return nothingLines(screen, scope, target, hard);
      return [
        forgottenLines(screen, memories, messages, { hard, dryRun, batch }),
        linesOf(screen, "In use again, because what had superseded it is gone:", back),
        linesOf(
          screen,
          `Had been superseded and stay so. If it is true: ${screen.suggest("restore ID")}`,
          replacedMemories,
        ),
      ];
    });
  });
}

function targetOf(id: string | undefined, { key, about, core, message }: ForgetFlags): AnyTarget {
  const targets = Object.entries(withoutUndefined({ id, key, about, core, message }));
  if (targets.length === 1) return Object.fromEntries(targets) as AnyTarget;
  const ways =
    "an id, --key KEY, --about WORDS, --message ID, --core MESSAGE, --everything, --member ACCOUNT or --person NAME.";
  throw invalidArgument(
    targets.length === 0
      ? `Say what to forget: ${ways}`
      : `Say what to forget in one way: ${ways} Put quotes around several words.`,
  );
}

/** Shows what would go, and asks. What is nothing needs no question. */
async function isWanted(
  { memories, messages }: Matching,
  { io, out }: Pick<Context, "io" | "out">,
  hard: boolean,
): Promise<boolean> {
  if (memories.length + messages.length === 0) return true;
  const lines = [
    memories.map((memory) => memoryLines(out.screen, memory)),
    messageLines(out.screen, messages),
  ];
  io.stderr.write(`${flatLines(lines).join("\n")}\n`);
  const many = manyText(memories, messages);
  return confirm(io, hard ? `Erase ${many} for good?` : `Forget ${many}?`);
}

async function take(
  scope: ScopeHandle,
  { memories: matched, messages }: Matching,
  options: ForgetOptions,
): Promise<Returned & Pick<Matching, "memories">> {
  const results = await Promise.all(matched.map(({ id }) => scope.forget({ id }, options)));
  for (const { id } of messages) await scope.forget({ message: id }, options);
  const memories = results.flatMap((result) => result.memories);
  const gone = new Set(memories.map(({ id }) => id));
  const others = (kind: keyof Returned): string[] =>
    results.flatMap((result) => result[kind]).filter((one) => !gone.has(one));
  return { memories, restored: others("restored"), replaced: others("replaced") };
}

interface Matching {
  readonly memories: readonly Memory[];
  readonly messages: readonly Event[];
}

/** What a forget would take. A hard one includes what was forgotten before. */
async function matching(scope: ScopeHandle, target: Target, hard: boolean): Promise<Matching> {
  if ("about" in target) {
    const { memories, hidden } = await scope.forget({ about: target.about, dryRun: true }, { hard });
    // A hard forget erases the words that its memories came from; other messages are only kept from being quoted.
    const events = await Promise.all((hard ? [] : hidden).map((id) => scope.events.get(id)));
    return { memories, messages: events.filter((event) => event?.type === "message") as Event[] };
  }
  if ("message" in target) {
    const event = await scope.events.get(target.message);
    if (event === null) throw notFound(`There is no message ${target.message} in ${scope.scope}.`);
    return { memories: [], messages: event.erasedAt === null && event.hiddenAt === null ? [event] : [] };
  }
  const memory = "id" in target ? await theMemory(scope, target.id) : await memoryWithKey(scope, target.key);
  return { memories: hard || memory.status !== "soft_deleted" ? [memory] : [], messages: [] };
}

function messageLines(screen: Screen, messages: readonly Event[]): Lines {
  return messages.map(({ id, text }) =>
    beside(screen, `  ${screen.colors.cyan(oneLine(id))}`, `“${oneLine(text)}”`),
  );
}

function manyText(memories: readonly Memory[], messages: readonly Event[]): string {
  const parts = [
    memories.length > 0 || messages.length === 0 ? countText(memories.length, "memory", "memories") : "",
    messages.length > 0 ? countText(messages.length, "message", "messages") : "",
  ];
  return parts.filter((part) => part !== "").join(" and ");
}

async function memoryWithKey(scope: ScopeHandle, key: string): Promise<Memory> {
  const wholeKey = factKey(key);
  for await (const memory of await scope.memories.list({ limit: 1_000, status: MEMORY_STATUSES })) {
    if (memory.key === wholeKey) return memory;
  }
  throw notFound(`No memory of ${scope.scope} has the key ${wholeKey}.`, {
    key: wholeKey,
    scope: scope.scope,
  });
}

function forgottenLines(
  screen: Screen,
  memories: readonly Memory[],
  messages: readonly Event[],
  { hard, dryRun, batch }: { hard: boolean; dryRun: boolean; batch: string | undefined },
): Lines {
  const many = manyText(memories, messages);
  const lines = [
    memories.map((memory) => memoryLines(screen, memory)),
    messageLines(screen, messages),
    messages.length > 0 &&
      screen.colors.dim("  None of a message is quoted any more, whatever else it says."),
  ];
  if (dryRun) return [`Would ${hard ? "erase" : "forget"} ${many}:`, lines];
  if (hard) return [`${screen.tick} Erased ${many} for good:`, lines];
  const [first] = memories;
  const isOne = memories.length + messages.length === 1;
  const until = first === undefined || first.purgeAt === null ? "" : ` until ${utc(first.purgeAt)}`;
  const undo = screen.suggest(
    isOne && first !== undefined ? `undo ${first.shortId}` : `undo --batch ${batch}`,
  );
  return [
    `${screen.tick} Forgot ${many}:`,
    lines,
    screen.colors.dim(`  ${isOne ? "It" : "They"} can be brought back${until}: ${undo}`),
  ];
}

function nothingLines({ suggest }: Screen, scope: ScopeHandle, target: Target, hard: boolean): Lines {
  if ("about" in target)
    return [`No memory or message of ${scope.scope} holds all these words; nothing was forgotten.`];
  if ("message" in target) return [`It is not quoted any more. Bring it back with: ${suggest("undo")}`];
  return hard
    ? []
    : [`It is forgotten already. Erase it now with --hard, or bring it back with: ${suggest("undo ID")}`];
}
