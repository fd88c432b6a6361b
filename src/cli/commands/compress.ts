import type { Command } from "commander";
import { MemoirError } from "../../domain/errors.ts";
import type { ScopeHandle } from "../../index.ts";
import { newCommand } from "../command.ts";
import type { Host } from "../context.ts";
import { exitCodeOf } from "../exit-codes.ts";
import { inScope } from "../open.ts";
import { patiently } from "../waiting.ts";
import { oneLine } from "../width.ts";
import { entryLines } from "./timeline.ts";

export function compressCommand(host: Host): Command {
  return newCommand(host, "compress", "Write a session into the timeline: what was said, summed up.", [
    "compress s1 --user alice",
    "compress s1 --user alice --model ollama/qwen3",
  ])
    .argument("<session>", "the session, as its messages name it")
    .action((session: string) =>
      inScope(host, { creates: false, models: true }, async (at) => {
        const { scope, here, io, out } = at;
        if (!(await isKnown(scope, session))) throw unknownSession(scope, session);
        const compressing = scope.session(session).consolidate({ signal: io.signal });
        const done = await patiently(at, () => "Summing up what was said…", compressing);
        const { entries, failures, degraded } = done;
        out.answer({ ...here, session, entries, failures, degraded }, (screen) => {
          const already = `All of session ${oneLine(session)} is in the timeline already.`;
          if (entries.length === 0) return degraded === null ? [already] : [];
          const head = `${screen.colors.green("✓")} Compressed session ${oneLine(session)}`;
          return [head, ...entryLines(screen, entries)];
        });
        if (degraded === null) return undefined;
        out.notice(`${degraded.detail} (${degraded.reason})`);
        // The messages themselves are kept: nothing is left to do.
        return entries.length > 0 ? undefined : exitCodeOf(degraded.reason);
      }),
    );
}

/** Whether anything was said in a session. */
export async function isKnown(scope: ScopeHandle, session: string): Promise<boolean> {
  return (await scope.events.list({ session, limit: 1 })).items.length > 0;
}

export function unknownSession({ scope }: ScopeHandle, session: string): MemoirError {
  return new MemoirError("not_found", `Nothing was said in a session ${session} of ${scope}.`, {
    details: { session, scope },
  });
}
