import type { EvidenceRef, Hit } from "../api/hit.ts";
import { eventsBySeq } from "../store/events.ts";
import { evidenceOf } from "../store/evidence.ts";
import type { Reader } from "../store/tx.ts";
import type { Chosen } from "./budget.ts";
import type { MemoryCandidate } from "./candidate.ts";
import { partsOf } from "./rank.ts";

/** The evidence of a memory. Read once and kept with the entry: new evidence makes a new entry of the index. */
export async function evidenceFor(
  reader: Reader,
  { scope, entry }: MemoryCandidate,
): Promise<readonly EvidenceRef[]> {
  const { tenant, num } = scope;
  const links = await evidenceOf(reader, tenant, num, entry.row.id);
  const seqs = links.map((link) => link.event);
  const events = await eventsBySeq(reader, tenant, num, seqs);
  entry.evidence = links.flatMap((link) => {
    const event = events.get(link.event);
    return event === undefined ? [] : [{ eventId: event.id, method: link.method, at: event.at }];
  });
  return entry.evidence;
}

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
  const hit = { id: memory.id, text: shown, score, why, evidence, core };
  return candidate.kind === "timeline"
    ? { kind: "timeline", ...hit, entry: memory }
    : { kind: "memory", ...hit, memory };
}
