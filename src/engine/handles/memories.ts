import { checked } from "../../api/calls/index.ts";
import type { MemoriesHandle } from "../../api/memories.ts";
import type { PageOptions, ReasonOptions } from "../../api/options.ts";
import type { EventListOptions, EventsHandle } from "../../api/scope.ts";
import { type Access, checkUnbound } from "../../domain/allowlist.ts";
import { checkFlag, checkOneOf, checkReason, checkWhole, MAX_PER_PAGE } from "../../domain/arguments.ts";
import { checkAborted, MemoirError } from "../../domain/errors.ts";
import { EVENT_ROLES, EVENT_TYPES } from "../../domain/event.ts";
import { ALL_BUT_FORGOTTEN } from "../../domain/memory.ts";
import type { Scope } from "../../domain/scope.ts";
import { checkId, checkTime } from "../../domain/text.ts";
import { checkFilter, visibleFilter } from "../../read/parse/filter.ts";
import { numericCursor, page, pageBy } from "../../read/views/page.ts";
import { proofOf } from "../../read/views/proof.ts";
import { showIn } from "../../read/views/shown-memory.ts";
import { listDecisions, toDecisionEntry, withoutQuotes } from "../../store/tables/decisions.ts";
import { type EventFilter, findEvent, listEvents } from "../../store/tables/events.ts";
import { listHistory, toHistoryEntry } from "../../store/tables/history.ts";
import { visibleMemory } from "../../store/tables/memories.ts";
import { listMemories } from "../../store/tables/memory-search.ts";
import { relationsBetween } from "../../store/tables/relations.ts";
import { findScope, type ScopeRef } from "../../store/tables/scopes.ts";
import { TOP } from "../../store/tx.ts";
import { allowInCore } from "../../write/observe/observe.ts";
import type { Acting } from "../../write/tools/write-tools.ts";
import {
  type ByHand,
  changeStatus,
  deleteMemory,
  restoreMemory,
  reviseMemory,
  undoChange,
  undoWhole,
  wholeId,
} from "../../write/verbs/change-by-id.ts";
import { takeBack } from "../../write/verbs/take-back.ts";
import type { Engine } from "../engine.ts";

/** Decisions are numbered within their event. */
const DECISIONS = numericCursor({ seq: TOP, num: 2 ** 31 - 1 });

