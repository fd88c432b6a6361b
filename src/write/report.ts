import type { WriteReport } from "../api/write.ts";
import { type Access, mayTouch } from "../domain/allowlist.ts";
import type { WriteOutcome } from "../domain/change.ts";
import type { MemoryStatus } from "../domain/memory.ts";
import { withoutQuotes } from "../store/decisions.ts";

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
