import type { HistoryEntry } from "../domain/change.ts";
import type { DecisionEntry } from "../domain/decision.ts";
import type { Event } from "../domain/event.ts";
import type { Evidence } from "../domain/evidence.ts";
import type { Memory, MemoryStatus, MemoryType } from "../domain/memory.ts";
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
export interface MemoryUpdate {
  text?: string;
  key?: string;
  type?: MemoryType;
  category?: string;
  tags?: readonly string[];
  confidence?: number;
  importance?: number;
  pinned?: boolean;
  /** Days from the last confirmation; `null` = permanent. */
  ttlDays?: number | null;
  expiresAt?: Date | string | number | null;
  subject?: string | null;
  /** An operator's veto or its end. To forget, use `delete()`: it also keeps the claim from coming back. */
  status?: Extract<MemoryStatus, "active" | "disabled" | "archived" | "shadow">;
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
   * (C28). What is active already stays as it is.
   */
  approve(id: string, options?: ReasonOptions): Promise<Memory>;
  /** Refuses what waits: it is disabled, and is not extracted again (C28). */
  reject(id: string, options?: ReasonOptions): Promise<Memory>;
  /** What was decided about one memory, or in the whole scope, also what was refused; newest first. */
  decisions(id?: string, options?: PageOptions & { outcome?: string }): Promise<Page<DecisionEntry>>;
  /** What happened to one memory, or in the whole scope, newest first. */
  history(id?: string, options?: PageOptions): Promise<Page<HistoryEntry>>;
  /** Takes back the last change of one memory, or of the scope. Repeat it to go further back. */
  undo(
    id?: string,
    options?: ReasonOptions & {
      /** `false`: refuses to let in what waits for a person, or was refused by one. Default: true. */
      letsIn?: boolean;
    },
  ): Promise<{ memory: Memory; undone: { rev: number; event: string } }>;
  proof(id: string): Promise<Proof>;
}
