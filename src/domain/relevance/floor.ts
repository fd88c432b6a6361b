import { onScale } from "./scale.ts";

/** A line that answers the question in one case of a hundred is still worth its place; one that does less is not. */
const LEAST_CHANCE = 0.01;

/**
 * Below this relevance a line is not injected. On conversations the weights were not fitted on it keeps at least 95 %
 * of the answers found in each kind of chat, and most questions that belong elsewhere inject nothing.
 */
export const DEFAULT_FLOOR: number = onScale(Math.log(LEAST_CHANCE / (1 - LEAST_CHANCE)));
