import type { Case, Fate } from "../../domain/case.ts";
import type { FeedbackVerdict } from "../../domain/feedback.ts";

/** Whether a person has shown a decision's claim to be right or wrong, how, and when. */
export interface Label {
  readonly isRight: boolean;
  readonly by: OutcomeSignal["kind"];
  readonly at: number;
}

/** Something a person did that says whether a claim was right. */
export interface OutcomeSignal {
  readonly kind:
    | "approved"
    | "rejected"
    | "forgotten"
    | "restored"
    | "undone"
    | "corrected"
    | "pinned"
    | "confirmed"
    | FeedbackVerdict;
  readonly at: number;
}

/** A logged decision with all that deciding again needs. */
export interface LoggedCase {
  /** The number of its scope, and the name, by which scopes are held out. */
  readonly scope: number;
  readonly scopeName: string;
  readonly seq: number;
  readonly num: number;
  readonly at: number;
  /** The policy version that it was decided under. */
  readonly policy: number;
  readonly fate: Fate;
  /** The memory that it led to or met; `null` = none. */
  readonly memory: string | null;
  readonly case: Case;
  readonly label: Label | null;
}
