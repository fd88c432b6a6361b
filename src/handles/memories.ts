import { checkFlag, checkOptions, checkReason, checkSignal, checkWhole } from "../domain/arguments.ts";
import type { HistoryEntry } from "../domain/change.ts";
import type { DecisionEntry } from "../domain/decision.ts";
import { MemoirError } from "../domain/errors.ts";
import { ALL_BUT_FORGOTTEN, type Memory } from "../domain/memory.ts";
import type { Scope } from "../domain/scope.ts";
import { checkId } from "../domain/text.ts";
import type { Engine } from "../engine/engine.ts";
import { checkFilter } from "../read/check-filter.ts";
import { visibleOnly } from "../read/filter.ts";
import { type Page, type PageOptions, page } from "../read/page.ts";
import { type Proof, proofOf } from "../read/proof.ts";
import { listDecisions, toDecisionEntry, withoutQuotes } from "../store/decisions.ts";
import { listHistory, toHistoryEntry } from "../store/history.ts";
import { toMemory } from "../store/memories.ts";
import { visibleMemory } from "../store/memory-by-id.ts";
import { listMemories, type MemoryFilter } from "../store/memory-search.ts";
import { findScope } from "../store/scopes.ts";
import {
  type ByHand,
  changeStatus,
  deleteMemory,
  undoChange,
  undoWhole,
  wholeId,
} from "../write/change-by-id.ts";
import { type MemoryUpdate, reviseMemory } from "../write/revise.ts";
import type { Acting } from "../write/write-tools.ts";

export interface ReasonOptions {
  /** Why, for the history. Default: the name of the call. */
  reason?: string;
  signal?: AbortSignal;
}

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

/** Decisions are numbered in their event; so many fit in one. */
const PER_EVENT = 2 ** 16;

/** A memory of a category that the handle is not bound to is as if it were not there. */
export function memoriesOf(engine: Engine, scope: Scope, acting: Acting): MemoriesHandle {
  const { access } = acting;
  const only = access.categories ?? undefined;
  const num = async (): Promise<number | undefined> => (await findScope(engine.use(), scope))?.num;
  const idOf = (id: string): Promise<string> => wholeId(engine, scope, acting, id);
  const by = (options: ReasonOptions | undefined, call: string): ByHand => {
    const { reason, signal } = checkOptions(options, `${call}()`);
    return { scope, acting, reason: checkReason(reason, call), signal: checkSignal(signal) };
  };
  const needAudit = (what: string): void => {
    if (engine.settings.audit === "full") return;
    throw new MemoirError("audit_off", `audit is off in the settings, so there is no history to ${what}.`);
  };

  return {
    async get(id) {
      const found = await visibleMemory(engine.use(), scope, access, checkId(id, "id"));
      return found === undefined ? null : toMemory(found.row, engine.now());
    },

    async list(options) {
      const { limit, cursor, signal, ...rest } = checkOptions(options, "list()");
      const filter = visibleOnly(access, checkFilter(rest, "list()"));
      const found = await num();
      const statuses = filter.status ?? ALL_BUT_FORGOTTEN;
      return page({ limit, cursor, signal: checkSignal(signal) }, async (before, size) => {
        if (found === undefined) return [];
        const at = engine.now();
        const where = { ...filter, status: statuses, at };
        const rows = await listMemories(engine.use(), scope.tenant, found, where, before, size);
        return rows.map((row) => ({ item: toMemory(row, at), place: row.num }));
      });
    },

    async update(id, changes, options) {
      const { ifRev } = checkOptions(options, "update()");
      const rev = ifRev === undefined ? null : checkWhole(ifRev, "ifRev", 0, Number.MAX_SAFE_INTEGER);
      return reviseMemory(engine, by(options, "update"), id, changes, rev);
    },

    async delete(id, options) {
      const hard = checkFlag(checkOptions(options, "delete()").hard ?? false, "hard");
      return deleteMemory(engine, by(options, "delete"), id, hard);
    },

    restore: async (id, options) => changeStatus(engine, "restore", by(options, "restore"), id),
    approve: async (id, options) => changeStatus(engine, "approve", by(options, "approve"), id),
    reject: async (id, options) => changeStatus(engine, "reject", by(options, "reject"), id),

    async decisions(id, options) {
      needAudit("show");
      const { limit, cursor, signal, outcome } = checkOptions(options, "decisions()");
      const filter = {
        memory: id === undefined ? undefined : await idOf(id),
        outcome: outcome === undefined ? undefined : checkId(outcome, "outcome"),
        categories: only,
      };
      const found = await num();
      return page({ limit, cursor, signal: checkSignal(signal) }, async (before, size) => {
        if (found === undefined) return [];
        const below = { seq: Math.floor(before / PER_EVENT), num: before % PER_EVENT };
        const rows = await listDecisions(engine.use(), scope.tenant, found, filter, below, size);
        return rows.map((row) => {
          // A reason may quote what was compared, of whatever category.
          const reason = only === undefined ? row.reason : withoutQuotes(row.reason);
          return { item: toDecisionEntry({ ...row, reason }), place: row.seq * PER_EVENT + row.num };
        });
      });
    },

    async history(id, options) {
      needAudit("show");
      const { limit, cursor, signal } = checkOptions(options, "history()");
      const filter = { memory: id === undefined ? undefined : await idOf(id), categories: only };
      const found = await num();
      return page({ limit, cursor, signal: checkSignal(signal) }, async (before, size) => {
        if (found === undefined) return [];
        const rows = await listHistory(engine.use(), scope.tenant, found, filter, before, size);
        return rows.map((row) => ({ item: toHistoryEntry(row), place: row.rev }));
      });
    },

    async undo(id, options) {
      needAudit("undo");
      const letsIn = checkFlag(checkOptions(options, "undo()").letsIn ?? true, "letsIn");
      return undoChange(engine, by(options, "undo"), id, letsIn);
    },

    async undoBatch(batch, options) {
      needAudit("undo");
      const letsIn = checkFlag(checkOptions(options, "undoBatch()").letsIn ?? true, "letsIn");
      return undoWhole(engine, by(options, "undoBatch"), batch, letsIn);
    },

    proof: async (id) => proofOf(engine, scope, access, checkId(id, "id")),
  };
}
