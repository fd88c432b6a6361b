import { addAbortSignal } from "node:stream";
import { text as readAll } from "node:stream/consumers";
import { withoutUndefined } from "../../domain/arguments.ts";
import { MEMORY_TYPES } from "../../domain/memory.ts";
import type { Memory, RememberOptions, WriteOutcome } from "../../index.ts";
import { type Host, joinWords, type MemoirCommand, memoryKey, newCommand, unitNumber } from "../command.ts";
import type { Context } from "../context.ts";
import { tellFailure } from "../embedder.ts";
import type { ExitCode } from "../failure.ts";
import { asOf, memoryLines } from "../memory-view.ts";
import { atScope } from "../open.ts";
import { expiry } from "../options.ts";
import { oneLine } from "../width.ts";

export function addCommand(host: Host): MemoirCommand {
  return newCommand(host, "add", "Remember something: one claim in one sentence.", [
    'add "I take my tea without sugar" --category preference',
    "add - --user alice < note.txt",
  ])
    .argument(
      "<text...>",
      "what to remember; - reads it from stdin, and -- goes before a text with a dash in front",
    )
    .option(
      "--category <name>",
      "a label of yours, such as preference, todo or constraints (default: profile)",
    )
    .choice("--type <type>", "what it is (default: by its category)", MEMORY_TYPES)
    .option(
      "--key <key>",
      "a stable name; new text under the same key replaces the old (default: from the text)",
      memoryKey,
    )
    .option("--importance <0-1>", "how much it matters (default: 0.5)", unitNumber)
    .list<RememberOptions>("tags", "--tag <tag>", "a tag")
    .named<RememberOptions>("pinned", "--pin", "keep it from ageing")
    .named<RememberOptions>(
      "expiresAt",
      "--expires <when>",
      "when it ends: a date, a time (UTC unless it says), or 12h, 7d, 4w from now",
      (text) => expiry(text),
    )
    .run(add);
}

async function add(
  context: Context,
  parts: string[],
  options: RememberOptions,
): Promise<ExitCode | undefined> {
  const text = joinWords(parts) === "-" ? await readStdin(context) : joinWords(parts);
  return atScope(context, { creates: true, words: text }, async ({ scope, here, embedder, io, out }) => {
    const { memory: rememberedMemory, outcome } = await scope.remember(text, {
      ...options,
      signal: io.signal,
    });
    const memory = asOf(rememberedMemory, new Date());
    const standing = STANDING[memory.status];
    out.answer({ ...here, outcome, memory }, (screen) => [
      `${screen.tick} ${SAID[outcome] ?? "Remembered"} in ${oneLine(here.scope)}`,
      memoryLines(screen, memory),
      standing !== undefined && `  ${standing}`,
      screen.colors.dim(`  See what backs it: ${screen.suggest(`why ${memory.shortId}`)}`),
    ]);
    tellFailure(embedder, out);
  });
}

/** All of stdin; at a terminal it says how to end the input. */
export async function readStdin({ io, out }: Context): Promise<string> {
  if (io.stdin.isTTY === true) out.notice("Type the text, then press Ctrl-D on an empty line.");
  return readAll(addAbortSignal(io.signal, io.stdin));
}

const SAID: Readonly<Partial<Record<WriteOutcome, string>>> = {
  reinforced: "Known already, confirmed",
  merged: "Known already, now with more detail",
  known: "Known already",
  counted: "Counted as evidence only",
  superseded: "Replaced",
  revived: "Remembered again",
};

const STANDING: Readonly<Partial<Record<Memory["status"], string>>> = {
  pending: "It waits for approval, as the write policy asks; until then no search finds it.",
  shadow: "It is kept apart, and not in use as a memory until somebody approves it.",
  disabled: "It was disabled by an operator, and stays so; no search finds it.",
};

export function tellCommand(host: Host): MemoirCommand {
  return newCommand(
    host,
    "tell",
    "Give a command as people give it in chat: remember, forget, what do you know.",
    [
      'tell "remember that I take my tea without sugar" --user alice',
      'tell "忘掉那个" --group discord/42 --author 4170938',
    ],
  )
    .argument("<message...>", "the message, in English or Chinese")
    .option("--author <account>", "who gives it, in a group (default: the user)")
    .inScope(
      { creates: true, models: true },
      async ({ scope, here, io, out }, parts: string[], { author }: { readonly author?: string }) => {
        const message = withoutUndefined({ text: joinWords(parts), addressed: true, author });
        const result = await scope.commands.handle(message, { signal: io.signal });
        out.answer({ ...here, ...result }, () => [
          result.say === null
            ? "That is no command. Begin with “remember that …”, “forget that …” or “what do you know about …”."
            : oneLine(result.say),
        ]);
      },
    );
}
