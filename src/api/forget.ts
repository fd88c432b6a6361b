import type { Memory, MemoryStatus } from "../domain/memory.ts";

/** What to forget: one memory by id or key, or all whose text holds every word of `about`. */
export type ForgetTarget =
  | { readonly id: string }
  | { readonly key: string }
  | {
      readonly about: string /** Only say what would be forgotten. Default: false. */;
      readonly dryRun?: boolean;
    };

export interface ForgetOptions {
  /** Erase now, for good, also from history, events and log files. Default: false, restorable for 30 days. */
  hard?: boolean;
  /**
   * With `hard`: also take it out of every other message of the scope that speaks of it, such as the bot's repetition.
   * Default: false.
   */
  echoes?: boolean;
  /** Only memories in one of these statuses. Default: all that are not forgotten, with `hard` those too. */
  statuses?: readonly MemoryStatus[];
  /** For the history. Default: `"forget"`. */
  reason?: string;
  /** The operation that this is part of, by a name of yours. Default: with `about` a new one, else none. */
  batch?: string;
  signal?: AbortSignal;
}

export interface ForgetResult {
  readonly found: boolean;
  /** What was forgotten, or would be. After a hard forget: as it was. */
  readonly memories: readonly Memory[];
  /** `memories.undoBatch()` takes it all back. `null`: it is no batch, was hard, or nothing was forgotten. */
  readonly batch: string | null;
}
