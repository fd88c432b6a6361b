import type { Command } from "commander";
import { given } from "../../domain/arguments.ts";
import type { MemoryFilter, ScopeHandle, TimelineEntry } from "../../index.ts";
import { newCommand, wholeNumber, words } from "../command.ts";
import type { Context, Host } from "../context.ts";
import { withMemoir } from "../open.ts";
import { entryLines } from "../timeline-view.ts";
import { timeRange } from "../times.ts";
import { oneLine } from "../width.ts";

interface TimelineFlags {
  readonly session?: string;
  readonly since?: string;
  readonly until?: string;
  readonly limit?: number;
}

const LIMIT = 20;

export function timelineCommand(host: Host): Command {
  return newCommand(host, "timeline", "Show what conversations were about, or find one by its words.", [
    "timeline --user alice --since 7d",
    'timeline "night train" --user alice --until 2026-06-01',
  ])
    .argument("[query...]", "words to look for (default: all entries, newest first)")
    .option("--session <id>", "only this session")
    .option("--since <when>", "only from then on: a date, a time (UTC unless it says), or 12h, 7d, 4w ago")
    .option("--until <when>", "only before then")
    .option("--limit <n>", `how many (default: ${LIMIT})`, wholeNumber(1, 1_000))
    .action((parts: string[], flags: TimelineFlags) =>
      host.run((context) => timeline(context, words(parts), flags)),
    );
}

async function timeline(context: Context, query: string, flags: TimelineFlags): Promise<undefined> {
  const { io, out } = context;
  const { session, limit = LIMIT } = flags;
  const now = out.screen.now;
  const range = { ...given({ session }), ...timeRange(flags, now) };
  // Without an embedder: words alone find entries, and a person need not wait for a model.
  await withMemoir(context, { creates: false }, async ({ scope }) => {
    const entries =
      query === ""
        ? await newest(scope, range, limit, io.signal)
        : await found(scope, query, range, limit, io.signal);
    out.answer({ tenant: scope.tenant, scope: scope.scope, query, entries }, (screen) =>
      entries.length > 0
        ? entryLines(screen, entries)
        : [
            `Nothing found in the timeline of ${oneLine(scope.scope)}. A session is written into it with: ` +
              screen.suggest("compress SESSION"),
          ],
    );
  });
}

async function newest(
  scope: ScopeHandle,
  range: MemoryFilter,
  limit: number,
  signal: AbortSignal,
): Promise<TimelineEntry[]> {
  return (await scope.memories.list({ ...range, kind: "timeline", limit, signal })).items.slice(0, limit);
}

async function found(
  scope: ScopeHandle,
  query: string,
  range: MemoryFilter,
  limit: number,
  signal: AbortSignal,
): Promise<TimelineEntry[]> {
  const recall = await scope.recall(query, {
    from: ["timeline"],
    filters: range,
    limit,
    threshold: 0,
    signal,
  });
  return recall.hits.map(({ entry }) => entry);
}
