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
  /** Erase permanently, including history, events and log files. Default: false; restorable for 30 days. */
  hard?: boolean;
  /**
   * With `hard`: also remove it from every other message of the scope that repeats it, such as the bot's replies.
   * Default: false.
   */
  echoes?: boolean;
  /** Only memories with one of these statuses. Default: all except forgotten ones; with `hard`, all. */
  statuses?: readonly MemoryStatus[];
  /** Reason, recorded in the history. Default: `"forget"`. */
  reason?: string;
  /** Batch id of your own, to group several calls. Default: a new batch with `about`, otherwise none. */
  batch?: string;
  signal?: AbortSignal;
}

export interface ForgetResult {
  readonly found: boolean;
  /** The memories that were forgotten, or would be. After a hard forget: their last state. */
  readonly memories: readonly Memory[];
  /** Pass it to `memories.undoBatch()` to undo. `null` if there is no batch, the forget was hard, or nothing was found. */
  readonly batch: string | null;
}
