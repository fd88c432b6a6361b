/**
 * When a claim is true (`validFrom`, `validTo`) beside when it was known (`revFrom`, `revTo`). A memory has one
 * row and any number of intervals, so that A → B → A is one row with two (C10, R330).
 */
export interface Validity {
  readonly validFrom: Date;
  /** `null` = still true. */
  readonly validTo: Date | null;
  readonly revFrom: number;
  /** `null` = this is what is known now. */
  readonly revTo: number | null;
}
