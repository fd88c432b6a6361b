/** The result for one candidate, or for a message without one (`ignored`). */
export const WRITE_OUTCOMES = [
  "added",
  "reinforced",
  "merged",
  "superseded",
  "revived",
  "shadowed",
  "waiting",
  "counted",
  "known",
  "forgotten",
  "refused",
  "ignored",
] as const;

export type WriteOutcome = (typeof WRITE_OUTCOMES)[number];
