import { MemoirError } from "../domain/errors.ts";
import type { DecisionEntry, ScopeHandle } from "../index.ts";
import { utc } from "./format.ts";
import { beside, type Screen } from "./output.ts";
import { pad, width } from "./width.ts";

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

/** Everything that was decided about a memory, newest first; `null` when the settings keep no record. */
export async function decisionsOf(scope: ScopeHandle, id: string): Promise<readonly DecisionEntry[] | null> {
  try {
    const entries: DecisionEntry[] = [];
    for await (const entry of await scope.memories.decisions(id, { limit: 1_000 })) entries.push(entry);
    return entries;
  } catch (error) {
    if (MemoirError.is(error) && error.code === "audit_off") return null;
    throw error;
  }
}

export function decisionLines(screen: Screen, entries: readonly DecisionEntry[]): string[] {
  if (entries.length === 0) return ["  None: it was stored on command, and no rule was asked."];
  const widest = Math.max(...entries.map((entry) => width(outcomeText(entry))));
  return entries.flatMap((entry) => {
    const lead = `  ${utc(entry.at)}  ${pad(outcomeText(entry), widest)}`;
    const policy = entry.policy === 0 ? "" : `, policy version ${entry.policy}`;
    const source = entry.eventId === null ? "" : `, event ${entry.eventId}`;
    return beside(
      screen,
      lead,
      width(lead),
      `${entry.reason || "(erased)"} (${entry.stage}${policy}${source})`,
    );
  });
}
