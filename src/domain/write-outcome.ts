/** What became of one candidate, or of a message that held none (`ignored`). */
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
