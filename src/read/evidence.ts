import type { EvidenceRef } from "../api/hit.ts";
import type { MemoryEntry } from "../scope-index/memory-entry.ts";
import type { ReadableScope } from "../scope-index/scope-index.ts";
import { evidenceOfMany } from "../store/evidence.ts";
import type { Reader } from "../store/tx.ts";

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
