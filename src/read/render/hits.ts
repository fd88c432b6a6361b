import type { EvidenceRef, Hit } from "../../api/recall.ts";
import type { MemoryEntry } from "../../scope-index/memory-entry.ts";
import type { ReadableScope } from "../../scope-index/scope-index.ts";
import { evidenceOfMany } from "../../store/tables/evidence.ts";
import type { SqlReader } from "../../store/tx.ts";
import { scoreParts } from "../rank/rank.ts";
import type { Chosen } from "../select/budget.ts";
import { shownMemory } from "../shared/candidate.ts";
import { orElse, readerUntil } from "../shared/deadline.ts";
import type { RecallRun } from "../shared/request.ts";

/** The lines as hits, each with its evidence. */
export async function hitsOf(run: RecallRun, lines: readonly Chosen[]): Promise<Hit[]> {
  const { deadline, now } = run;
  const reader = readerUntil(deadline, run.reader);
  for (const [scope, entries] of withoutEvidence(lines))
    await orElse(deadline, readEvidence(reader, scope, entries), undefined);
  return lines.map((one) => toHit(one, now));
}

export function toHit({ ranked, visibleText: text, core }: Omit<Chosen, "line">, now: Date): Hit {
  const { candidate, score } = ranked;
  const why = scoreParts(ranked, now);
  if (candidate.kind === "event") {
    const { event } = candidate.entry;
    const changed = candidate.quotation?.later ?? null;
    const later = changed === null ? null : { text: changed.text, event: changed.entry.event };
    return { kind: "event", id: event.id, text, score, why, evidence: [], core, event, later };
  }
  const memory = shownMemory(candidate, now.getTime());
  const hit = { id: memory.id, text, score, why, evidence: candidate.entry.evidence ?? [], core };
  return candidate.kind === "timeline"
    ? { kind: "timeline", ...hit, entry: memory }
    : { kind: "memory", ...hit, memory };
}

/** Reads what backs some memories of a scope. It is kept with them, for new evidence makes a new entry of the index. */
async function readEvidence(
  reader: SqlReader,
  scope: ReadableScope,
  entries: readonly MemoryEntry[],
): Promise<void> {
  const byMemory = new Map<string, EvidenceRef[]>(entries.map(({ row }) => [row.id, []]));
  for (const { memory, id, method, at } of await evidenceOfMany(reader, scope, [...byMemory.keys()]))
    byMemory.get(memory)?.push({ eventId: id, method, at: new Date(at) });
  for (const entry of entries) entry.evidence = byMemory.get(entry.row.id) ?? [];
}

/** The memories whose evidence nobody has read yet, by scope. */
function withoutEvidence(chosen: readonly Chosen[]): Map<ReadableScope, MemoryEntry[]> {
  const unread = new Map<ReadableScope, MemoryEntry[]>();
  for (const { candidate } of chosen.map(({ ranked }) => ranked)) {
    if (candidate.kind === "event" || candidate.entry.evidence !== null) continue;
    const entries = unread.get(candidate.scope);
    if (entries === undefined) unread.set(candidate.scope, [candidate.entry]);
    else entries.push(candidate.entry);
  }
  return unread;
}
