import type { Asked } from "./asked.ts";
import type { RelevanceIndex } from "./relevance-index.ts";
import { TRAIT } from "./traits.ts";
import { overlap, timeFit } from "./when.ts";
import type { WordMatch } from "./word-match.ts";

/** The named signals, in the order in which they lie in a row of numbers. `WEIGHTS` says what each is. */
export const SIGNALS = [
  "words",
  "wordsNear",
  "wordsSession",
  "share",
  "shareNear",
  "meaning",
  "meaningBefore",
  "meaningAfter",
  "meaningSession",
  "speaker",
  "mentioned",
  "time",
  "timeNamed",
  "asksTime",
  "asksPlace",
  "asksName",
  "asksNumber",
  "self",
  "question",
  "answering",
  "density",
  "information",
  "length",
  "user",
] as const;

export type SignalName = (typeof SIGNALS)[number];

/** Everything known about one question in one scope before its candidates are looked at closely. */
export interface Ground {
  readonly asked: Asked;
  readonly index: RelevanceIndex;
  readonly words: WordMatch;
  /** The cosine of every item with the question, its best passage's; 0 where there is no vector. */
  readonly similarity: Float32Array;
  /** The best cosine in each session. */
  readonly sessionSimilarity: Float32Array;
}
