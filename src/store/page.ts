/** Above every number that the databases give to a row. */
export const TOP = Number.MAX_SAFE_INTEGER;

/** A part of a list in falling order: at most `limit` rows, below the place `before`. */
export interface PageBelow<P> {
  readonly before: P;
  readonly limit: number;
}

/** A part of a list in rising order: at most `limit` rows, above the place `after`. */
export interface PageAfter<P> {
  readonly after: P;
  readonly limit: number;
}

/** A part of a list by number, newest first; without `before` the newest rows. */
export interface Newest {
  readonly before?: number | undefined;
  readonly limit: number;
}
