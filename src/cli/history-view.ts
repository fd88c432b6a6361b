import { MemoirError } from "../domain/errors.ts";
import type { DecisionEntry, HistoryEntry } from "../index.ts";
import { utc } from "./format.ts";
import { beside, type Screen } from "./output.ts";
import { cut, oneLine, pad, width } from "./width.ts";

/** All entries of a record, newest first; `null` when the settings keep none. */
export async function kept<T>(list: () => Promise<AsyncIterable<T>>): Promise<readonly T[] | null> {
  try {
    const entries: T[] = [];
    for await (const entry of await list()) entries.push(entry);
    return entries;
  } catch (error) {
    if (MemoirError.is(error) && error.code === "audit_off") return null;
    throw error;
  }
}

/** The history's own words, and ours. */
const WHAT: Readonly<Record<HistoryEntry["event"], string>> = {
  ADD: "added",
  UPDATE: "changed",
  MERGE: "confirmed",
  TTL: "forgotten",
  RESTORE: "restored",
  DELETE: "erased",
  LINK: "linked",
};

/** Fields that mean something to a person; the rest is bookkeeping of the engine. */
const TOLD = ["text", "status", "type", "category", "importance", "confidence", "tags", "pinned", "subject"];

export function historyLines(screen: Screen, entries: readonly HistoryEntry[]): string[] {
  const { colors } = screen;
  if (entries.length === 0) return ["  Nothing is on record."];
  const by = Math.max(...entries.map((entry) => WHAT[entry.event].length));
  return entries.flatMap((entry) => {
    const whole = entry.batch === null ? [] : [`batch ${entry.batch}`];
    const told = [...(entry.reason === "" ? [] : [oneLine(entry.reason)]), ...whole].join(", ");
    const why = told === "" ? "" : ` (${told})`;
    const head = `  ${pad(`rev ${entry.rev}`, 7)} ${utc(entry.at)}  ${pad(WHAT[entry.event], by)}`;
    return [
      `${head}  ${colors.dim(`by ${oneLine(entry.actor)}${why}`)}`,
      ...changesOf(entry).map((change) => `          ${cut(change, screen.columns - 10)}`),
    ];
  });
}

function changesOf({ before, after }: HistoryEntry): string[] {
  if (after === null) return [];
  // The first words of a memory are its text; a change tells both sides.
  if (before === null) return [`text: ${shown(after.text)}`];
  return TOLD.filter((field) => field in after).map(
    (field) => `${field}: ${shown(before[field])} → ${shown(after[field])}`,
  );
}

function shown(value: unknown): string {
  return typeof value === "string" ? oneLine(value) : JSON.stringify(value);
}

const UNDONE: Readonly<Record<string, string>> = {
  ADD: "the adding",
  UPDATE: "the change",
  MERGE: "the confirmation",
  TTL: "the forgetting",
  RESTORE: "the restoring",
};

export function undoneText(event: string): string {
  return UNDONE[event] ?? event;
}

/** The log's own words, and ours. */
const OUTCOMES: Readonly<Record<string, string>> = {
  create: "new",
  supersede: "corrects another",
  coexist: "contradicts one",
  reinforce: "confirmed",
  merge: "merged",
  revive: "so again",
  count: "counted only",
  known: "read before",
  forget: "forgotten, as asked",
  forgotten: "refused",
  limited: "refused",
  ignored: "nothing kept",
};

export function outcomeText({ outcome }: DecisionEntry): string {
  return OUTCOMES[outcome] ?? outcome;
}

/** Whether nothing came of what was said. */
export function isRefusal({ outcome }: DecisionEntry): boolean {
  return outcome === "refused" || outcome === "forgotten" || outcome === "limited";
}

export function decisionLines(screen: Screen, entries: readonly DecisionEntry[]): string[] {
  if (entries.length === 0) return ["  None: it was stored on command, and no rule was asked."];
  const widest = Math.max(...entries.map((entry) => width(outcomeText(entry))));
  return entries.flatMap((entry) => {
    const lead = `  ${utc(entry.at)}  ${pad(outcomeText(entry), widest)}`;
    const policy = entry.policy === 0 ? "" : `, policy version ${entry.policy}`;
    const source = entry.eventId === null ? "" : `, event ${entry.eventId}`;
    return beside(screen, lead, `${entry.reason || "(erased)"} (${entry.stage}${policy}${source})`);
  });
}
