/** How a claim was taken from an event (R9). */
export const EVIDENCE_METHODS = ["user_explicit", "rule", "llm_extract"] as const;
export type EvidenceMethod = (typeof EVIDENCE_METHODS)[number];

/** The link from a memory to an event that backs it. */
export interface Evidence {
  readonly eventId: string;
  readonly method: EvidenceMethod;
  /** The least trusted input it was derived from. */
  readonly trust: number;
  /** The words in the event's text that say it: `[start, end)`. */
  readonly span: readonly [number, number] | null;
  readonly model: string | null;
  readonly promptHash: string | null;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
}

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
