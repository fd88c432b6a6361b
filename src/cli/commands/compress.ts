import type { Command } from "commander";
import { MemoirError } from "../../domain/errors.ts";
import { newCommand } from "../command.ts";
import type { Context, Host } from "../context.ts";
import { type ExitCode, exitCodeOf } from "../exit-codes.ts";
import { withMemoir } from "../open.ts";
import { entryLines } from "../timeline-view.ts";
import { patiently } from "../waiting.ts";
import { oneLine } from "../width.ts";

export function compressCommand(host: Host): Command {
  return newCommand(host, "compress", "Write a session into the timeline: what was said, summed up.", [
    "compress s1 --user alice",
    "compress s1 --user alice --model ollama/qwen3",
  ])
    .argument("<session>", "the session, as its messages name it")
    .action((session: string) => host.run((context) => compress(context, session)));
}

async function compress(context: Context, session: string): Promise<ExitCode | undefined> {
  const { io, out } = context;
  return withMemoir(context, { creates: false, models: true }, async ({ scope }) => {
    const known = (await scope.events.list({ session, limit: 1 })).items.length > 0;
    if (!known) {
      throw new MemoirError("not_found", `Nothing was said in a session ${session} of ${scope.scope}.`, {
        details: { session, scope: scope.scope },
      });
    }
    const compressing = scope.session(session).consolidate({ signal: io.signal });
    const { entries, failures, degraded } = await patiently(
      context,
      () => "Summing up what was said…",
      compressing,
    );
    const place = { tenant: scope.tenant, scope: scope.scope, session };
    out.answer({ ...place, entries, failures, degraded }, (screen) =>
      entries.length === 0
        ? degraded === null
          ? [`All of session ${oneLine(session)} is in the timeline already.`]
          : []
        : [
            `${screen.colors.green("✓")} Compressed session ${oneLine(session)}`,
            ...entryLines(screen, entries),
          ],
    );
    if (degraded === null) return undefined;
    out.notice(`${degraded.detail} (${degraded.reason})`);
    // The messages themselves are kept: nothing is left to do.
    return entries.length > 0 ? undefined : exitCodeOf(degraded.reason);
  });
}
