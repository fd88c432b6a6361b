import { invalidArgument } from "../../domain/errors.ts";
import { MEMORY_STATUSES, MEMORY_TYPES } from "../../domain/memory.ts";
import type { Memory, MemoryFilter, ScopeHandle } from "../../index.ts";
import { type Host, type MemoirCommand, newCommand, wholeNumber } from "../command.ts";
import { ago } from "../format.ts";
import { asOf, styledStatus } from "../memory-view.ts";
import { atScope, type OpenCommand } from "../open.ts";
import { FILTER_HELP, type FilterFlags, filterFlag, filterOfFlags } from "../options.ts";
import { firstOf, type Lines, moreLine, type Screen, table } from "../output.ts";
import { oneLine } from "../width.ts";
import { listCore } from "./core.ts";

interface ListFlags extends Pick<MemoryFilter, "status" | "type" | "category"> {
  readonly filter?: FilterFlags;
  readonly limit?: number;
  readonly all?: boolean;
  readonly core?: boolean;
  readonly asker?: string;
}

const LIMIT = 50;

export function listCommand(host: Host): MemoirCommand {
  return newCommand(host, "list", "List memories, newest first.", ["list", "list --core --user alice"])
    .choice(
      "--status <status...>",
      "only these statuses (default: all but soft_deleted, the forgotten ones)",
      MEMORY_STATUSES,
    )
    .choice("--type <type>", "only this type", MEMORY_TYPES)
    .option("--category <name>", "only this category")
    .option("--filter <key=value>", FILTER_HELP, filterFlag)
    .option("--limit <n>", `how many (default: ${LIMIT})`, wholeNumber(1, 1_000_000))
    .option("--all", "everything: no limit, and the forgotten ones too")
    .option(
      "--core",
      "the lines of every prompt instead: address, limits, standing wishes; and how to take one out",
    )
    .option("--asker <account>", "with --core, in a group: whose lines (default: nobody's own)")
    .run((context, flags: ListFlags) => {
      const { core = false, asker, ...others } = flags;
      if (!core && asker === undefined) return atScope(context, { creates: false }, (at) => list(at, flags));
      const [other] = Object.keys(others);
      if (core && other === undefined) return listCore(context, asker);
      throw invalidArgument(
        core
          ? `--core lists all lines of every prompt; it goes without --${other}.`
          : "--asker goes with --core.",
      );
    });
}

async function list(at: OpenCommand, flags: ListFlags): Promise<void> {
  const limit = flags.limit ?? (flags.all === true ? Number.POSITIVE_INFINITY : LIMIT);
  const { scope, here, io, out } = at;
  const all = matching(scope, flags, out.screen.now, io.signal);
  const { items: memories, more } = await firstOf(all, limit);
  const empty = memories.length > 0 || out.json ? [] : await emptyLines(at, flags);
  out.answer({ ...here, memories, more }, (screen) =>
    memories.length === 0
      ? empty
      : [memoryTable(screen, memories), moreLine(screen, more, limit, " or --all")],
  );
}

/** The store compares the written status; memories that have expired since are sorted out here. */
async function* matching(
  scope: ScopeHandle,
  { status, type, category, filter = {}, all }: ListFlags,
  now: Date,
  signal: AbortSignal,
): AsyncGenerator<Memory, void, void> {
  const requestedStatuses = status ?? (all === true ? MEMORY_STATUSES : undefined);
  const queriedStatuses =
    requestedStatuses?.includes("expired") === true ? MEMORY_STATUSES : requestedStatuses;
  const page = await scope.memories.list({
    ...filterOfFlags(filter),
    limit: 200,
    signal,
    status: queriedStatuses,
    type,
    category,
  });
  for await (const memory of page) {
    const current = asOf(memory, now);
    if (requestedStatuses === undefined || requestedStatuses.includes(current.status)) yield current;
  }
}

function memoryTable(screen: Screen, memories: readonly Memory[]): string[] {
  const { colors, now } = screen;
  return table(screen, memories, [
    ["ID", (memory) => memory.shortId, colors.cyan],
    ["CATEGORY", (memory) => oneLine(memory.category)],
    [
      "STATUS",
      (memory) => (memory.pinned ? `${memory.status}, pinned` : memory.status),
      (text, memory) => styledStatus(colors, text, memory.status),
    ],
    ["ADDED", (memory) => ago(memory.createdAt, now), colors.dim],
    ["MEMORY", (memory) => oneLine(memory.text)],
  ]);
}

/** Somebody who sees nothing may be new, have forgotten it all, or be looking in the wrong place. */
async function emptyLines({ memoir, here, missing, out }: OpenCommand, flags: ListFlags): Promise<Lines> {
  const { status, type, category, filter } = flags;
  const { suggest } = out.screen;
  if ([status, type, category, filter].some((one) => one !== undefined)) {
    return [`No memory of ${here.scope} matches.`];
  }
  const { scopes } = await memoir.operator(here.tenant).stats();
  const scopeCounts = scopes.map(({ scope: name, memories, byStatus }) => {
    const forgotten = byStatus.soft_deleted ?? 0;
    return { name, forgotten, remaining: memories - forgotten };
  });
  const forgotten = scopeCounts.find(({ name }) => name === here.scope)?.forgotten ?? 0;
  const elsewhere = scopeCounts
    .filter(({ name, remaining }) => name !== here.scope && remaining > 0)
    .slice(0, 5)
    .map(({ name, remaining }) => `${oneLine(name)} (${remaining})`);
  return [
    forgotten > 0
      ? `No memories of ${here.scope}, except ${forgotten} forgotten. See: ${suggest("list --all")}`
      : `No memories of ${here.scope} yet. Try: ${suggest('add "I take my tea without sugar"')}`,
    missing !== null && `There is no database at ${missing} yet; the first add creates it.`,
    elsewhere.length > 0 && `Other scopes have some: ${elsewhere.join(", ")}`,
  ];
}
