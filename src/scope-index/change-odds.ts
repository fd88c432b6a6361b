import { changeLogOdds, JUDGED_SPACE } from "../models/change-judge.ts";
import type { Corpus } from "./corpus.ts";
import type { QueryVector } from "./spaces.ts";

/**
 * The log-odds that a text makes untrue what an item tells, by the item's stored vectors; undefined where either has no
 * vector that can be judged.
 */
export function changeOddsOf<R>(
  corpus: Corpus<R>,
  item: number,
  text: readonly QueryVector[],
): number | undefined {
  const later = text.find(({ model }) => model === JUDGED_SPACE)?.vector;
  const earlier = later && corpus.vectorOf(item, JUDGED_SPACE);
  return later && earlier && changeLogOdds(earlier, later);
}
