import {
  DEFAULT_FLOOR,
  quoteOddsFloor as floorOfQuotes,
  unclampedRelevance,
} from "../../domain/relevance/fuse.ts";
import type { ParsedQuestion } from "../parse/question.ts";

/** The least relevance a line needs among so many texts. */
export type Floor = (texts: number) => number;

export const measuredFloor: Floor = () => DEFAULT_FLOOR;

/** Beyond the scale: only a memory that holds every word of the question is shown. */
const ONLY_EXACT = 2;

/** A question that needs memory fills its budget. One that needs none brings nothing, where quotes are asked for, too. */
export function memoryFloor({ need }: ParsedQuestion, besideQuotes: boolean): Floor {
  if (need === "memory") return () => Number.NEGATIVE_INFINITY;
  return need === "nothing" && besideQuotes ? () => ONLY_EXACT : measuredFloor;
}

/** Beside the user's own words: the budget is filled, or only what answers well is shown, or nothing. */
export function quoteFloor({ need }: ParsedQuestion): Floor {
  if (need === "memory") return () => Number.NEGATIVE_INFINITY;
  if (need === "nothing") return () => Number.POSITIVE_INFINITY;
  return (texts) => unclampedRelevance(floorOfQuotes(texts));
}
