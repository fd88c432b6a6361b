import { CORE_SORTS, type CoreSort } from "../domain/names.ts";
import { readBearing } from "../language/languages.ts";
import { type Head, judge } from "../models/heads.ts";
import type { ItemVector } from "./spaces.ts";

/** What a learned judge says of a line, and the line's bearing, weighed; in log-odds. */
interface Judge {
  readonly head: Head;
  readonly odds: number;
  /** It speaks of whoever says it, or of whom a memory is about. */
  readonly self: number;
  /** It speaks to somebody. */
  readonly toSomebody: number;
  readonly bias: number;
}

/** Fitted on the lines of two writers that nothing was trained on (`training/recipe/core_heads.py`, `npm run bench core`). */
const JUDGES: Readonly<Record<CoreSort, Judge>> = {
  address: { head: "name", odds: 0.7, self: 1.39, toSomebody: 1.54, bias: -3.03 },
  limit: { head: "limit", odds: 0.74, self: 1.26, toSomebody: 0.39, bias: -2.5 },
  wish: { head: "wish", odds: 1.2, self: 0.78, toSomebody: 2, bias: -3.89 },
};
/** A wrong line in every prompt is worse than a missing one. */
const LEAST_CHANCE = 0.5;
/** Log-odds that add nothing to speak of. */
const FAR = -6;
/** Nobody says in more characters how they want to be treated; a Chinese one counts for two. */
const LONGEST = 240;
/** Nor in more lines, or in several paragraphs: those are letters, lists and pasted pages. */
const MOST_LINES = 3;

/** Which sort of core line a text is, by its meaning and its bearing; `null`: none, or nobody can judge its vectors. */
export function coreSortOf(
  text: string,
  vectors: readonly ItemVector[],
  ofSubject: boolean,
): CoreSort | null {
  const [one] = vectors;
  if (one === undefined || vectors.length > 1 || !isBrief(text)) return null;
  let bearing: ReturnType<typeof readBearing> | undefined;
  let best: CoreSort | null = null;
  let most = Number.NEGATIVE_INFINITY;
  let chance = 0;
  for (const sort of CORE_SORTS) {
    const { head, odds, self, toSomebody, bias } = JUDGES[sort];
    const judged = judge(head, one.model, one.vector);
    if (judged === undefined) return null;
    const bare = odds * judged + bias;
    // Most lines are far from it, whatever their bearing.
    if (bare + self + toSomebody < FAR) continue;
    bearing ??= readBearing(text);
    const sum = bare + (bearing.self || ofSubject ? self : 0) + (bearing.toSomebody ? toSomebody : 0);
    // "Never suggest shellfish to me" is a bit of two sorts.
    chance += 1 / (1 + Math.exp(-sum));
    if (sum > most) [best, most] = [sort, sum];
  }
  return chance > LEAST_CHANCE ? best : null;
}

/** Whether a text is short enough to be a core line by itself: some lines of one paragraph. */
export function isBrief(text: string): boolean {
  const own = text.trim();
  if (widthOf(own) > LONGEST) return false;
  const lines = own.split("\n");
  return lines.length <= MOST_LINES && lines.every((line) => line.trim() !== "");
}

const WIDE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu;

function widthOf(text: string): number {
  return text.length > LONGEST ? text.length : text.length + (text.match(WIDE)?.length ?? 0);
}
