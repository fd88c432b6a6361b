import type { MemoryEntry } from "../scope-index/memory-entry.ts";
import type { MemoryIndex } from "../scope-index/memory-index.ts";
import type { ReadableScope } from "../scope-index/readable-scope.ts";
import type { Linked, Related } from "./candidate.ts";
import { memoryFilter } from "./eligible.ts";
import type { RetrieveRequest } from "./request.ts";

/** Of a memory's links so many are looked at: the strongest tell. */
const MOST = 8;

/** What each memory is linked to that this read may show; `null` where a scope has no links. */
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
