import type { Command } from "commander";
import type { WriteReport } from "../../index.ts";
import { newCommand } from "../command.ts";
import type { Context, Host } from "../context.ts";
import { tellFailure } from "../embedder.ts";
import { inScope, type Opened, type Opening } from "../open.ts";
import { reportLines, withReplaced } from "../report-view.ts";
import { patiently } from "../waiting.ts";

export function flushCommand(host: Host): Command {
  return newCommand(host, "flush", "Read what was observed since, and say what was remembered of it.", [
    "flush --user alice",
    "flush --user alice --json",
  ]).action(() =>
    inScope(host, { ...READS, creates: false }, async (at) => {
      const { scope, here, missing, out } = at;
      const report = await readNow(at, at);
      const told = await withReplaced(scope, report);
      out.answer({ ...here, ...report }, (screen) =>
        missing === null
          ? reportLines(screen, here.scope, told)
          : [`There is no database at ${missing} yet, so nothing was said.`],
      );
    }),
  );
}

/** Reading goes by meaning where it can, and asks the language model where there is one. */
export const READS: Omit<Opening, "creates"> = { words: "reading", models: true };

/** Reads what has not been read, with a word of patience where a model takes its time. */
export async function readNow(context: Context, { scope, embedder }: Opened): Promise<WriteReport> {
  const reading = scope.flush({ signal: context.io.signal });
  const report = await patiently(context, () => "Reading what was said…", reading);
  if (report.events > 0) tellFailure(embedder, context.out);
  return report;
}
