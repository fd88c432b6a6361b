import type { HistoryEntry } from "../domain/change.ts";
import type { DecisionEntry } from "../domain/decision.ts";
import type { Event } from "../domain/event.ts";
import type { Evidence } from "../domain/evidence.ts";
import type { MEMORY_FIELDS, Memory } from "../domain/memory.ts";
import type { UpdateOf } from "../domain/memory-field.ts";
import type { Validity } from "../domain/validity.ts";
import type { ReasonOptions } from "./call-options.ts";
import type { MemoryFilter } from "./memory-filter.ts";
import type { Page, PageOptions } from "./page.ts";

/** A piece of evidence with the event whose words it is. */
export type QuotedEvidence = Evidence & { readonly event: Event };

/** A memory with all that backs it: the answer to "why do you believe that?". */
export interface Proof {
  readonly memory: Memory;
  readonly evidence: readonly QuotedEvidence[];
  readonly validity: readonly Validity[];
}

/** What `memories.update()` can change (R48, R325). */
export type MemoryUpdate = UpdateOf<typeof MEMORY_FIELDS>;

export interface UndoOptions extends ReasonOptions {
  /** `false`: refuses to let in what waits for a person, or was refused by one. Default: true. */
  letsIn?: boolean;
}

/** A change that was taken back, and the operation that it was part of. */
export interface UndoneChange {
  readonly rev: number;
  readonly event: string;
  readonly batch: string | null;
}

/** The memories of one scope. An id may be cut to its first six characters. */
export interface MemoriesHandle {
  get(id: string): Promise<Memory | null>;
  /** Newest first. Default: every status but `soft_deleted`. */
  list(options?: PageOptions & MemoryFilter): Promise<Page<Memory>>;
  /** With `ifRev`, only when the memory is still at that revision. */
  update(id: string, changes: MemoryUpdate, options?: ReasonOptions & { ifRev?: number }): Promise<Memory>;
  /** As `forget({ id })`, but an unknown id is an error. */
  delete(id: string, options?: ReasonOptions & { hard?: boolean }): Promise<Memory>;
  /** Brings back what was forgotten, expired or disabled. What waited or was disabled when it was forgotten is so again. */
  restore(id: string, options?: ReasonOptions): Promise<Memory>;
  /**
   * Lets in what waits: pending or shadow becomes active with a confidence of 1, and what it replaces is no longer so
   * (C28). What is active already stays as it is, unless a tool asked to forget it: then it is forgotten.
   */
  approve(id: string, options?: ReasonOptions): Promise<Memory>;
  /** Refuses what waits: it is disabled, and is not extracted again (C28). What a tool asked to forget stays. */
  reject(id: string, options?: ReasonOptions): Promise<Memory>;
  /** What was decided about one memory, or in the whole scope, also what was refused; newest first. */
  decisions(id?: string, options?: PageOptions & { outcome?: string }): Promise<Page<DecisionEntry>>;
  /** What happened to one memory, or in the whole scope, newest first. */
  history(id?: string, options?: PageOptions): Promise<Page<HistoryEntry>>;
  /** Takes back the last change of one memory, or of the scope. Repeat it to go further back. */
  undo(id?: string, options?: UndoOptions): Promise<{ memory: Memory; undone: UndoneChange }>;
  /**
   * Takes back all that one operation did in the scope, or nothing: `batch` is what a bulk forget or an import gave, or
   * what the history shows. A memory that was changed since stands in the way (`conflict`), as does a purged one (`gone`).
   */
  undoBatch(
    batch: string,
    options?: UndoOptions,
  ): Promise<{ memories: readonly Memory[]; undone: readonly UndoneChange[] }>;
  proof(id: string): Promise<Proof>;
}
