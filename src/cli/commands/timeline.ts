import type { Command } from "commander";
import { given } from "../../domain/arguments.ts";
import type { MemoryFilter, ScopeHandle, TimelineEntry } from "../../index.ts";
import { newCommand, wholeNumber, words } from "../command.ts";
import type { Host } from "../context.ts";
import { inScope } from "../open.ts";
import type { Screen } from "../output.ts";
import { timeRange } from "../times.ts";
import { oneLine } from "../width.ts";

interface TimelineFlags {
  readonly session?: string;
  readonly since?: string;
  readonly until?: string;
  readonly limit: number;
}

interface Limits {
  readonly limit: number;
  readonly signal: AbortSignal;
}

export function timelineCommand(host: Host): Command {
  return newCommand(host, "timeline", "Show what conversations were about, or find one by its words.", [
    "timeline --user alice --since 7d",
    'timeline "night train" --user alice --until 2026-06-01',
  ])
    .argument("[query...]", "words to look for (default: all entries, newest first)")
    .option("--session <id>", "only this session")
    .option("--since <when>", "only from then on: a date, a time (UTC unless it says), or 12h, 7d, 4w ago")
    .option("--until <when>", "only before then")
    .option("--limit <n>", "how many", wholeNumber(1, 1_000), 20)
    .action((parts: string[], flags: TimelineFlags) => {
      const query = words(parts);
      // Without an embedder: words alone find entries, and a person need not wait for a model.
      return inScope(host, { creates: false }, async ({ scope, here, io, out }) => {
        const range = { ...given({ session: flags.session }), ...timeRange(flags, out.screen.now) };
        const limits = { limit: flags.limit, signal: io.signal };
        const entries =
          query === "" ? await newest(scope, range, limits) : await found(scope, query, range, limits);
        out.answer({ ...here, query, entries }, (screen) =>
          entries.length > 0
            ? entryLines(screen, entries)
            : [
                `Nothing found in the timeline of ${oneLine(here.scope)}. A session is written into it with: ` +
                  screen.suggest("compress SESSION"),
              ],
        );
      });
    });
}

async function newest(scope: ScopeHandle, range: MemoryFilter, limits: Limits): Promise<TimelineEntry[]> {
  const { items } = await scope.memories.list({ ...range, ...limits, kind: "timeline" });
  return [...items];
}

async function found(
  scope: ScopeHandle,
  query: string,
  filters: MemoryFilter,
  limits: Limits,
): Promise<TimelineEntry[]> {
  const { hits } = await scope.recall(query, { from: ["timeline"], filters, threshold: 0, ...limits });
  return hits.map(({ entry }) => entry);
}

/** Entries as they are written, each with the id to show it by; the lines of a dump are set in. */
export function entryLines({ colors }: Screen, entries: readonly TimelineEntry[]): string[] {
  return entries.flatMap(({ shortId, text, session }) => {
    const [first = "", ...rest] = text.split("\n").map(oneLine);
    const where = session === null ? "" : colors.dim(` (session ${oneLine(session)})`);
    return [`  ${colors.cyan(shortId)}  ${first}${where}`, ...rest.map((line) => `          ${line}`)];
  });
}
