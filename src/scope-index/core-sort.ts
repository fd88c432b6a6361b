import { CORE_SORTS, type CoreSort } from "../domain/enums.ts";
import type { CoreOdds } from "../models/embedder.ts";

/** A wrong line in every prompt is worse than a missing one: of two writers' lines about one in a hundred is wrong from here on. */
const LEAST_CHANCE = { message: 0.7, memory: 0.5 } as const;
/** Nobody says in more characters how they want to be treated; a Chinese one counts for two. */
const LONGEST = 240;
/** Nor in more lines, or in several paragraphs: those are letters, lists and pasted pages. */
const MAX_LINES = 3;

/** Which sort of core line a text is, as its embedder judged it; `null`: none, or nobody can tell. */
export function coreSortOf(
  text: string,
  passages: readonly { readonly core?: CoreOdds | undefined }[],
  ofSubject: boolean,
): CoreSort | null {
  const odds = passages.length === 1 ? (passages[0]!.core ?? []) : [];
  if (odds.length === 0 || !isBrief(text)) return null;
  const sorts = CORE_SORTS.map((_, i) => odds[ofSubject ? CORE_SORTS.length + i : i]!);
  // "Never suggest shellfish to me" is a bit of two sorts.
  const chance = sorts.reduce((sum, one) => sum + 1 / (1 + Math.exp(-one)), 0);
  return chance > LEAST_CHANCE[ofSubject ? "memory" : "message"]
    ? CORE_SORTS[sorts.indexOf(Math.max(...sorts))]!
    : null;
}

/** Whether a text is short enough to be a core line by itself: some lines of one paragraph. */
export function isBrief(text: string): boolean {
  const trimmed = text.trim();
  if (widthOf(trimmed) > LONGEST) return false;
  const lines = trimmed.split("\n");
  return lines.length <= MAX_LINES && lines.every((line) => line.trim() !== "");
}

const WIDE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu;

function widthOf(text: string): number {
  return text.length > LONGEST ? text.length : text.length + (text.match(WIDE)?.length ?? 0);
}
