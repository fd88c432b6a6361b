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

/** Where something was decided: by the engine on the way in, or by a person afterwards. */
export type DecisionStage = "extract" | "match" | "gate" | "persist" | "review";

/**
 * One decision about something that was said (R4): what became of it, why, and under which policy. Each message has one
 * at least; its words are those of the event, and go with them.
 */
export interface DecisionEntry {
  /** The event that says it, by the caller's own id. */
  readonly eventId: string | null;
  readonly stage: DecisionStage;
  readonly outcome: string;
  readonly reason: string;
  /** The memory it led to, or was about; `null` when it was refused or ignored. */
  readonly memoryId: string | null;
  /** The policy's version; 0 = the settings that the engine was opened with. */
  readonly policy: number;
  readonly at: Date;
}
