import type { Chosen } from "./budget.ts";
import type { MemoryCandidate } from "./candidate.ts";
import type { Ranked } from "./rank.ts";

/** What the memories that answer are linked to, in their order and each once, as lines beside them. */
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