/** A memory of a category that the handle is not bound to is as if it were not there. */
export function memoriesHandle(engine: Engine, scope: Scope, acting: Acting): MemoriesHandle {
  const { access } = acting;
  const only = access.categories ?? undefined;
  const found = (): Promise<ScopeRef | undefined> => findScope(engine.use(), scope);
  const idOf = (id: string): Promise<string> => wholeId(engine, scope, acting, id);
  const by = ({ reason, signal }: ReasonOptions = {}, call: string): ByHand => ({
    scope,
    acting,
    reason: checkReason(reason, call),
    signal,
  });
  const needAudit = (what: string): void => {
    if (engine.settings.audit === "full") return;
    throw new MemoirError("audit_off", `audit is off in the settings, so there is no history to ${what}.`);
  };

  return checked("memories", {
    async get(id) {
      const found = await visibleMemory(engine.use(), scope, access, checkId(id, "id"));
      if (found === undefined) return null;
      const show = await showIn(engine.use(), found.scopeRef, scope.kind);
      return show(found.row, engine.now());
    },

    async list({ limit, cursor, signal, ...rest } = {}) {
      const filter = visibleFilter(access, checkFilter(rest, "list()"));
      engine.use();
      await engine.markdown.loaded(scope);
      const scopeRef = await found();
      const statuses = filter.status ?? ALL_BUT_FORGOTTEN;
      return page({ limit, cursor, signal }, async (part) => {
        if (scopeRef === undefined) return [];
        const at = engine.now();
        const where = { ...filter, status: statuses, at };
        const rows = await listMemories(engine.use(), scopeRef, where, part);
        const show = await showIn(engine.use(), scopeRef, scope.kind);
        return rows.map((row) => ({ item: show(row, at), position: row.num }));
      });
    },

    async update(id, changes, { ifRev, ...options } = {}) {
      const rev = ifRev === undefined ? null : checkWhole(ifRev, "ifRev", 0, Number.MAX_SAFE_INTEGER);
      return reviseMemory(engine, by(options, "update"), id, { changes, ifRev: rev });
    },

    delete: async (id, { hard = false, bringBack = true, ...options } = {}) =>
      deleteMemory(engine, by(options, "delete"), id, {
        hard: checkFlag(hard, "hard"),
        bringBack: checkFlag(bringBack, "bringBack"),
      }),

    restore: async (id, options) => restoreMemory(engine, by(options, "restore"), id),
    approve: async (id, options) => changeStatus(engine, "approve", by(options, "approve"), id),
    reject: async (id, options) => changeStatus(engine, "reject", by(options, "reject"), id),

    async decisions(id, { limit, cursor, signal, outcome } = {}) {
      needAudit("show");
      const filter = {
        memory: id === undefined ? undefined : await idOf(id),
        outcome: outcome === undefined ? undefined : checkId(outcome, "outcome"),
        categories: only,
      };
      const scopeRef = await found();
      return pageBy({ limit, cursor, signal }, DECISIONS, async (part) => {
        if (scopeRef === undefined) return [];
        const rows = await listDecisions(engine.use(), scopeRef, filter, part);
        return rows.map((row) => {
          // A reason may quote what was compared, of whatever category.
          const reason = only === undefined ? row.reason : withoutQuotes(row.reason);
          return { item: toDecisionEntry({ ...row, reason }), position: { seq: row.seq, num: row.num } };
        });
      });
    },

    async history(id, { limit, cursor, signal } = {}) {
      needAudit("show");
      const memory = id === undefined ? undefined : await idOf(id);
      const filter = { memory, merged: true, categories: only };
      const scopeRef = await found();
      return page({ limit, cursor, signal }, async (part) => {
        if (scopeRef === undefined) return [];
        const rows = await listHistory(engine.use(), scopeRef, filter, part);
        return rows.map((row) => ({ item: toHistoryEntry(row), position: row.rev }));
      });
    },

    async undo(id, { letsIn = true, activatePending = letsIn, ...options } = {}) {
      needAudit("undo");
      return undoChange(engine, by(options, "undo"), id, checkFlag(activatePending, "activatePending"));
    },

    async undoBatch(batch, { letsIn = true, activatePending = letsIn, ...options } = {}) {
      needAudit("undo");
      return undoWhole(
        engine,
        by(options, "undoBatch"),
        batch,
        checkFlag(activatePending, "activatePending"),
      );
    },

    proof: async (id) => proofOf(engine, scope, access, checkId(id, "id")),

    async relations(id, { limit = 50, signal } = {}) {
      const most = checkWhole(limit, "limit", 1, MAX_PER_PAGE);
      checkAborted(signal);
      const memory = id === undefined ? undefined : await idOf(id);
      const scopeRef = await found();
      if (scopeRef === undefined) return [];
      const filter = { ...visibleFilter(access, { status: ["active"] }), at: engine.now() };
      const rows = await relationsBetween(engine.use(), scopeRef, filter, { memory, limit: most });
      return rows.map(({ from_id, to_id, relation_type, strength, created_at }) => ({
        from: from_id,
        to: to_id,
        type: relation_type,
        strength,
        createdAt: new Date(created_at),
      }));
    },
  });
}

export function checkEventFilter({
  session,
  role,
  type,
  since,
  until,
}: Omit<EventListOptions, keyof PageOptions>): EventFilter {
  return {
    session: session === undefined ? undefined : checkId(session, "session"),
    role: role === undefined ? undefined : checkOneOf(role, EVENT_ROLES, "role"),
    type: type === undefined ? undefined : checkOneOf(type, EVENT_TYPES, "type"),
    since: since === undefined ? undefined : checkTime(since, "since"),
    until: until === undefined ? undefined : checkTime(until, "until"),
  };
}

/** Events belong to no category: who is bound to some sees none of them. */
export function eventsHandle(engine: Engine, scope: Scope, access: Access): EventsHandle {
  const found = (): Promise<ScopeRef | undefined> => findScope(engine.use(), scope);
  return checked("events", {
    async get(id) {
      checkUnbound(access, "events");
      const wanted = checkId(id, "id");
      const scopeRef = await found();
      if (scopeRef === undefined) return null;
      return (await findEvent(engine.use(), scopeRef, wanted)) ?? null;
    },

    async list({ limit, cursor, signal, ...rest } = {}) {
      checkUnbound(access, "events");
      const filter = checkEventFilter(rest);
      const scopeRef = await found();
      return page({ limit, cursor, signal }, async (part) => {
        if (scopeRef === undefined) return [];
        const events = await listEvents(engine.use(), scopeRef, filter, part);
        return events.map((event) => ({ item: event, position: event.seq }));
      });
    },

    edit: async (id, text, options = {}) => {
      checkUnbound(access, "events");
      return takeBack(engine, scope, { id, text }, options);
    },

    remove: async (id, options = {}) => {
      checkUnbound(access, "events");
      return takeBack(engine, scope, { id, text: null }, options);
    },

    allowCore: async (id, allowed, options = {}) => {
      checkUnbound(access, "events");
      return allowInCore(engine, scope, { id, allowed }, options);
    },
  });
}
