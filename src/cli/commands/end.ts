import type { Command } from "commander";
import { MemoirError } from "../../domain/errors.ts";
import { newCommand } from "../command.ts";
import type { Context, Host } from "../context.ts";
import { withMemoir } from "../open.ts";
import { reportLines, withReplaced } from "../report-view.ts";
import { oneLine } from "../width.ts";
import { READS, readNow } from "./flush.ts";

export function endCommand(host: Host): Command {
  return newCommand(host, "end", "End a session, and read what was said in it.", [
    "end s1 --user alice",
    "end s1 --user alice --json",
  ])
    .argument("<session>", "the session, as its messages name it")
    .action((session: string) => host.run((context) => end(context, session)));
}

async function end(context: Context, session: string): Promise<undefined> {
  const { io, out } = context;
  await withMemoir(context, { ...READS, creates: false }, async (opened) => {
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
    const report = await readNow(context, opened);
    const told = await withReplaced(scope, report);
    out.answer({ tenant: scope.tenant, scope: scope.scope, session, ...report }, (screen) => [
      `${screen.colors.green("✓")} Ended session ${oneLine(session)}`,
      ...reportLines(screen, scope.scope, told),
    ]);
  });
}
