/** How two memories stand to each other. */
export const RELATION_TYPES = ["related_to"] as const;
export type RelationType = (typeof RELATION_TYPES)[number];

/** A memory near another one. `similarity`: calibrated, 0–1; `null` where there are no vectors to compare. */
export interface Neighbour {
  readonly id: string;
  readonly similarity: number | null;
  /** The share of words that both have. */
  readonly overlap: number;
}

/** A neighbour that is worth an edge. */
export interface Link {
  readonly id: string;
  /** 0–1. */
  readonly strength: number;
}

/** The least shared words that count as much as the least similarity: the bands of matching stand in this proportion. */
const LEXICAL = 0.35 / 0.6;

/** The nearest `most` neighbours that are near enough, the nearest first. */
export function strongest(
  neighbours: readonly Neighbour[],
  { minStrength, most }: { readonly minStrength: number; readonly most: number },
): Link[] {
  return neighbours
    .flatMap(({ id, similarity, overlap }) => {
      const strength = similarity ?? overlap;
      const least = similarity === null ? minStrength * LEXICAL : minStrength;
      return strength >= least && strength > 0 ? [{ id, strength: Math.min(1, strength) }] : [];
    })
    .sort((a, b) => b.strength - a.strength || (a.id < b.id ? -1 : 1))
    .slice(0, most);
}

/** An unordered pair in the one order in which it is stored. */
export function orderedPair(a: string, b: string): readonly [string, string] {
  return a < b ? [a, b] : [b, a];
}
