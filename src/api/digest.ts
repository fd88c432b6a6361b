import type { ChatMessage } from "../domain/inject.ts";
import type { CallOptions } from "./options.ts";
import type { Degraded } from "./recall.ts";

/**
 * How a context's text was made: all parts `merged` by a model, the only part there is (`facts`, `today`, `history`), the parts
 * `joined` without a model, the `last_good` one because a model took too long, or `nothing`.
 */
export type DigestSource = "merged" | "facts" | "today" | "history" | "joined" | "last_good" | "nothing";

export interface DigestOptions extends CallOptions {
  /** Milliseconds to wait for models. Default: `digest.deadlineMs`. */
  deadlineMs?: number;
}

/** All that is known about one person: lasting facts, the current day, and the six days before. */
export interface DigestContext {
  /** The account id it is about. */
  readonly person: string;
  /** The current name of that person. */
  readonly name: string;
  /** One text for a prompt; `null` when nothing at all is known. */
  readonly text: string | null;
  readonly source: DigestSource;
  /** The parts it was made from, each in its budget. */
  readonly parts: {
    readonly facts: string | null;
    readonly today: string | null;
    readonly history: string | null;
  };
  /** Why it is not what it could be; `null` when it is. */
  readonly degraded: Degraded | null;
  /** The block for a prompt; `""` when nothing is known. Pure. */
  toPrompt(): string;
  /** A new list of messages with the block in the preset's place; again, it replaces the one before. Pure. */
  injectInto<M extends ChatMessage>(messages: readonly M[]): M[];
}

/** The summary of one person's day, once that day is over. */
export interface DigestDay {
  /** `2026-05-12`, in the settings' `digest.zone`. */
  readonly day: string;
  /** The account id it is about. */
  readonly person: string;
  /** That person's current name. */
  readonly name: string;
  readonly text: string;
  /** `extract`: lines that the engine chose, without a model. */
  readonly method: "model" | "extract";
  readonly model: string | null;
}

export interface DigestDaysOptions extends CallOptions {
  /** Maximum number of days. Default: 30, at most 1,000. */
  limit?: number;
}

/** Day summaries of a scope and the contexts made of them. */
export interface DigestHandle {
  /**
   * The memory of a person of this scope, by account id. It never waits longer than its deadline and never fails
   * because no model is available. In a `user:` scope the person is that user by default.
   */
  context(person?: string, options?: DigestOptions): Promise<DigestContext>;
  /** The stored summaries of past days, newest first: of one person, or of everybody who spoke. No model is called. */
  days(person?: string, options?: DigestDaysOptions): Promise<DigestDay[]>;
}
