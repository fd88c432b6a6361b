import type { Command } from "commander";
import type { DigestContext } from "../../index.ts";
import { newCommand, wholeNumber } from "../command.ts";
import { type Opened, withMemoir } from "../open.ts";
import type { Screen } from "../output.ts";
import { patiently } from "../waiting.ts";
import { oneLine } from "../width.ts";
import type { Host, World } from "../world.ts";

interface DigestFlags {
  readonly deadline?: number;
}

/** Somebody at a terminal waits for a model longer than a chat does. */
const PATIENCE_MS = 60_000;

export function digestCommand(host: Host): Command {
  return newCommand(
    host,
    "digest",
    "Tell what is known of a person: facts, today, and the six days before.",
    ["digest --user alice", "digest 4170938 --group discord/42 --json"],
  )
    .argument("[person]", "the account id of a member of the group (default: the user)")
    .option("--deadline <ms>", "how long to wait for a model (default: 60000)", wholeNumber(0, 600_000))
    .action((person: string | undefined, flags: DigestFlags) =>
      host.run((world) => digest(world, person, flags)),
    );
}

async function digest(world: World, person: string | undefined, flags: DigestFlags): Promise<undefined> {
  const { io, out } = world;
  await withMemoir(world, { creates: false, models: true }, async (opened) => {
    const { scope } = opened;
    const options = { deadlineMs: flags.deadline ?? PATIENCE_MS, signal: io.signal };
    const asking = scope.digest.context(person, options);
    const context = await patiently(world, () => "Reading the last days…", asking);
    const { toPrompt, injectInto: _, ...found } = context;
    out.answer({ tenant: scope.tenant, scope: scope.scope, ...found, prompt: toPrompt() }, (screen) =>
      lines(screen, opened, context),
    );
    if (context.degraded !== null) out.notice(`${context.degraded.detail} (${context.degraded.reason})`);
  });
}

function lines({ colors }: Screen, { scope, missing }: Opened, context: DigestContext): string[] {
  if (context.text === null) {
    return [
      missing === null
        ? `Nothing is known of ${oneLine(context.person)} in ${oneLine(scope.scope)}.`
        : `There is no database at ${missing} yet, so nothing is known.`,
    ];
  }
  const { facts, today, history } = context.parts;
  const part = (title: string, text: string | null): string[] =>
    text === null ? [] : [`${colors.dim(title.padEnd(8))} ${oneLine(text)}`];
  return [
    oneLine(context.text),
    "",
    ...part("facts", facts),
    ...part("today", today),
    ...part("history", history),
  ];
}
