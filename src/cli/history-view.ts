import { MemoirError } from "../domain/errors.ts";
import type { HistoryEntry, ScopeHandle } from "../index.ts";
import { utc } from "./format.ts";
import type { Screen } from "./output.ts";
import { cut, oneLine, pad } from "./width.ts";

/** The history of one memory, newest first; `null` when the settings keep none. */
export async function historyOf(scope: ScopeHandle, id: string): Promise<readonly HistoryEntry[] | null> {
  try {
    const entries: HistoryEntry[] = [];
    for await (const entry of await scope.memories.history(id, { limit: 1_000 })) entries.push(entry);
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
