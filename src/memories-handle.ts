import { checkAllowed, mayTouch } from "./domain/allowlist.ts";
import { checkFlag, checkOptions, checkReason, checkSignal, checkWhole } from "./domain/arguments.ts";
import type { HistoryEntry } from "./domain/change.ts";
import type { DecisionEntry } from "./domain/decision.ts";
import { MemoirError } from "./domain/errors.ts";
import { MEMORY_STATUSES, type Memory, type MemoryStatus } from "./domain/memory.ts";
import type { Scope } from "./domain/scope.ts";
import { checkId } from "./domain/text.ts";
import { embedNow } from "./embed-now.ts";
import { type Acting, type Engine, writeContext } from "./engine.ts";
import { type Page, type PageOptions, page } from "./page.ts";
import { type Proof, quotedEvidence } from "./proof.ts";
import { checkFilter } from "./read/check-filter.ts";
import { visibleOnly } from "./read/filter.ts";
import { type ReadableScope, resolveScopes } from "./read/resolve.ts";
import { listDecisions, toDecisionEntry, withoutQuotes } from "./store/decisions.ts";
import { openForget } from "./store/forget-waits.ts";
import { listHistory, toHistoryEntry } from "./store/history.ts";
import {
  findMemoriesByPrefix,
  findMemory,
  type MemoryRow,
  SHORT_ID,
  statusAt,
  toMemory,
} from "./store/memories.ts";
import { listMemories, type MemoryFilter } from "./store/memory-search.ts";
import type { Reader } from "./store/tx.ts";
import { intervalsOf } from "./store/validity.ts";
import { editOf, type MemoryUpdate, revisable } from "./write/revise.ts";

export interface ReasonOptions {
  /** Why, for the history. Default: the name of the call. */
  reason?: string;
  signal?: AbortSignal;
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
  undo(
    id?: string,
    options?: ReasonOptions & {
      /** `false`: refuses to let in what waits for a person, or was refused by one. Default: true. */
      letsIn?: boolean;
    },
  ): Promise<{ memory: Memory; undone: { rev: number; event: string } }>;
  proof(id: string): Promise<Proof>;
}

const DAY = 86_400_000;
/** Decisions are numbered in their event; so many fit in one. */
const PER_EVENT = 2 ** 16;

