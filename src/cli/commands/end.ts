import type { Command } from "commander";
import { MemoirError } from "../../domain/errors.ts";
import { newCommand } from "../command.ts";
import type { Host } from "../context.ts";
import { inScope } from "../open.ts";
import { reportLines, withReplaced } from "../report-view.ts";
import { oneLine } from "../width.ts";
import { isKnown, unknownSession } from "./compress.ts";
import { READS, readNow } from "./flush.ts";

export function endCommand(host: Host): Command {
  return newCommand(host, "end", "End a session, and read what was said in it.", [
    "end s1 --user alice",
    "end s1 --user alice --json",
  ])
    .argument("<session>", "the session, as its messages name it")
    .action((session: string) =>
      inScope(host, { ...READS, creates: false }, async (at) => {
        const { scope, here, io, out } = at;
        const { ended } = await scope.session(session).end({ signal: io.signal });
        if (!ended) {
          if (!(await isKnown(scope, session))) throw unknownSession(scope, session);
          const message = `Session ${session} of ${here.scope} has ended already.`;
          throw new MemoirError("not_found", message, { details: { session, scope: here.scope } });
        }
        const report = await readNow(at, at);
        const told = await withReplaced(scope, report);
        out.answer({ ...here, session, ...report }, (screen) => [
          `${screen.colors.green("✓")} Ended session ${oneLine(session)}`,
          ...reportLines(screen, here.scope, told),
        ]);
      }),
    );
}
