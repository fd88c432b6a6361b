/**
 * Which rules of extraction without a model earn their place: how often each fires on the sets at hand, and what the
 * held half of the hygiene set and the companion conversations lose without it.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Said } from "../../src/domain/candidate.ts";
import { openMemoir } from "../../src/index.ts";
import { extractByRules } from "../../src/language/extract.ts";
import { watchRules } from "../../src/language/shared/claim.ts";
import { fixedClock } from "../../src/testing/index.ts";
import { type Companion, readCompanions } from "../companion/conversation.ts";
import { scoreKept } from "../companion/score.ts";
import { DEV } from "../hygiene/dev/index.ts";
import { HELD } from "../hygiene/held/index.ts";
import { play } from "../hygiene/play.ts";
import { type Rates, ratesOf } from "../hygiene/rates.ts";
import { score, type Verdict } from "../hygiene/score.ts";
import type { Situation } from "../hygiene/situation.ts";
import { type BenchOptions, UsageError } from "../options.ts";
import { showProgress } from "../progress.ts";
import { locomoTurns } from "../recall/locomo.ts";
import type { BenchResult } from "../support.ts";

const DAY = 86_400_000;

interface RuleRow {
  readonly id: string;
  readonly dev: number;
  readonly held: number;
  readonly locomo: number;
  readonly companion: number;
  /** Differences of the counts when the rule is off; those that are 0 are left out. */
  readonly heldWithout: Readonly<Record<string, number>>;
  readonly companionWithout: Readonly<Record<string, number>>;
}

export async function rules({ data }: BenchOptions): Promise<BenchResult<readonly RuleRow[]>> {
  if (data === undefined) throw new UsageError("rules needs --data FOLDER with locomo/ and companion/.");
  const companions = existsSync(join(data, "companion")) ? readCompanions(join(data, "companion")) : [];
  const dev = countsOf(DEV.map(saidIn));
  const held = firedIn(HELD.map(saidIn));
  const locomo = countsOf(locomoSaid(data));
  const companion = countsOf(companions.map(companionSaid));
  const effects = await heldEffects(held);
  const ids = new Set([...dev.keys(), ...effects.keys(), ...locomo.keys(), ...companion.keys()]);
  const base = companionCounts(companions);
  const rows = [...ids].sort().map(
    (id): RuleRow => ({
      id,
      dev: dev.get(id) ?? 0,
      held: held.reduce((sum, fired) => sum + (fired.get(id) ?? 0), 0),
      locomo: locomo.get(id) ?? 0,
      companion: companion.get(id) ?? 0,
      heldWithout: effects.get(id) ?? {},
      companionWithout: companion.has(id) ? difference(base, companionCounts(companions, id)) : {},
    }),
  );
  return { document: rows, lines: linesOf(rows) };
}

function linesOf(rows: readonly RuleRow[]): string[] {
  const told = (effect: Readonly<Record<string, number>>): string =>
    Object.entries(effect)
      .map(([name, by]) => `${name} ${by > 0 ? "+" : ""}${by}`)
      .join(", ");
  return [
    `${"rule".padEnd(34)}   dev  held locomo companion   without it: held | companion`,
    ...rows.map(
      (row) =>
        `${row.id.padEnd(34)}${[row.dev, row.held, row.locomo].map((n) => String(n).padStart(6)).join("")}${String(row.companion).padStart(9)}   ${told(row.heldWithout)} | ${told(row.companionWithout)}`,
    ),
    `${rows.length} rules fired`,
  ];
}

/** How often each rule fires in a conversation, read once from end to end. */
function fired(said: readonly Said[]): Map<string, number> {
  const counts = new Map<string, number>();
  watchRules((id) => {
    counts.set(id, (counts.get(id) ?? 0) + 1);
    return true;
  });
  try {
    extractByRules(said);
  } finally {
    watchRules(undefined);
  }
  return counts;
}

function firedIn(conversations: readonly (readonly Said[])[]): Map<string, number>[] {
  return conversations.map(fired);
}

