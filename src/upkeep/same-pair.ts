import { importanceLevel, type MEMORY_FIELDS } from "../domain/memory.ts";
import type { RowOf } from "../domain/memory-field.ts";
import { isSameGround } from "../domain/relation.ts";
import { compareClaims, saysTheSame, tokenOverlap } from "../language/match/compare.ts";
import { terms } from "../language/shared/terms.ts";
import { type LadderOptions, LEXICAL } from "../write/ladder.ts";

type Row = RowOf<typeof MEMORY_FIELDS>;

/** From this level on a memory is worth comparing however old it is (R253). */
const IMPORTANT = 3;

/** Whether a memory is compared with its neighbours (R253): it is fresh, it matters, or it is often used. */
export function isWorthComparing(
  { updated_at, importance, access_count }: Row,
  { freshSince, often }: { readonly freshSince: number; readonly often: number },
): boolean {
  return (
    updated_at >= freshSince ||
    importanceLevel(importance) >= IMPORTANT ||
    (access_count > 0 && access_count >= often)
  );
}

/** Two memories that may be one, the later one first. */
export interface SamePair<R extends Row> {
  readonly newer: R;
  readonly older: R;
  readonly score: number;
  /** `true`: their words say the same, so nobody has to be asked. */
  readonly sure: boolean;
  /** No number, time or denial tells them apart. */
  readonly mayMerge: boolean;
  /** The later one may take the place of the other: both give a value of one attribute. */
  readonly mayUpdate: boolean;
  readonly richer: "a" | "b" | null;
}

/** Below this share of words in common two sentences are hardly one fact. */
const LEAST_OVERLAP = 0.1;
/** So many more words make a sentence the one that says more. */
const MORE_WORDS = 2;

/**
 * What can be told of a pair without a model (R254): near enough, both confirmed lately, with words in common or another
 * number of the same thing. `null`: not worth a question.
 */
export function readPair<R extends Row>(
  x: R,
  y: R,
  similarity: number | null,
  { fallbackLow, recentSince }: Pick<LadderOptions, "fallbackLow"> & { readonly recentSince: number },
): SamePair<R> | null {
  if (!isSameGround(x, y) || Math.min(x.confirmed_at, y.confirmed_at) < recentSince) return null;
  const [newer, older] = x.confirmed_at > y.confirmed_at ? [x, y] : [y, x];
  const overlap = tokenOverlap(newer.text, older.text);
  const score = similarity ?? overlap;
  const compared = compareClaims(newer.text, older.text, similarity);
  const { relation, byWords, replaces, oneAttribute } = compared;
  const sure = saysTheSame(compared);
  if (!sure && score < (similarity === null ? LEXICAL.fallbackLow : fallbackLow)) return null;
  if (relation === "contradiction") return null;
  const isStep = relation === "update" && byWords !== true;
  if (!sure && !isStep && overlap < LEAST_OVERLAP) return null;
  return {
    ...{ newer, older, score, sure },
    mayMerge: !isStep,
    mayUpdate: replaces && newer.rank >= older.rank && (relation === "update" || oneAttribute),
    richer: compared.richer ?? longer(newer.text, older.text),
  };
}

function longer(a: string, b: string): "a" | "b" | null {
  const more = new Set(terms(a)).size - new Set(terms(b)).size;
  return Math.abs(more) < MORE_WORDS ? null : more > 0 ? "a" : "b";
}
