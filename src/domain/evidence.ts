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
