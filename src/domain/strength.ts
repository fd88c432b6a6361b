const DAY = 86_400_000;
const GRACE_DAYS = 7;
const DAILY = 0.99;
const GAIN = 0.2;

/**
 * How alive a memory is at `now`: 1 % less for each whole day past the first seven since `anchor`. A pure
 * function of base, anchor and now, so that asking twice, or sweeping twice, changes nothing.
 */
export function strengthAt(base: number, anchor: Date, now: Date): number {
  const days = Math.floor((now.getTime() - anchor.getTime()) / DAY);
  return base * DAILY ** Math.max(0, days - GRACE_DAYS);
}

/** A hit moves it a fifth of the way to 1, so it never passes 1; nor `ceiling`, if it was below that. */
export function reinforcedStrength(strength: number, ceiling: number = 1): number {
  return Math.max(strength, Math.min(ceiling, strength + (1 - strength) * GAIN));
}

/** Below which strength a memory is archived or removed; `null` = never. */
export type Bands = Readonly<Record<"archiveBelow" | "removeBelow", number | null>>;

const NO_BANDS: Bands = { archiveBelow: null, removeBelow: null };

/** The bands that a memory falls through. Timeline entries do not fade: they have a separate retention. */
export function bandsOf(kind: string, bands: Bands = NO_BANDS): Bands {
  return kind === "timeline" ? NO_BANDS : bands;
}

/** When a memory leaves each band, in epoch milliseconds; `null` = never. */
export type BandEnds = Readonly<Record<"archiveAt" | "removeAt", number | null>>;

/**
 * When a strength falls below the bands. One that begins below them is archived at once, which takes
 * nothing away, and removed only after the days of grace.
 */
export function bandEnds(base: number, anchor: number, { archiveBelow, removeBelow }: Bands): BandEnds {
  const removeAt = fallsBelow(base, anchor, removeBelow);
  return {
    archiveAt: fallsBelow(base, anchor, archiveBelow),
    removeAt: removeAt === null ? null : Math.max(removeAt, anchor + GRACE_DAYS * DAY),
  };
}

/** The first moment at which `strengthAt` is below a threshold; `null` = never. */
function fallsBelow(base: number, anchor: number, threshold: number | null): number | null {
  if (threshold === null || threshold <= 0) return null;
  if (base < threshold) return anchor;
  let days = Math.max(0, Math.floor(Math.log(threshold / base) / Math.log(DAILY)) - 1);
  // From a little before, in the very numbers that `strengthAt` gives.
  while (base * DAILY ** days >= threshold) days += 1;
  return anchor + (GRACE_DAYS + days) * DAY;
}

type RankParts = Readonly<Record<"similarity" | "importance" | "recency", number>>;
type RankWeights = Readonly<Record<`${keyof RankParts}Weight`, number>>;

/** 1 now, 1/2 after 30 days. A date in the future counts as now: clocks differ. */
export function timeDecay(updatedAt: number, now: number): number {
  const days = Math.max(0, now - updatedAt) / DAY;
  return 1 / (1 + days / 30);
}

/**
 * The addends of a score, each a value and its weight: similarity, importance, recency. Similarity is the raw cosine
 * clamped to [0,1]: (cos+1)/2 would give unrelated items 0.5. A cosine that is not a number, as a zero vector gives, is
 * no similarity.
 */
export function rankSum(
  { similarity, importance, recency }: RankParts,
  weights: RankWeights,
): readonly [Weighted, Weighted, Weighted] {
  const within = similarity > 0 ? Math.min(1, similarity) : 0;
  return [
    [within, weights.similarityWeight],
    [importance, weights.importanceWeight],
    [recency, weights.recencyWeight],
  ];
}

type Weighted = readonly [value: number, weight: number];
