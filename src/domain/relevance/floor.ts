import { onScale } from "./scale.ts";

/** A line that answers the question in one case of a hundred is still worth its place; one that does less is not. */
const LEAST_CHANCE = 0.01;

/**
 * Below this relevance a line is not injected. On conversations the weights were not fitted on it keeps at least 95 %
 * of the answers found in each kind of chat, and most questions that belong elsewhere inject nothing.
 */
export const DEFAULT_FLOOR: number = onScale(Math.log(LEAST_CHANCE / (1 - LEAST_CHANCE)));

/** How far below the best quote another may lie, in log-odds. */
const SPREAD = 4;
/** A question that names nobody and speaks of nobody must be answered this well before anybody is quoted. */
const STRICT = Math.log(0.075 / (1 - 0.075));
/** Among so many messages; among more the best is nearer by chance. */
const USUAL_MESSAGES = 50;
const CHANCE_WEIGHT = 0.4;

/**
 * The least log-odds of a quote. Somebody's own question brings what stands out among all they said; a question that
 * has nothing personal in it brings nothing, unless something answers it well.
 */
export function quoteFloor(best: number, personal: boolean, messages: number): number {
  if (personal) return best - SPREAD;
  const strict = STRICT + CHANCE_WEIGHT * Math.log(Math.max(1, messages / USUAL_MESSAGES));
  return best >= strict ? strict : Number.POSITIVE_INFINITY;
}
