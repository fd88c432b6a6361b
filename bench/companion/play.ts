import { estimateTokens } from "../../src/domain/budget.ts";
import { type MemoirEngine, openMemoir, type ScopeHandle, type SettingsInput } from "../../src/index.ts";
import { type FixedClock, fixedClock } from "../../src/testing/index.ts";
import { NO_DEADLINE } from "../support.ts";
import type { Companion, Line, Probe } from "./conversation.ts";
import type { Asked } from "./score.ts";

const DAY = 86_400_000;
const MINUTE = 60_000;

/** A conversation that was played into a separate scope. */
export interface Played {
  readonly companion: Companion;
  readonly memoir: MemoirEngine;
  readonly scope: ScopeHandle;
  /** The texts of the memories that are active at the end. */
  readonly kept: readonly string[];
}

export interface PlayOptions {
  readonly policy?: SettingsInput;
  /** Messages of the same person about other things, told between the conversation's own. */
  readonly between?: (companion: Companion) => readonly Line[];
}

/** Tells a conversation to an engine day by day, as a bot would, and lets everything be read. */
export async function play(companion: Companion, options: PlayOptions = {}): Promise<Played> {
  const clock = fixedClock(companion.start);
  const memoir = await openMemoir({
    database: ":memory:",
    embedder: "local",
    background: false,
    now: clock.now,
    settings: options.policy ?? NO_DEADLINE,
  });
  await memoir.ready();
  const scope = memoir.scope(scopeOf(companion));
  await tell(companion, options.between?.(companion) ?? [], scope, clock);
  await memoir.work();
  const kept: string[] = [];
  for await (const { text } of await scope.memories.list({ status: ["active"] })) kept.push(text);
  return { companion, memoir, scope, kept };
}

export function scopeOf({ id, kind, user }: Companion): string {
  return kind === "group" ? `group:${id}` : `user:${user?.toLowerCase() ?? id}`;
}

/** The lines of a day, with other talk spread evenly among them. */
function linesOf(day: number, own: readonly Line[], others: readonly Line[]): Line[] {
  const placed = [own, others].flatMap((lines) => {
    const today = lines.filter((line) => line.day === day);
    return today.map((line, i) => ({ line, at: (i + 0.5) / today.length }));
  });
  return placed.sort((a, b) => a.at - b.at).map(({ line }) => line);
}

async function tell(
  companion: Companion,
  others: readonly Line[],
  scope: ScopeHandle,
  clock: FixedClock,
): Promise<void> {
  const start = Date.parse(companion.start);
  const names = new Map(Object.entries(companion.members ?? {}));
  const days = [...new Set(companion.lines.map(({ day }) => day))].sort((a, b) => a - b);
  for (const day of days) {
    for (const { day: on, id, name } of companion.renames ?? []) if (on <= day) names.set(id, name);
    const messages = linesOf(day, companion.lines, others).map(({ role, text, author }, i) => {
      const at = start + day * DAY + i * MINUTE;
      const name = author === undefined ? undefined : names.get(author);
      return {
        role,
        text,
        at,
        ...(author === undefined ? {} : { author }),
        ...(name === undefined ? {} : { authorName: name }),
      };
    });
    clock.set(messages.at(-1)!.at + MINUTE);
    await scope.observe(messages);
    await scope.flush();
  }
}

/** Asks one of the conversation's questions, soon after its last message. */
export async function ask({ scope }: Played, probe: Probe, maxTokens?: number): Promise<Asked> {
  const recalled = await scope.recall(probe.q, {
    ...(probe.as === undefined ? {} : { asker: probe.as }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
  });
  const prompt = recalled.toPrompt();
  const lines = prompt.split("\n").filter((line) => line.startsWith("- "));
  return {
    probe,
    lines,
    core: lines.filter((line) => line.startsWith("- Always")),
    tokens: estimateTokens(prompt),
  };
}
