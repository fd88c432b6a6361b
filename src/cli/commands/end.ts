import type { Command } from "commander";
import { MemoirError } from "../../domain/errors.ts";
import { newCommand } from "../command.ts";
import { withMemoir } from "../open.ts";
import { reportLines, withReplaced } from "../report-view.ts";
import { oneLine } from "../width.ts";
import type { Host, World } from "../world.ts";
import { READS, readNow } from "./flush.ts";

export function endCommand(host: Host): Command {
  return newCommand(host, "end", "End a session, and read what was said in it.", [
    "end s1 --user alice",
    "end s1 --user alice --json",
  ])
    .argument("<session>", "the session, as its messages name it")
    .action((session: string) => host.run((world) => end(world, session)));
}

async function end(world: World, session: string): Promise<undefined> {
  const { io, out } = world;
  await withMemoir(world, { ...READS, creates: false }, async (opened) => {
    const { scope } = opened;
    const { ended } = await scope.session(session).end({ signal: io.signal });
    if (!ended) {
      const known = (await scope.events.list({ session, limit: 1 })).items.length > 0;
      throw new MemoirError(
        "not_found",
        known
          ? `Session ${session} of ${scope.scope} has ended already.`
          : `Nothing was said in a session ${session} of ${scope.scope}.`,
        { details: { session, scope: scope.scope } },
      );
    }
    const report = await readNow(world, opened);
    const told = await withReplaced(scope, report);
    out.answer({ tenant: scope.tenant, scope: scope.scope, session, ...report }, (screen) => [
      `${screen.colors.green("✓")} Ended session ${oneLine(session)}`,
      ...reportLines(screen, scope.scope, told),
    ]);
  });
}
