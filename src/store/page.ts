/** Above every number that the databases give to a row. */
export const TOP = Number.MAX_SAFE_INTEGER;

/** A part of a list in falling order: at most `limit` rows, below the place `before`. */
export interface PageBelow<P> {
  readonly before: P;
  readonly limit: number;
}

/** The same of a list by number; without `before` the newest rows. */
export interface Newest {
  readonly before?: number | undefined;
  readonly limit: number;
}
