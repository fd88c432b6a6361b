import type { ScopeQuestion } from "../parse/parse.ts";
import { type RankedCandidate, rank } from "../rank/rank.ts";
import { retrieveWholeAnswers } from "../retrieve/whole-categories.ts";
import { memoryIdOf } from "../shared/candidate.ts";
import type { RecallRun } from "../shared/request.ts";
import { type BlockBounds, withinShare } from "./budget.ts";

/** The memories of categories that belong into every context. */
export interface WholeCategories {
  /** Those that fit into the share of these categories. */
  readonly first: readonly RankedCandidate[];
  /** The others, for the room that is left when everything else has its place. */
  readonly later: readonly RankedCandidate[];
}

/** The newest first; where not all fit into their share, those that answer the question come first. */
export async function splitWholeCategories(
  run: RecallRun,
  questions: readonly ScopeQuestion[],
  all: readonly RankedCandidate[],
  block: BlockBounds,
): Promise<WholeCategories> {
  if (all.length === 0 || withinShare(all, block).length === all.length) return { first: all, later: [] };
  const answers = await retrieveWholeAnswers(run, questions, all.length);
  const order = new Map(
    rank(answers, run.settings.readPolicy, run.now).map(({ candidate }, i) => [memoryIdOf(candidate), i]),
  );
  const positionOf = ({ candidate }: RankedCandidate): number =>
    order.get(memoryIdOf(candidate)) ?? all.length;
  const ordered = all.toSorted((a, b) => positionOf(a) - positionOf(b));
  const first = withinShare(ordered, block);
  return { first, later: ordered.filter((one) => !first.includes(one)) };
}