/** A memory of a category that the handle is not bound to is as if it were not there. */
export function memoriesOf(engine: Engine, scope: Scope, acting: Acting): MemoriesHandle {
  const { access, actor } = acting;
  const only = access.categories ?? undefined;
  const readable = async (): Promise<ReadableScope | undefined> =>
    (await resolveScopes(engine.use(), [scope]))[0];
  const find = async (id: string): Promise<(ReadableScope & { row: MemoryRow }) | undefined> => {
    const found = await readable();
    const row = found === undefined ? undefined : await oneMemory(engine.use(), found, id);
    if (found === undefined || row === undefined || !mayTouch(only, row.category)) return undefined;
    return { ...found, row };
  };
  const idOf = async (id: string): Promise<string> => {
    const wanted = checkId(id, "id");
    const row = (await find(wanted))?.row;
    // The store tells "never was" from "purged", so an unknown id goes on to it.
    return row?.id ?? wanted;
  };
  const context = (reason: string) => writeContext(engine, scope, acting, reason);
  const seen = (row: MemoryRow): Memory => toMemory(row, engine.now().getTime());
  const done = (row: MemoryRow): Memory => {
    engine.changed();
    return seen(row);
  };
  const purgeAt = (at: number): number => at + engine.settings.forget.purgeAfterDays * DAY;
  const decide = async (
    call: "approve" | "reject",
    id: string,
    options: ReasonOptions | undefined,
  ): Promise<Memory> => {
    const { reason, signal } = told(options, call);
    const args = { ...context(reason), id: await idOf(id) };
    if (!(await isToBeForgotten(args.id))) return done(await engine.store.write(call, args, { signal }));
    const answer = call === "approve" ? "approved" : "rejected";
    const kept = await engine.store.write("answerForget", { ...args, answer }, { signal });
    if (answer === "rejected") return done(kept);
    const ids = [args.id];
    const [row] = await engine.store.write("forget", { ...args, ids, purgeAt: purgeAt(args.at) }, { signal });
    return done(row ?? kept);
  };
  /** Whether a tool's wish to forget an active memory waits for an answer. */
  const isToBeForgotten = async (id: string): Promise<boolean> => {
    const row = (await find(id))?.row;
    if (row === undefined || statusAt(row, engine.now().getTime()) !== "active") return false;
    const place = await readable();
    if (place === undefined) return false;
    return (await openForget(engine.use(), scope.tenant, place.num, id)) !== undefined;
  };
  const needAudit = (what: string): void => {
    if (engine.settings.audit === "full") return;
    throw new MemoirError("audit_off", `audit is off in the settings, so there is no history to ${what}.`);
  };

  return {
    async get(id) {
      const found = await find(checkId(id, "id"));
      return found === undefined ? null : seen(found.row);
    },

    async list(options) {
      const { limit, cursor, signal, ...rest } = checkOptions(options, "list()");
      const filter = visibleOnly(access, checkFilter(rest, "list()"));
      const found = await readable();
      const statuses = filter.status ?? ALL_BUT_FORGOTTEN;
      return page({ limit, cursor, signal: checkSignal(signal) }, async (before, size) => {
        if (found === undefined) return [];
        const where = { ...filter, status: statuses, at: engine.now().getTime() };
        const rows = await listMemories(engine.use(), scope.tenant, found.num, where, before, size);
        return rows.map((row) => ({ item: seen(row), place: row.num }));
      });
    },

    async update(id, changes, options) {
      const patch = revisable(changes, engine.settings.privacy.denyPatterns);
      if (patch.category !== undefined) checkAllowed(access, patch.category);
      const { ifRev } = checkOptions(options, "update()");
      const { reason, signal } = told(options, "update");
      const args = {
        ...context(reason),
        id: await idOf(id),
        patch,
        ifRev: ifRev === undefined ? null : checkWhole(ifRev, "ifRev", 0, Number.MAX_SAFE_INTEGER),
        edit:
          patch.text === undefined
            ? null
            : {
                ...editOf(patch.text, actor, engine.now().getTime()),
                vectors: await embedNow(engine.embedder, patch.text),
              },
      };
      return done(await engine.store.write("revise", args, { signal }));
    },

    async delete(id, options) {
      const hard = checkFlag(checkOptions(options, "delete()").hard ?? false, "hard");
      const { reason, signal } = told(options, "delete");
      const base = context(reason);
      const ids = [await idOf(id)];
      const rows = hard
        ? await engine.store.write("purge", { ...base, ids }, { signal })
        : await engine.store.write("forget", { ...base, ids, purgeAt: purgeAt(base.at) }, { signal });
      return done(rows[0] as MemoryRow);
    },

    async restore(id, options) {
      const { reason, signal } = told(options, "restore");
      const args = { ...context(reason), id: await idOf(id) };
      return done(await engine.store.write("restore", args, { signal }));
    },

    approve: (id, options) => decide("approve", id, options),
    reject: (id, options) => decide("reject", id, options),

    async decisions(id, options) {
      needAudit("show");
      const { limit, cursor, signal, outcome } = checkOptions(options, "decisions()");
      const filter = {
        memory: id === undefined ? undefined : await idOf(id),
        outcome: outcome === undefined ? undefined : checkId(outcome, "outcome"),
        categories: only,
      };
      const found = await readable();
      return page({ limit, cursor, signal: checkSignal(signal) }, async (before, size) => {
        if (found === undefined) return [];
        const below = { seq: Math.floor(before / PER_EVENT), num: before % PER_EVENT };
        const rows = await listDecisions(engine.use(), scope.tenant, found.num, filter, below, size);
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
      const found = await readable();
      return page({ limit, cursor, signal: checkSignal(signal) }, async (before, size) => {
        if (found === undefined) return [];
        const rows = await listHistory(engine.use(), scope.tenant, found.num, filter, before, size);
        return rows.map((row) => ({ item: toHistoryEntry(row), place: row.rev }));
      });
    },

    async undo(id, options) {
      needAudit("undo");
      const { reason, signal } = told(options, "undo");
      const letsIn = checkFlag(checkOptions(options, "undo()").letsIn ?? true, "letsIn");
      const base = context(reason);
      const target = id === undefined ? null : await idOf(id);
      const args = { ...base, id: target, purgeAt: purgeAt(base.at), letsIn };
      const { memory, undone } = await engine.store.write("undo", args, { signal });
      return { memory: done(memory), undone };
    },

    async proof(id) {
      const found = await find(checkId(id, "id"));
      if (found === undefined) {
        throw new MemoirError(
          "not_found",
          `There is no memory ${id} in this scope. List them to see what is there.`,
          {
            details: { id },
          },
        );
      }
      const { num, row } = found;
      const reader = engine.use();
      return {
        memory: seen(row),
        validity: await intervalsOf(reader, scope.tenant, num, row.id),
        evidence: await quotedEvidence(reader, scope.tenant, num, row.id, access),
      };
    },
  };
}

/** What every change may be told. */
function told(
  options: ReasonOptions | undefined,
  call: string,
): { reason: string; signal: AbortSignal | undefined } {
  const { reason, signal } = checkOptions(options, `${call}()`);
  return { reason: checkReason(reason, call), signal: checkSignal(signal) };
}

/** What a list shows unless it is told otherwise. */
export const ALL_BUT_FORGOTTEN: readonly MemoryStatus[] = MEMORY_STATUSES.filter(
  (status) => status !== "soft_deleted",
);

/** By whole id, or by its beginning when that names exactly one. */
export async function oneMemory(
  reader: Reader,
  found: ReadableScope,
  id: string,
): Promise<MemoryRow | undefined> {
  const { tenant } = found.scope;
  const exact = await findMemory(reader, tenant, found.num, id);
  if (exact !== undefined || id.length < SHORT_ID) return exact;
  const rows = await findMemoriesByPrefix(reader, tenant, found.num, id);
  if (rows.length > 1) {
    throw new MemoirError(
      "invalid_argument",
      `More than one memory's id begins with ${id}. Give more of it.`,
    );
  }
  return rows[0];
}
