import { type Access, mayTouch } from "../domain/allowlist.ts";
import type { Memory } from "../domain/memory.ts";
import { withoutQuotes } from "../store/decisions.ts";

/** What became of one candidate. */
export type WriteOutcome =
  | "added"
  | "reinforced"
  | "merged"
  | "superseded"
  | "revived"
  | "shadowed"
  | "waiting"
  | "counted"
  | "known"
  | "forgotten"
  | "refused";

export interface WriteEntry {
  readonly outcome: WriteOutcome;
  /** The candidate's words. */
  readonly text: string;
  readonly reason: string;
  /** The event it came from, by the caller's own id. */
  readonly eventId: string;
  /** The memory it led to; `null` when it was refused. */
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