function countsOf(conversations: readonly (readonly Said[])[]): Map<string, number> {
  const all = new Map<string, number>();
  for (const counts of firedIn(conversations)) {
    for (const [id, count] of counts) all.set(id, (all.get(id) ?? 0) + count);
  }
  return all;
}

/** The effect of removing each rule: only the situations in which it fires are played again. */
async function heldEffects(
  held: readonly Map<string, number>[],
): Promise<Map<string, Record<string, number>>> {
  const clock = fixedClock();
  await using memoir = await openMemoir({
    database: ":memory:",
    durability: "normal",
    embedder: "none",
    background: false,
    now: clock.now,
  });
  await memoir.ready();
  const judged = async (situation: Situation, tenant: string): Promise<Verdict> =>
    score(situation, await play(situation, { memoir, clock, tenant, flush: "turn" }));
  const whole: Verdict[] = [];
  for (const situation of HELD) whole.push(await judged(situation, "all"));
  const base = countsOfRates(ratesOf(whole));
  const ids = [...new Set(held.flatMap((one) => [...one.keys()]))];
  const effects = new Map<string, Record<string, number>>();
  const progress = showProgress("Rules");
  for (const [i, off] of ids.entries()) {
    progress.step(i, ids.length);
    watchRules((id) => id !== off);
    try {
      const without = [...whole];
      for (const [n, situation] of HELD.entries()) {
        if (held[n]!.has(off)) without[n] = await judged(situation, `off${i}`);
      }
      effects.set(off, difference(base, countsOfRates(ratesOf(without))));
    } finally {
      watchRules(undefined);
    }
  }
  progress.step(ids.length, ids.length);
  progress.end();
  return effects;
}

function countsOfRates(rates: Rates): Record<string, number> {
  const { clean, junk, duplicates, falseUpdates, missedUpdates, recalled, leaks } = rates;
  return {
    clean: clean.count,
    junk: junk.count,
    duplicates: duplicates.count,
    "false updates": falseUpdates.count,
    "missed updates": missedUpdates.count,
    recalled: recalled.count,
    leaks: leaks.count,
  };
}

/** Facts that some line tells, and wrong lines, of everything that was ever read. */
function companionCounts(companions: readonly Companion[], off?: string): Record<string, number> {
  watchRules((id) => id !== off);
  try {
    let facts = 0;
    let wrong = 0;
    let lines = 0;
    for (const one of companions) {
      const kept = extractByRules(companionSaid(one)).candidates.map(({ text }) => text);
      const scored = scoreKept(one, kept);
      facts += scored.found.length;
      wrong += scored.wrong.length;
      lines += kept.length;
    }
    return { facts, wrong, lines };
  } finally {
    watchRules(undefined);
  }
}

function difference(
  base: Readonly<Record<string, number>>,
  now: Readonly<Record<string, number>>,
): Record<string, number> {
  return Object.fromEntries(
    Object.keys(base)
      .map((name) => [name, now[name]! - base[name]!] as const)
      .filter(([, by]) => by !== 0),
  );
}

function saidIn({ turns }: Situation): Said[] {
  return turns.map(({ role, author, text, at }) => ({
    role,
    type: role === "tool" ? "tool_result" : "message",
    name: author ?? null,
    actor: author ?? null,
    text,
    at: Date.parse(at),
  }));
}

function companionSaid({ lines, start, user, members }: Companion): Said[] {
  return lines.map(({ day, role, text, author }, i) => ({
    role,
    type: "message",
    name: role === "user" ? (author === undefined ? (user ?? null) : (members?.[author] ?? author)) : null,
    actor: author ?? user ?? null,
    text,
    at: Date.parse(start) + day * DAY + i,
  }));
}

function locomoSaid(data: string): Said[][] {
  return (locomoTurns(data, false)?.conversations ?? []).map(({ items }) =>
    items.map(({ text, author, at }) => ({
      role: "user",
      type: "message",
      name: author ?? null,
      actor: author ?? null,
      text,
      at: new Date(at).getTime(),
    })),
  );
}
