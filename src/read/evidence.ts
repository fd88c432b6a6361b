import type { EvidenceRef } from "../api/hit.ts";
import { eventsBySeq } from "../store/events.ts";
import { evidenceOf } from "../store/evidence.ts";
import type { Reader } from "../store/tx.ts";
import type { MemoryCandidate } from "./candidate.ts";

/** What backs a memory; read once and kept with it, for new evidence makes a new entry of the index. */
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
