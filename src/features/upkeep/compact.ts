import { isSameGround, withBetterWords } from "../../domain/relation.ts";
import type { Scope } from "../../domain/scope.ts";
import { compareClaims, saysTheSame } from "../../language/match/compare.ts";
import type { MemoryRow } from "../../store/tables/memories.ts";
import { checkedPairs, pairName } from "../../store/tables/relations.ts";
import type { MergePair } from "../../store/writes/merge.ts";
import { isOneByCosine } from "../../write/decide/near-enough.ts";
import { type ChangedPage, eachChanged, neighboursOf } from "./steps.ts";
import type { Run, UpkeepTask } from "./task.ts";

const NAME = "compact";

/**
 * Merges memories whose words say the same: every word of both is accounted for, so that no model has to be asked. Where
 * claims are matched by cosine, so are these.
 */
export const compactTask: UpkeepTask = {
  name: NAME,
  about: "Merges memories that say the same in the same words or their synonyms, or by their cosine.",
  reversible: true,
  continues: true,
  isEnabled: ({ upkeep }) => upkeep.compact,
  run: (run) => eachChanged(run, NAME, (page) => compactPage(run, page)),
};

/** A pair that is one, as rows. */
export interface Duplicate {
  readonly keep: MemoryRow;
  readonly gone: MemoryRow;
}

async function compactPage(run: Run, page: ChangedPage): Promise<undefined> {
  const { scope, scopeRef, mark, next } = page;
  const { match } = run.tools.settings;
  const { apart } = await checkedPairs(run.tools.store.read, scopeRef, Number.MAX_SAFE_INTEGER);
  const duplicates: Duplicate[] = [];
  const used = new Set<string>();
  for (const row of page.rows) {
    run.signal.throwIfAborted();
    if (used.has(row.id)) continue;
    const near = await neighboursOf(run, scopeRef, row);
    const twin = near.find(({ row: other, similarity, cosine }) => {
      if (used.has(other.id) || apart.has(pairName(row.id, other.id)) || !isSameGround(row, other))
        return false;
      const compared = compareClaims(row.text, other.text, similarity);
      return saysTheSame(compared) || isOneByCosine(match, compared, cosine);
    });
    if (twin === undefined) continue;
    const duplicate = withBetterWords<MemoryRow>(
      row,
      twin.row,
      match.by === "cosine" ? surer(row, twin.row) : null,
    );
    used.add(duplicate.keep.id).add(duplicate.gone.id);
    duplicates.push(duplicate);
  }
  run.count("found", duplicates.length);
  if (!run.dryRun) {
    const context = run.context(scope, "they say the same");
    await run.apply("merge", { ...context, pairs: duplicates.map(pairOf), mark }, next);
  }
  for (const duplicate of duplicates) noteMerge(run, scope, duplicate);
}

/** Of two that are one the surer words stand; `null` = both are as sure. */
function surer(a: MemoryRow, b: MemoryRow): "a" | "b" | null {
  if (a.confidence === b.confidence) return null;
  return a.confidence > b.confidence ? "a" : "b";
}

export function pairOf({ keep, gone }: Duplicate): MergePair {
  return { keep: keep.id, gone: gone.id, keepRev: keep.rev, goneRev: gone.rev };
}

export function noteMerge(run: Run, scope: Scope, { keep, gone }: Duplicate): void {
  run.change({ action: "merge", scope, memory: gone, detail: `merged into ${keep.id}: ${keep.text}` });
}
