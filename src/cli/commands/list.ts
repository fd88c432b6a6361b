import { type Command, Option } from "commander";
import { MEMORY_STATUSES, MEMORY_TYPES, type MemoryStatus, type MemoryType } from "../../domain/memory.ts";
import type { Memory, ScopeHandle } from "../../index.ts";
import { newCommand, wholeNumber } from "../command.ts";
import type { Context, Host } from "../context.ts";
import { emptyListLines } from "../empty-list.ts";
import { FILTER_HELP, type FilterFlags, filterFlag, filterOfFlags } from "../filter-flag.ts";
import { ago } from "../format.ts";
import { asOf, styledStatus } from "../memory-view.ts";
import { type Opened, withMemoir } from "../open.ts";
import { type Screen, table } from "../output.ts";
import { oneLine } from "../width.ts";

interface ListFlags {
  readonly status?: MemoryStatus[];
  readonly type?: MemoryType;
  readonly category?: string;
  readonly filter?: FilterFlags;
  readonly limit?: number;
  readonly all?: boolean;
}

const LIMIT = 50;

export function listCommand(host: Host): Command {
  return newCommand(host, "list", "List memories, newest first.", [
    "list",
    "list --user alice --category preference --limit 10",
  ])
    .addOption(
      new Option(
        "--status <status...>",
        "only these statuses (default: all but soft_deleted, the forgotten ones)",
      ).choices(MEMORY_STATUSES),
    )
    .addOption(new Option("--type <type>", "only this type").choices(MEMORY_TYPES))
    .option("--category <name>", "only this category")
    .option("--filter <key=value>", FILTER_HELP, filterFlag)
    .option("--limit <n>", `how many (default: ${LIMIT})`, wholeNumber(1, 1_000_000))
    .option("--all", "everything: no limit, and the forgotten ones too")
    .action((flags: ListFlags) => host.run((context) => list(context, flags)));
}

async function list(context: Context, flags: ListFlags): Promise<undefined> {
  const { out } = context;
  const limit = flags.limit ?? (flags.all === true ? Number.POSITIVE_INFINITY : LIMIT);
  await withMemoir(context, { creates: false }, async (opened) => {
    const { scope } = opened;
    const memories: Memory[] = [];
    let more = false;
    for await (const memory of matching(scope, flags, out.screen.now, context.io.signal)) {
      more = memories.length >= limit;
      if (more) break;
      memories.push(memory);
    }
    const empty = memories.length > 0 || out.json ? [] : await emptyLines(out.screen, opened, flags);
    out.answer({ tenant: scope.tenant, scope: scope.scope, memories, more }, (screen) =>
      memories.length === 0
        ? empty
        : [...memoryTable(screen, memories), ...(more ? moreLines(screen, limit) : [])],
    );
  });
}

/** The store compares the written status; memories that have expired since are sorted out here. */
async function* matching(
  scope: ScopeHandle,
  { status, type, category, filter = {}, all }: ListFlags,
  now: Date,
  signal: AbortSignal,
): AsyncGenerator<Memory, void, void> {
  const wanted = status ?? (all === true ? MEMORY_STATUSES : undefined);
  const asked = wanted?.includes("expired") === true ? MEMORY_STATUSES : wanted;
  const page = await scope.memories.list({
    ...filterOfFlags(filter),
    ...{ limit: 200, signal, status: asked, type, category },
  });
  for await (const memory of page) {
    const current = asOf(memory, now);
    if (wanted === undefined || wanted.includes(current.status)) yield current;
  }
}

function memoryTable(screen: Screen, memories: readonly Memory[]): string[] {
  const { colors, now } = screen;
  return table(
    screen,
    [
      { title: "ID", text: (memory) => memory.shortId, style: colors.cyan },
      { title: "CATEGORY", text: (memory) => oneLine(memory.category) },
      {
        title: "STATUS",
        text: (memory) => (memory.pinned ? `${memory.status}, pinned` : memory.status),
        style: (text, memory) => styledStatus(colors, text, memory.status),
      },
      { title: "ADDED", text: (memory) => ago(memory.createdAt, now), style: colors.dim },
      { title: "MEMORY", text: (memory) => oneLine(memory.text) },
    ],
    memories,
  );
}

function moreLines({ colors }: Screen, limit: number): string[] {
  return [colors.dim(`There are more. Show them with --limit ${limit * 4} or --all.`)];
}

async function emptyLines(screen: Screen, opened: Opened, flags: ListFlags): Promise<string[]> {
  const { status, type, category, filter } = flags;
  const filtered = [status, type, category, filter].some((one) => one !== undefined);
  return filtered ? [`No memory of ${opened.scope.scope} matches.`] : emptyListLines(screen, opened);
}
