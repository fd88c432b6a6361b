import type { Candidate, Said } from "../domain/candidate.ts";
import { isOwn } from "../domain/identity.ts";
import { endedBy } from "../language/ending-named.ts";
import { noLonger, noLongerBound } from "../language/retold.ts";
import { SURE } from "../language/shared/claim.ts";
import type { Ending } from "../language/shared/talk.ts";
import { evidenceOf } from "../store/evidence.ts";
import { statusAt } from "../store/memories.ts";
import type { PlacedMemoryRow } from "../store/memory-search.ts";
import { findScope } from "../store/scopes.ts";
import type { Batch } from "./batch.ts";
import type { WriteTools } from "./write-tools.ts";

/** The memories that an ending names: the speaker's own, told before it, and still held to be so. */
export async function namedBy(
  tools: WriteTools,
  { scope, events, said }: Batch,
  ending: Ending,
): Promise<PlacedMemoryRow[]> {
  const { actor } = said[ending.source]!;
  const { seq } = events[ending.source]!;
  const place = await findScope(tools.store.read, scope);
  if (place === undefined) return [];
  const now = tools.now();
  const named = await tools.indexes.memories(tools.store.read, place, ({ corpus }) => {
    const standing = corpus.rows.flatMap((entry) => {
      const row = entry?.row;
      if (row === undefined || row.affirmed === 0 || statusAt(row, now) !== "active") return [];
      const own = row.subject === null ? scope.kind === "user" : actor !== null && isOwn(row.subject, actor);
      return own ? [row] : [];
    });
    return endedBy(ending, standing);
  });
  const before: PlacedMemoryRow[] = [];
  for (const row of named) {
    const links = await evidenceOf(tools.store.read, place, row.id);
    if (links.every((link) => link.event < seq)) before.push(row);
  }
  return before;
}

/** That a known memory is over, where the words that end it make no claim of their own. */
export function overCandidate(
  row: PlacedMemoryRow,
  { source, span, sorts }: Ending,
  { name, actor }: Said,
): Candidate {
  return {
    text:
      (sorts[0] === "bond" ? noLongerBound(row.text) : undefined) ?? noLonger(row.text, name ?? actor ?? ""),
    kind: row.kind,
    type: row.type,
    category: row.category,
    subject: row.subject,
    slot: row.slot,
    affirmed: false,
    method: "rule",
    confidence: SURE.plain,
    importance: row.importance,
    corrects: false,
    validFrom: null,
    expiresAt: null,
    source,
    span,
    matches: [],
    contradicts: [],
    ends: [row.num],
  };
}
