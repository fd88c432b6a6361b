import type { EvidenceMethod } from "./event.ts";
import type { MemoryKind, MemoryType } from "./memory.ts";

/** A claim that somebody's words seem to make, before it meets what is known and before any policy is asked. */
export interface Candidate {
  /** One self-contained sentence in the third person, in the speaker's language. */
  readonly text: string;
  readonly kind: MemoryKind;
  readonly type: MemoryType | null;
  readonly category: string;
  /** The normalised key that a model gave it. Default: its text makes its key. */
  readonly key?: string;
  /** Whom it is about, as the events name them; `null` when nobody in particular. */
  readonly subject: string | null;
  /**
   * The attribute it is about, without its value: `home`, `job`, `age`, `name`, `likes:coffee`. Of one subject at most
   * one claim of a slot is true at a time, so a new value replaces the old one. `null`: it stands beside others.
   */
  readonly slot: string | null;
  /** False when it denies: "does not like", "no longer works at", 不再. */
  readonly affirmed: boolean;
  readonly method: EvidenceMethod;
  /** How sure the words themselves are, 0–1, before the source is weighed. */
  readonly confidence: number;
  readonly importance: number;
  /** Said as a correction of what was said before ("actually", 不是…而是…). */
  readonly corrects: boolean;
  /** Epoch milliseconds from when, and until when, it is true, where the words say so. */
  readonly validFrom: number | null;
  readonly expiresAt: number | null;
  /** The event it came from, by its place in what was read, and the words in it. */
  readonly source: number;
  readonly span: readonly [start: number, end: number];
  /** Known memories it restates or contradicts, by the numbers a model was shown. */
  readonly matches: readonly number[];
  readonly contradicts: readonly number[];
  /** Known memories that it says again with more: their words give way to its own. Default: none. */
  readonly extends?: readonly number[];
  /** Known memories that the model saw when it proposed this: what it named in no list is another matter. Default: none. */
  readonly seen?: readonly number[];
  /** Further events that it rests on, by their places. Default: none. */
  readonly alsoFrom?: readonly number[];
  /** Default: none. */
  readonly tags?: readonly string[];
  /** Why it waits for somebody's approval, whatever its words. Default: it does not. */
  readonly waits?: string;
  /** It tells the bot what to do, for everybody of the scope. Default: false. */
  readonly rule?: boolean;
}

/** The part of an event that extraction reads. */
export interface SourceEvent {
  readonly role: "user" | "assistant" | "tool" | "system";
  readonly type: string;
  /** The name by which the claim speaks of the speaker; `null` when nobody said it. */
  readonly name: string | null;
  /** The account id or name as stored: what `subject` becomes for a claim about oneself. */
  readonly actor: string | null;
  readonly text: string;
  /** Epoch milliseconds: "tomorrow" is relative to this. */
  readonly at: number;
}
