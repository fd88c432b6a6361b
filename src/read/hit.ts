import type { EvidenceRef, Hit } from "../api/hit.ts";
import type { MemoryEntry } from "../scope-index/memory-entry.ts";
import type { ReadableScope } from "../scope-index/readable-scope.ts";
import { evidenceOfMany } from "../store/evidence.ts";
import type { Reader } from "../store/tx.ts";
import type { Chosen } from "./budget.ts";
import { partsOf } from "./rank.ts";

export function toHit({ ranked, shown: text, core }: Omit<Chosen, "line">, now: Date): Hit {
  const { candidate, score } = ranked;
  const why = partsOf(ranked, now);
  if (candidate.kind === "event") {
    const { event } = candidate.entry;
    const changed = candidate.quotation?.later ?? null;
    const later = changed === null ? null : { text: changed.text, event: changed.entry.event };
    return { kind: "event", id: event.id, text, score, why, evidence: [], core, event, later };
  }
  const memory = candidate.entry.memoryAt(now.getTime());
  const hit = { id: memory.id, text, score, why, evidence: candidate.entry.evidence ?? [], core };
  return candidate.kind === "timeline"
    ? { kind: "timeline", ...hit, entry: memory }
    : { kind: "memory", ...hit, memory };
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

/** The memories whose evidence nobody has read yet, by scope. */
export function withoutEvidence(chosen: readonly Chosen[]): Map<ReadableScope, MemoryEntry[]> {
  const unread = new Map<ReadableScope, MemoryEntry[]>();
  for (const { candidate } of chosen.map(({ ranked }) => ranked)) {
    if (candidate.kind === "event" || candidate.entry.evidence !== null) continue;
    const known = unread.get(candidate.scope);
    if (known === undefined) unread.set(candidate.scope, [candidate.entry]);
    else known.push(candidate.entry);
  }
  return unread;
}
