import type { TimeRead } from "../shared/moments.ts";
import type { Modal } from "./meanings.ts";

/** One thing that a sentence says. */
export interface Fact {
  /** The concept, in a form that its synonyms share. */
  readonly concept: string;
  /** -1 for the opposite of the concept: hate is not liking. */
  readonly sign: 1 | -1;
  /** `soft` may be left out: a job is worked, a name is borne. */
  readonly kind: "word" | "name" | "number" | "time" | "manner" | "limit" | "soft";
  /** The preposition's group before it; `owner` with 's; empty for subject and object. */
  readonly role: string;
  /** "A" stands before it. */
  readonly single: boolean;
  /** Its place; in a passive sentence as if the doer stood first. */
  readonly at: number;
  readonly time?: TimeRead;
  /** A verb that is done to the subject. */
  readonly undergone?: boolean;
  /** The words as they stand, written together. */
  readonly surface: string;
}

export type Polarity = "yes" | "not" | "ended" | "never";

/** A parsed claim, in as much detail as comparing two claims needs. */
export interface Claim {
  readonly facts: readonly Fact[];
  readonly polarity: Polarity;
  /** The negated concepts: the one right after each negation. */
  readonly denied: readonly string[];
  readonly contrast: boolean;
  readonly modal: Modal;
  readonly tense: "past" | "present" | "open";
  /** It was so: "lived", "was a nurse". What happened ("moved", "turned 31") may still be so. */
  readonly formerly: boolean;
  /** Somebody has it done to them, and who does it could not be read: 被. */
  readonly passive: boolean;
  /** "Is a …" and "has a …": the word after. */
  readonly isA: string | null;
  readonly hasA: string | null;
  readonly subject: readonly string[];
  /** Places of prepositions, by their group: what stands on either side of one may not trade places. */
  readonly turns: readonly { readonly key: string; readonly at: number }[];
}
