import type { MemoryEntry } from "../scope-index/memory-entry.ts";
import type { MemoryIndex } from "../scope-index/memory-index.ts";
import type { ReadableScope } from "../scope-index/scope-index.ts";
import type { Chosen } from "./budget.ts";
import type { Linked, MemoryCandidate, Related } from "./candidate.ts";
import { memoryFilter } from "./eligible.ts";
import type { Ranked } from "./rank.ts";
import type { RetrieveRequest } from "./request.ts";

/** Of a memory's links so many are looked at: the strongest tell. */
const MOST = 8;

/** The links of each memory to others that this read may show; `null` if the scope has no links. */
export function relatedIn(
  index: MemoryIndex,
  request: RetrieveRequest,
  scope: ReadableScope,
): ((entry: MemoryEntry) => Linked | undefined) | null {
  const { relations } = request.settings;
  if (index.relations.isEmpty || !relations.enable) return null;
  const passes = memoryFilter(request, scope, "memories");
  return ({ row }) => {
    const related: Related[] = [];
    for (const { id, strength } of index.relations.of(row.id).slice(0, MOST)) {
      const item = index.find(id);
      const entry = item === undefined ? undefined : index.corpus.rows[item];
      if (entry !== undefined && passes(entry)) related.push({ entry, strength });
    }
    return related.length === 0 ? undefined : { related, boost: relations.weight * related[0]!.strength };
  };
}

/** The memories that the answers are linked to, in the order of the answers and each once, as further lines. */
export function relatedTo(answers: readonly Chosen[], shown: ReadonlySet<string>): Ranked[] {
  const seen = new Set(shown);
  for (const { ranked } of answers) {
    if (ranked.candidate.kind !== "event") seen.add(ranked.candidate.entry.row.id);
  }
  const found: Ranked[] = [];
  for (const { ranked } of answers) {
    const { candidate, score } = ranked;
    if (candidate.kind !== "memory" || candidate.via === "all") continue;
    for (const { entry, strength } of candidate.related ?? []) {
      if (seen.has(entry.row.id)) continue;
      seen.add(entry.row.id);
      const related = [{ entry: candidate.entry, strength }];
      const line: MemoryCandidate = {
        ...{ kind: "memory", entry, scope: candidate.scope, via: "related", explain: null },
        ...{ relevance: 0, order: 0, related },
      };
      found.push({ candidate: line, score: score * strength, place: ranked.place * strength, rerank: null });
    }
  }
  return found;
}
