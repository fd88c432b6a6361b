import type { DecisionEntry, HistoryEntry } from "../domain/change.ts";
import type { Event, Evidence, Validity } from "../domain/event.ts";
import type { MEMORY_FIELDS, Memory, WaitingStatus } from "../domain/memory.ts";
import type { FilterOf, UpdateOf } from "../domain/memory-field.ts";
import type { RelationType } from "../domain/relation.ts";
import type { CallOptions, Page, PageOptions, ReasonOptions } from "./options.ts";
import type { Proposal } from "./profile.ts";
import type { ForgetOptions } from "./write.ts";

/** A piece of evidence with its event. */
export type QuotedEvidence = Evidence & { readonly event: Event };

/** A memory with all of its evidence: the answer to "why do you believe that?". */
export interface Proof {
  readonly memory: Memory;
  readonly evidence: readonly QuotedEvidence[];
  readonly validity: readonly Validity[];
  /** Memories that it superseded, oldest first. */
  readonly supersedes: readonly Memory[];
}

/** A restored memory, with the effects on others. */
export interface RestoredMemory extends Memory {
  /** Ids of the memories that were current in its place and are superseded by it now. */
  readonly ended: readonly string[];
  /** Ids of further memories that those had superseded. They are unchanged; restore them one by one. */
  readonly stillReplaced: readonly string[];
}

/** A forgotten memory, with the memories that it had superseded. */
export interface DeletedMemory extends Memory {
  /** Ids of the memories that are current again. */
  readonly restored: readonly string[];
  /** Ids of the memories that are not. Restore those that are true again. */
  readonly replaced: readonly string[];
}

/** The fields that `memories.update()` can change. */
export type MemoryUpdate = UpdateOf<typeof MEMORY_FIELDS>;

export interface UndoOptions extends ReasonOptions {
  /** `false`: refuse to change memories that wait for review or were rejected in one. Default: true. */
  activatePending?: boolean;
  /** @deprecated Use `activatePending`. */
  letsIn?: boolean;
}

/** An undone change and the batch it belonged to. */
export interface UndoneChange {
  readonly rev: number;
  /** As in the history; `HIDE` for messages that were forgotten without a memory. */
  readonly event: string;
  readonly batch: string | null;
}

/** A link between two memories of a scope. It has no direction: the smaller id stands first. */
export interface Relation {
  readonly from: string;
  readonly to: string;
  readonly type: RelationType;
  /** How near the two are, 0–1. */
  readonly strength: number;
  readonly createdAt: Date;
}

export interface RelationsOptions extends CallOptions {
  /** Maximum number of links. Default: 50, at most 1,000. */
  limit?: number;
}

/** The memories of one scope. Ids can be shortened to their first six characters. */
export interface MemoriesHandle {
  get(id: string): Promise<Memory | null>;
  /** Newest first. Default: every status but `soft_deleted`. */
  list(options?: PageOptions & MemoryFilter): Promise<Page<Memory>>;
  /** With `ifRev`, only when the memory is still at that revision. */
  update(id: string, changes: MemoryUpdate, options?: ReasonOptions & { ifRev?: number }): Promise<Memory>;
  /** As `forget({ id })`, but an unknown id is an error. */
  delete(
    id: string,
    options?: ReasonOptions & Pick<ForgetOptions, "hard" | "bringBack">,
  ): Promise<DeletedMemory>;
  /**
   * Restores a forgotten, expired, disabled or superseded memory; memories that are current in its place are superseded by
   * it. One that was pending or disabled when forgotten returns to that status.
   */
  restore(id: string, options?: ReasonOptions): Promise<RestoredMemory>;
  /**
   * Approves a waiting memory: pending or shadow becomes active with confidence 1, and the memories it replaces are
   * superseded. An active memory does not change, unless a tool asked to forget it: then it is forgotten.
   */
  approve(id: string, options?: ReasonOptions): Promise<Memory>;
  /** Rejects a waiting memory: it is disabled and not extracted again. A memory that a tool asked to forget is kept. */
  reject(id: string, options?: ReasonOptions): Promise<Memory>;
  /** Decisions about one memory or the whole scope, including rejected candidates; newest first. */
  decisions(id?: string, options?: PageOptions & { outcome?: string }): Promise<Page<DecisionEntry>>;
  /** History of one memory or the whole scope, newest first. */
  history(id?: string, options?: PageOptions): Promise<Page<HistoryEntry>>;
  /**
   * Undoes the last change of one memory. Repeat to go further back. With `ifRev`, only when that change is the one of this
   * revision, else `conflict`.
   */
  undo(
    id: string,
    options?: UndoOptions & { ifRev?: number },
  ): Promise<{ memory: Memory; undone: UndoneChange }>;
  /**
   * Undoes the last change of the scope. Repeat to go further back. `memory` is `null` where that change only hid
   * messages: they are quoted again. Fails with `gone` after an erasure, and with `conflict` after a person was forgotten.
   */
  undo(
    id?: string,
    options?: UndoOptions & { ifRev?: number },
  ): Promise<{ memory: Memory | null; undone: UndoneChange }>;
  /**
   * Undoes a whole batch in the scope, or nothing. `batch` is the id that a bulk forget or an import returned, or
   * that the history shows. Fails with `conflict` if a memory was changed since, and with `gone` if one was purged.
   */
  undoBatch(
    batch: string,
    options?: UndoOptions,
  ): Promise<{ memories: readonly Memory[]; undone: readonly UndoneChange[] }>;
  proof(id: string): Promise<Proof>;
  /** Links between active memories, of one memory or of the whole scope; the strongest first. */
  relations(id?: string, options?: RelationsOptions): Promise<Relation[]>;
}

/** Filters of lists and recalls, applied in the store. Times are epoch milliseconds. */
export type MemoryFilter = FilterOf<typeof MEMORY_FIELDS>;

/** A memory that waits for review. */
export interface WaitingMemory {
  readonly kind: "memory";
  /** Effect of an approval: activate the memory, or forget an active one as a model's tool asked. */
  readonly asks: "keep" | "forget";
  readonly scope: string;
  readonly memory: Memory;
  /** Why it waits; `null` if no reason was recorded. */
  readonly reason: string | null;
  readonly evidence: readonly QuotedEvidence[];
  /** Memories that an approval supersedes. */
  readonly replaces: readonly Memory[];
}

/** A profile change that waits for consent or a second signal. */
export interface WaitingProposal {
  readonly kind: "profile";
  readonly scope: string;
  readonly proposal: Proposal;
  /** The events that support it. */
  readonly events: readonly Event[];
}

export type Waiting = WaitingMemory | WaitingProposal;

export interface ReviewOptions extends PageOptions {
  /** `"pending"`: memories that need approval, and profile proposals. `"shadow"`: memories that are only recorded. Default: both. */
  status?: WaitingStatus;
}
