import type { Command } from "commander";
import { strengthAt } from "../../domain/strength.ts";
import type { Memory } from "../../index.ts";
import { ID_HELP, newCommand } from "../command.ts";
import type { Host } from "../context.ts";
import { count, moment, share } from "../format.ts";
import { asOf, styledStatus, theMemory } from "../memory-view.ts";
import { inScope } from "../open.ts";
import { type Pair, pairs, type Screen } from "../output.ts";
import { harmless, wrap } from "../width.ts";

export function showCommand(host: Host): Command {
  return newCommand(host, "show", "Show one memory with all its fields.", [
    "show 3f2a1c",
    "show 3f2a1c --json",
  ])
    .argument("<id>", ID_HELP)
    .action((id: string) =>
      inScope(host, { creates: false }, async ({ scope, here, out }) => {
        const memory = asOf(await theMemory(scope, id), out.screen.now);
        out.answer({ ...here, memory }, (screen) => [
          ...headLines(screen, memory),
          "",
          ...pairs(screen, fields(screen, here.scope, memory)),
        ]);
      }),
    );
}

export function headLines({ colors, columns }: Screen, memory: Memory): string[] {
  return wrap(harmless(memory.text), columns).map((line) => colors.bold(line));
}

function fields({ colors, now, suggest }: Screen, scope: string, memory: Memory): Pair[] {
  const when = (at: Date | null): string | null => (at === null ? null : moment(at, now));
  return [
    ["id", memory.id, colors.cyan],
    ["scope", scope],
    ["key", memory.key],
    ["category", memory.category],
    ["type", memory.type ?? memory.kind],
    ["tags", memory.tags.length === 0 ? null : memory.tags.join(", ")],
    ["status", memory.status, (text) => styledStatus(colors, text, memory.status)],
    ["pinned", memory.pinned ? "yes: it does not age" : null],
    ["superseded by", memory.supersededBy],
    ["confidence", `${share(memory.confidence)} (is it true?)`],
    ["importance", `${share(memory.importance)} (does it matter?)`],
    ["strength", `${share(strengthAt(memory.strength, memory.strengthAt, now))} (is it alive?)`],
    [
      "evidence",
      `${count(memory.evidenceCount, "event", "events")}; see: ${suggest(`why ${memory.shortId}`)}`,
    ],
    ["about", memory.subject],
    ["said by", memory.actor],
    ["added", when(memory.createdAt)],
    ["confirmed", when(memory.confirmedAt)],
    ["changed", memory.updatedAt > memory.confirmedAt ? when(memory.updatedAt) : null],
    ["ends", endOf(memory, now)],
    ["erased on", when(memory.purgeAt)],
    ["revision", String(memory.rev)],
  ];
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
