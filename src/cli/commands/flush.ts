import type { Command } from "commander";
import type { WriteReport } from "../../index.ts";
import { newCommand } from "../command.ts";
import { tellFailure } from "../embedder.ts";
import { type Opened, type Opening, withMemoir } from "../open.ts";
import { reportLines, withReplaced } from "../report-view.ts";
import { patiently } from "../waiting.ts";
import type { Host, World } from "../world.ts";

export function flushCommand(host: Host): Command {
  return newCommand(host, "flush", "Read what was observed since, and say what was remembered of it.", [
    "flush --user alice",
    "flush --user alice --json",
  ]).action(() => host.run(flush));
}

/** Reading goes by meaning where it can, and asks the language model where there is one. */
export const READS: Omit<Opening, "creates"> = { words: "reading", models: true };

async function flush(world: World): Promise<undefined> {
  await withMemoir(world, { ...READS, creates: false }, async (opened) => {
    const { scope, missing } = opened;
    const report = await readNow(world, opened);
    const told = await withReplaced(scope, report);
    world.out.answer({ tenant: scope.tenant, scope: scope.scope, ...report }, (screen) =>
      missing === null
        ? reportLines(screen, scope.scope, told)
        : [`There is no database at ${missing} yet, so nothing was said.`],
    );
  });
}

/** Reads what has not been read, with a word of patience where a model takes its time. */
export async function readNow(world: World, { scope, embedder }: Opened): Promise<WriteReport> {
  const reading = scope.flush({ signal: world.io.signal });
  const report = await patiently(world, () => "Reading what was said…", reading);
  if (report.events > 0) tellFailure(embedder, world.out);
  return report;
}
