import type { FeedbackEffect, FeedbackVerdict } from "../domain/feedback.ts";
import type { PageOptions } from "./options.ts";
import type { Receipt } from "./recall.ts";

/** What somebody says of a line. Name the line in one way: `memory`, `event`, `reply` and `line`, or `receipt` and `line`. */
export interface FeedbackInput {
  /** The memory, by its id. */
  memory?: string;
  /** The quoted message, by the id of its event. */
  event?: string;
  /** The id of the reply's event; `line` names a line of its context. With another name of the line, only recorded. */
  reply?: string;
  receipt?: Receipt;
  /** The number of a line in the block, from 1, as `context()` lists them. */
  line?: number;
  /** `helped`: kept as it is. `wrong`, `private`: out of every prompt at once, until a person has decided. */
  verdict: FeedbackVerdict;
  /** Who says so, by account id. Default: unknown. */
  by?: string;
  /** In their own words; erased with the line. Default: none. */
  note?: string;
}

export interface Feedback {
  /** Its number in the scope. */
  readonly id: number;
  /** The memory; `null`: it is about a message. */
  readonly memory: string | null;
  /** The id of the message's event; `null`: it is about a memory. */
  readonly event: string | null;
  readonly reply: string | null;
  readonly verdict: FeedbackVerdict;
  readonly by: string | null;
  readonly note: string | null;
  readonly effect: FeedbackEffect;
  /** Takes the effect back: `memories.undoBatch(batch)`. `null`: there was none. */
  readonly batch: string | null;
  readonly at: Date;
}

export interface FeedbackListOptions extends PageOptions {
  /** Only about this memory. Default: about everything. */
  memory?: string;
  /** Only about lines of this reply. */
  reply?: string;
}
