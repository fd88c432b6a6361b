import { type Access, mayTouch } from "../domain/allowlist.ts";
import type { Memory, MemoryStatus } from "../domain/memory.ts";
import { withoutQuotes } from "../store/decisions.ts";

/** What became of one candidate, or of a message that held none (`ignored`). */
export const WRITE_OUTCOMES = [
  "added",
  "reinforced",
  "merged",
  "superseded",
  "revived",
  "shadowed",
  "waiting",
  "counted",
  "known",
  "forgotten",
  "refused",
  "ignored",
] as const;
export type WriteOutcome = (typeof WRITE_OUTCOMES)[number];

/** What the store calls an outcome, in the words of the report. `status` is the one the claim came with. */
export function outcomeOf(outcome: string, status: MemoryStatus): WriteOutcome {
  if (outcome === "known") return "known";
  if (outcome === "forgotten" || outcome === "limited") return "refused";
  if (outcome === "count") return "counted";
  if (outcome === "reinforce") return "reinforced";
  if (outcome === "merge") return "merged";
  if (outcome === "revive") return "revived";
  if (status === "pending") return "waiting";
  if (status === "shadow") return "shadowed";
  return outcome === "supersede" || outcome === "revise" ? "superseded" : "added";
}

/** What `remember()` came to. */
export interface Remembered {
  /** The memory as it is now: a new one, or the known one that the claim met. */
  readonly memory: Memory;
  /** What became of the claim: `added`, `reinforced`, `superseded`, `waiting`, … */
  readonly outcome: WriteOutcome;
}

export interface WriteEntry {
  readonly outcome: WriteOutcome;
  /** The candidate's words; of a message that held none, its first 1,000 characters. */
  readonly text: string;
  readonly reason: string;
  /** The event it came from, by the caller's own id. */
  readonly eventId: string;
  /** The memory it led to; `null` when it was refused or ignored. */
  readonly memory: Memory | null;
  /** Ids of memories that are no longer so. */
  readonly replaced: readonly string[];
}

/** What a reading of events came to, for a person to read. */
export interface WriteReport {
  /** How many events were read. */
  readonly events: number;
  readonly entries: readonly WriteEntry[];
}

/**
 * The report for who may see some categories only: what led to no memory has none, and a reason may quote what the
 * words were compared with.
 */
export function visibleReport({ categories }: Access, report: WriteReport): WriteReport {
  if (categories === null) return report;
  const entries = report.entries.flatMap((entry) =>
    entry.memory !== null && mayTouch(categories, entry.memory.category)
      ? [{ ...entry, reason: withoutQuotes(entry.reason) }]
      : [],
  );
  return { ...report, entries };
}
