import type { EvidenceRef, Hit } from "../api/recall.ts";
import type { Chosen } from "./budget.ts";
import { partsOf } from "./rank.ts";

export function toHit({ ranked, shown, core }: Chosen, evidence: readonly EvidenceRef[], now: Date): Hit {
  const { candidate, score } = ranked;
  const why = partsOf(ranked, now);
  if (candidate.kind === "event") {
    const { event } = candidate.entry;
    const changed = candidate.quotation?.later ?? null;
    const later = changed === null ? null : { text: changed.text, event: changed.entry.event };
    return { kind: "event", id: event.id, text: shown, score, why, evidence, core, event, later };
  }
  const memory = candidate.entry.memoryAt(now.getTime());
  const { id } = memory;
  return candidate.kind === "timeline"
    ? { kind: "timeline", id, text: shown, score, why, evidence, core, entry: memory }
    : { kind: "memory", id, text: shown, score, why, evidence, core, memory };
}
