import { isSameGround, withBetterWords } from "../domain/relation.ts";
import { formatScope } from "../domain/scope.ts";
import { compareClaims, saysTheSame } from "../language/match/compare.ts";
import type { MemoryRow } from "../store/memories.ts";
import { checkedPairs, pairName } from "../store/pair-checks.ts";
import type { MergePair } from "../store/writes/merge.ts";
import { type ChangedPage, eachChanged } from "./each-changed.ts";
import { contextOf, type Run, type UpkeepTask, type UpkeepTools } from "./task.ts";
import { neighboursOf } from "./vectors-of.ts";

const NAME = "compact";

/** Merges memories whose words say the same: every word of both is accounted for, so that no model has to be asked. */
export const compactTask: UpkeepTask = {
  name: NAME,
  about: "Merges memories that say the same in the same words or their synonyms.",
  reversible: true,
  continues: true,
  wanted: ({ upkeep }) => upkeep.compact,
  run: (run, tools) => eachChanged(run, tools, NAME, (page) => compactPage(run, tools, page)),
};

/** A pair that is one, as rows. */
export interface Duplicate {
  readonly keep: MemoryRow;
  readonly gone: MemoryRow;
}

async function compactPage(run: Run, tools: UpkeepTools, page: ChangedPage): Promise<undefined> {
  const { scope, place, mark, next } = page;
  const { apart } = await checkedPairs(tools.store.read, place, Number.MAX_SAFE_INTEGER);
  const found: Duplicate[] = [];
  const used = new Set<string>();
  for (const row of page.rows) {
    run.signal.throwIfAborted();
    if (used.has(row.id)) continue;
    const one = await twinOf(
      tools,
      page,
      row,
      (other) => used.has(other) || apart.has(pairName(row.id, other)),
    );
    if (one === null) continue;
    used.add(one.keep.id).add(one.gone.id);
    found.push(one);
  }
  run.count("found", found.length);
  if (!run.dryRun) {
    const context = contextOf(run, tools, scope, "they say the same");
    await run.apply("merge", { ...context, pairs: found.map(pairOf), mark }, next);
  }
  for (const one of found) run.change(mergeChange(run, formatScope(scope), one));
}

/** The nearest other memory that says the same. */
async function twinOf(
  tools: UpkeepTools,
  { place }: ChangedPage,
  row: ChangedPage["rows"][number],
  isOut: (id: string) => boolean,
): Promise<Duplicate | null> {
  for (const { row: other, similarity } of await neighboursOf(tools, place, row)) {
    if (isOut(other.id) || !isSameGround(row, other)) continue;
    const compared = compareClaims(row.text, other.text, similarity);
    if (saysTheSame(compared)) return withBetterWords<MemoryRow>(row, other, null);
  }
  return null;
}

export function pairOf({ keep, gone }: Duplicate): MergePair {
  return { keep: keep.id, gone: gone.id, keepRev: keep.rev, goneRev: gone.rev };
}

export function mergeChange(
  { at }: Run,
  scope: string,
  { keep, gone }: Duplicate,
): Parameters<Run["change"]>[0] {
  return {
    ...{ action: "merge", scope, memoryId: gone.id, text: gone.text, at: new Date(at) },
    detail: `merged into ${keep.id}: ${keep.text}`,
  };
}
