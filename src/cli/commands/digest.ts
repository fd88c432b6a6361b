import type { Command } from "commander";
import type { DigestContext } from "../../index.ts";
import { newCommand, wholeNumber } from "../command.ts";
import type { Context, Host } from "../context.ts";
import { type Opened, withMemoir } from "../open.ts";
import type { Screen } from "../output.ts";
import { patiently } from "../waiting.ts";
import { oneLine } from "../width.ts";

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
      host.run((context) => showDigest(context, person, flags)),
    );
}

async function showDigest(
  context: Context,
  person: string | undefined,
  flags: DigestFlags,
): Promise<undefined> {
  const { io, out } = context;
  await withMemoir(context, { creates: false, models: true }, async (opened) => {
    const { scope } = opened;
    const options = { deadlineMs: flags.deadline ?? PATIENCE_MS, signal: io.signal };
    const asking = scope.digest.context(person, options);
    const digest = await patiently(context, () => "Reading the last days…", asking);
    const { toPrompt, injectInto: _, ...found } = digest;
    out.answer({ tenant: scope.tenant, scope: scope.scope, ...found, prompt: toPrompt() }, (screen) =>
      lines(screen, opened, digest),
    );
    if (digest.degraded !== null) out.notice(`${digest.degraded.detail} (${digest.degraded.reason})`);
  });
}

function lines({ colors }: Screen, { scope, missing }: Opened, digest: DigestContext): string[] {
  if (digest.text === null) {
    return [
      missing === null
        ? `Nothing is known of ${oneLine(digest.person)} in ${oneLine(scope.scope)}.`
        : `There is no database at ${missing} yet, so nothing is known.`,
    ];
  }
  const { facts, today, history } = digest.parts;
  const part = (title: string, text: string | null): string[] =>
    text === null ? [] : [`${colors.dim(title.padEnd(8))} ${oneLine(text)}`];
  return [
    oneLine(digest.text),
    "",
    ...part("facts", facts),
    ...part("today", today),
    ...part("history", history),
  ];
}
