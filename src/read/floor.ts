import {
  DEFAULT_FLOOR,
  quoteFloor as floorOfQuotes,
  logOddsOf,
  unclamped,
} from "../domain/relevance/fuse.ts";
import type { ReadQuestion } from "./question.ts";

/** The least relevance a line needs, given the best one's and the number of texts it was found among. */
export type Floor = (best: number, texts: number) => number;

export const measuredFloor: Floor = () => DEFAULT_FLOOR;

/** Where memories stand alone: somebody's own question brings what stands out, any other what the floor lets in. */
export function memoryFloor({ personal }: ReadQuestion): Floor {
  if (!personal) return measuredFloor;
  return (best, texts) => Math.min(DEFAULT_FLOOR, unclamped(floorOfQuotes(logOddsOf(best), true, texts)));
}

export function quoteFloor({ personal, asking }: ReadQuestion): Floor {
  if (!personal && asking.task) return () => Number.POSITIVE_INFINITY;
  return (best, texts) => unclamped(floorOfQuotes(logOddsOf(best), personal, texts));
}
