import type { LineRef } from "../domain/block-ref.ts";
import type { Via } from "../domain/enums.ts";
import type { Event } from "../domain/event.ts";
import type { Placement } from "../domain/inject.ts";
import type { CallOptions } from "./options.ts";
import type { Receipt } from "./recall.ts";

/**
 * What became of a line since: `current`: it says the same now. `changed`: its words were changed; the text is the old
 * one. `replaced`: another memory took its place. `held`: it waits for a person, or was refused. `forgotten`: it can still
 * be restored. `erased`: its words are gone. `unknown`: the settings keep no history; the text is today's. `unseen`: this
 * handle does not read the scope that it came from.
 */
export type LineState =
  | "current"
  | "changed"
  | "replaced"
  | "held"
  | "forgotten"
  | "erased"
  | "unknown"
  | "unseen";

/** A line of a block, as the model was given it. */
export interface ContextLine {
  readonly kind: LineRef["kind"];
  /** The memory, or the event that is quoted; `null` where it is gone or not seen. */
  readonly id: string | null;
  readonly scope: string;
  /** What it said then; `null` where that is gone or not for this reader. */
  readonly text: string | null;
  /** Part of every prompt, independent of the question. */
  readonly core: boolean;
  readonly why: { readonly via: Via; readonly relevance: number };
  readonly state: LineState;
}

/** What a model knew when it said something: the memory block that went with the reply. */
export interface ReplyContext {
  /** The id of the reply's event. */
  readonly reply: string;
  /** The reply and the question; `null` where they were not observed. */
  readonly event: Event | null;
  readonly question: Event | null;
  readonly thread: string | null;
  readonly at: Date;
  /** The block as it stood in the prompt; `[erased]` in place of words that are gone. */
  readonly block: string;
  /** In the order of the block. Feedback names a line by its number, from 1. */
  readonly lines: readonly ContextLine[];
  /** Of the block as it was, and how many it could have had. */
  readonly tokens: number;
  readonly maxTokens: number | null;
  readonly placement: Placement;
  /** Why the recall was incomplete; `null` = it was not. */
  readonly degraded: string | null;
  readonly receipt: Receipt;
}

/** A recorded context in a list. */
export interface ContextEntry
  extends Pick<ReplyContext, "reply" | "thread" | "at" | "tokens" | "maxTokens" | "degraded"> {
  /** The id of the question's event; `null` if unknown. */
  readonly question: string | null;
  /** How many lines the block had. */
  readonly lines: number;
}

export interface ContextOptions extends CallOptions {
  /** Leaves out the words of lines that were replaced, forgotten or are held back. Default: false. */
  openOnly?: boolean;
}
