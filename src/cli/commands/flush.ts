import type { Command } from "commander";
import type { WriteReport } from "../../index.ts";
import { newCommand } from "../command.ts";
import type { Context, Host } from "../context.ts";
import { tellFailure } from "../embedder.ts";
import { type Opened, type Opening, withMemoir } from "../open.ts";
import { reportLines, withReplaced } from "../report-view.ts";
import { patiently } from "../waiting.ts";

export function flushCommand(host: Host): Command {
  return newCommand(host, "flush", "Read what was observed since, and say what was remembered of it.", [
    "flush --user alice",
    "flush --user alice --json",
  ]).action(() => host.run(flush));
}

/** Reading goes by meaning where it can, and asks the language model where there is one. */
export const READS: Omit<Opening, "creates"> = { words: "reading", models: true };

async function flush(context: Context): Promise<undefined> {
  await withMemoir(context, { ...READS, creates: false }, async (opened) => {
    const { scope, missing } = opened;
    const report = await readNow(context, opened);
    const told = await withReplaced(scope, report);
    context.out.answer({ tenant: scope.tenant, scope: scope.scope, ...report }, (screen) =>
      missing === null
        ? reportLines(screen, scope.scope, told)
        : [`There is no database at ${missing} yet, so nothing was said.`],
    );
  });
}

/** Reads what has not been read, with a word of patience where a model takes its time. */
export async function readNow(context: Context, { scope, embedder }: Opened): Promise<WriteReport> {
  const reading = scope.flush({ signal: context.io.signal });
  const report = await patiently(context, () => "Reading what was said…", reading);
  if (report.events > 0) tellFailure(embedder, context.out);
  return report;
}
