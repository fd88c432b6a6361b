import type { OpEvent } from "../../api/stats.ts";
import type { WriteReport } from "../../api/write.ts";
import { type Access, mayTouch } from "../../domain/allowlist.ts";
import type { WriteOutcome } from "../../domain/change.ts";
import type { Event } from "../../domain/event.ts";
import type { MemoryStatus } from "../../domain/memory.ts";
import { withoutQuotes } from "../../store/tables/decisions.ts";
import type { Claim } from "../../store/writes/claim.ts";
import type { DecisionContext } from "../decide/decision-context.ts";
import type { ClaimProposal } from "../tools/proposal.ts";
import type { WriteTools } from "../tools/write-tools.ts";

/** Maps the store's outcome to the report's. `status` is the one the claim came with. */
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

const NOTHING = { node: "hotpath", memory: null, category: null, sim: null } as const;

/**
 * That an event was read, and whether anything was in it (`ok`, `skipped`) or it could not be read (`error`); nothing
 * where readings are not counted.
 */
export function classifyOps(
  { settings, now }: WriteTools,
  { thread }: Event,
  status: OpEvent["status"],
): OpEvent[] {
  if (settings.operations !== "all") return [];
  return [{ ...NOTHING, thread, op: "classify", status, at: now() }];
}

/** That what is known was searched for a claim, and how near the best of it came. */
export function searchOps(
  { settings, now }: WriteTools,
  { source: { thread }, candidate: { category } }: ClaimProposal,
  { near }: DecisionContext,
  { met }: Claim,
): OpEvent[] {
  if (settings.operations !== "all") return [];
  const similarities = near.flatMap(({ similarity }) => similarity ?? []);
  const sim = similarities.length === 0 ? null : Math.max(0, ...similarities);
  return [
    { ...NOTHING, thread, op: "search", status: "ok", memory: met?.id ?? null, category, sim, at: now() },
  ];
}
