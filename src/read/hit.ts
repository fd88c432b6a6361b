import type { EvidenceRef, Hit } from "../api/hit.ts";
import type { MemoryEntry } from "../scope-index/memory-entry.ts";
import type { ReadableScope } from "../scope-index/readable-scope.ts";
import { evidenceOfMany } from "../store/evidence.ts";
import type { Reader } from "../store/tx.ts";
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

/** Reads what backs some memories of a scope. It is kept with them, for new evidence makes a new entry of the index. */
export async function readEvidence(
  reader: Reader,
  scope: ReadableScope,
  entries: readonly MemoryEntry[],
): Promise<void> {
  const found = new Map<string, EvidenceRef[]>(entries.map(({ row }) => [row.id, []]));
  for (const { memory, id, method, at } of await evidenceOfMany(reader, scope, [...found.keys()]))
    found.get(memory)?.push({ eventId: id, method, at: new Date(at) });
  for (const entry of entries) entry.evidence = found.get(entry.row.id) ?? [];
}
