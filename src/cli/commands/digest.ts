import type { Command } from "commander";
import type { DigestContext } from "../../index.ts";
import { newCommand, wholeNumber } from "../command.ts";
import type { Host } from "../context.ts";
import { inScope, type Opened } from "../open.ts";
import type { Screen } from "../output.ts";
import { patiently } from "../waiting.ts";
import { oneLine } from "../width.ts";

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
    .option("--deadline <ms>", "how long to wait for a model", wholeNumber(0, 600_000), PATIENCE_MS)
    .action((person: string | undefined, { deadline }: { readonly deadline: number }) =>
      inScope(host, { creates: false, models: true }, async (at) => {
        const { scope, here, io, out } = at;
        const asking = scope.digest.context(person, { deadlineMs: deadline, signal: io.signal });
        const digest = await patiently(at, () => "Reading the last days…", asking);
        const { toPrompt, injectInto: _, ...found } = digest;
        out.answer({ ...here, ...found, prompt: toPrompt() }, (screen) => lines(screen, at, digest));
        if (digest.degraded !== null) out.notice(`${digest.degraded.detail} (${digest.degraded.reason})`);
      }),
    );
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
