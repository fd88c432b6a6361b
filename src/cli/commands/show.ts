import type { Command } from "commander";
import type { Memory } from "../../index.ts";
import { ID_HELP, newCommand } from "../command.ts";
import { count, moment, share } from "../format.ts";
import { asOf, styledStatus, theMemory } from "../memory-view.ts";
import { withMemoir } from "../open.ts";
import { pairs, type Screen } from "../output.ts";
import { harmless, oneLine, wrap } from "../width.ts";
import type { Host, World } from "../world.ts";

export function showCommand(host: Host): Command {
  return newCommand(host, "show", "Show one memory with all its fields.", [
    "show 3f2a1c",
    "show 3f2a1c --json",
  ])
    .argument("<id>", ID_HELP)
    .action((id: string) => host.run((world) => show(world, id)));
}

async function show(world: World, id: string): Promise<undefined> {
  const { out } = world;
  await withMemoir(world, { creates: false }, async ({ scope }) => {
    const memory = asOf(await theMemory(scope, id), out.screen.now);
    out.answer({ tenant: scope.tenant, scope: scope.scope, memory }, (screen) => [
      ...headLines(screen, memory),
      "",
      ...pairs(screen, fields(screen, scope.scope, memory)),
    ]);
  });
  return undefined;
}

export function headLines({ colors, columns }: Screen, memory: Memory): string[] {
  return wrap(harmless(memory.text), columns).map((line) => colors.bold(line));
}

function fields({ colors, now, self }: Screen, scope: string, memory: Memory): [string, string][] {
  const said: [string, string | null][] = [
    ["id", colors.cyan(memory.id)],
    ["scope", oneLine(scope)],
    ["key", oneLine(memory.key)],
    ["category", oneLine(memory.category)],
    ["type", memory.type ?? memory.kind],
    ["tags", memory.tags.length === 0 ? null : memory.tags.map(oneLine).join(", ")],
    ["status", styledStatus(colors, memory.status, memory.status)],
    ["pinned", memory.pinned ? "yes: it does not age" : null],
    ["superseded by", memory.supersededBy],
    ["confidence", `${share(memory.confidence)}  ${colors.dim("is it true?")}`],
    ["importance", `${share(memory.importance)}  ${colors.dim("does it matter?")}`],
    ["strength", `${share(memory.strength)}  ${colors.dim("is it alive?")}`],
    ["evidence", `${count(memory.evidenceCount, "event", "events")}; see: ${self} why ${memory.shortId}`],
    ["about", memory.subject === null ? null : oneLine(memory.subject)],
    ["said by", memory.actor === null ? null : oneLine(memory.actor)],
    ["added", moment(memory.createdAt, now)],
    ["confirmed", moment(memory.confirmedAt, now)],
    ["changed", memory.updatedAt > memory.confirmedAt ? moment(memory.updatedAt, now) : null],
    ["ends", endOf(memory, now)],
    ["erased on", memory.purgeAt === null ? null : moment(memory.purgeAt, now)],
    ["revision", String(memory.rev)],
  ];
  return said.flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
}

function endOf({ expiresAt, ttlDays, pinned }: Memory, now: Date): string {
  const ends = [
    ...(expiresAt === null ? [] : [moment(expiresAt, now)]),
    ...(ttlDays === null || ttlDays < 0 || pinned
      ? []
      : [`${count(ttlDays, "day", "days")} after it was last confirmed`]),
  ];
  return ends.length === 0 ? "never" : ends.join(", or ");
}
