import { withOptionChecks } from "../../api/calls/index.ts";
import type { MemoriesHandle } from "../../api/memories.ts";
import type { ReasonOptions } from "../../api/options.ts";
import type { EventsHandle } from "../../api/scope.ts";
import { type Access, checkUnbound } from "../../domain/allowlist.ts";
import { checkFlag, checkReason, checkWhole, MAX_PER_PAGE } from "../../domain/arguments.ts";
import { checkAborted } from "../../domain/errors.ts";
import type { Scope } from "../../domain/scope.ts";
import { checkId } from "../../domain/text.ts";
import { checkEventFilter, checkFilter, visibleFilter } from "../../read/parse/filter.ts";
import { eventInScope, pageOfEvents } from "../../read/views/event-list.ts";
import {
  memoryInScope,
  needAudit,
  pageOfDecisions,
  pageOfHistory,
  pageOfMemories,
  visibleRelations,
} from "../../read/views/memory-lists.ts";
import { proofOf } from "../../read/views/proof.ts";
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

/** A memory of a category that the handle is not bound to is as if it were not there. */
export function memoriesHandle(engine: Engine, scope: Scope, acting: Acting): MemoriesHandle {
  return withOptionChecks("memories", {
    ...readsOf(engine, scope, acting),
    ...changesOf(engine, scope, acting),
  });
}

type MemoryReads = Pick<MemoriesHandle, "get" | "list" | "decisions" | "history" | "proof" | "relations">;

function readsOf(engine: Engine, scope: Scope, acting: Acting): MemoryReads {
  const { access } = acting;
  const visible = { scope, access };
  const wholeIdOf = async (id: string | undefined): Promise<string | undefined> =>
    id === undefined ? undefined : wholeId(engine, scope, acting, id);
  return {
    get: async (id) => memoryInScope(engine, visible, checkId(id, "id")),

    async list({ limit, cursor, signal, ...rest } = {}) {
      const filter = visibleFilter(access, checkFilter(rest, "list()"));
      engine.use();
      await engine.markdown.loaded(scope);
      return pageOfMemories(engine, scope, filter, { limit, cursor, signal });
    },

    async decisions(id, { outcome, ...paging } = {}) {
      needAudit(engine, "show");
      const filter = {
        memory: await wholeIdOf(id),
        outcome: outcome === undefined ? undefined : checkId(outcome, "outcome"),
      };
      return pageOfDecisions(engine, visible, filter, paging);
    },

    async history(id, paging = {}) {
      needAudit(engine, "show");
      return pageOfHistory(engine, visible, await wholeIdOf(id), paging);
    },

    proof: async (id) => proofOf(engine, scope, access, checkId(id, "id")),

    async relations(id, { limit = 50, signal } = {}) {
      const most = checkWhole(limit, "limit", 1, MAX_PER_PAGE);
      checkAborted(signal);
      return visibleRelations(engine, visible, { memory: await wholeIdOf(id), limit: most });
    },
  };
}

function changesOf(engine: Engine, scope: Scope, acting: Acting): Omit<MemoriesHandle, keyof MemoryReads> {
  const by = ({ reason, signal }: ReasonOptions = {}, call: string): ByHand => ({
    scope,
    acting,
    reason: checkReason(reason, call),
    signal,
  });
  return {
    async update(id, changes, { ifRev, ...options } = {}) {
      return reviseMemory(engine, by(options, "update"), id, { changes, ifRev: checkRev(ifRev) });
    },

    delete: async (id, { hard = false, bringBack = true, ...options } = {}) =>
      deleteMemory(engine, by(options, "delete"), id, {
        hard: checkFlag(hard, "hard"),
        bringBack: checkFlag(bringBack, "bringBack"),
      }),

    restore: async (id, options) => restoreMemory(engine, by(options, "restore"), id),
    approve: async (id, options) => changeStatus(engine, "approve", by(options, "approve"), id),
    reject: async (id, options) => changeStatus(engine, "reject", by(options, "reject"), id),

    // Of one memory it always answers with that.
    undo: (async (id, { letsIn = true, activatePending = letsIn, ifRev, ...options } = {}) => {
      needAudit(engine, "undo");
      return undoChange(engine, by(options, "undo"), id, {
        activatePending: checkFlag(activatePending, "activatePending"),
        ifRev: checkRev(ifRev),
      });
    }) as MemoriesHandle["undo"],

    async undoBatch(batch, { letsIn = true, activatePending = letsIn, ...options } = {}) {
      needAudit(engine, "undo");
      return undoWhole(
        engine,
        by(options, "undoBatch"),
        batch,
        checkFlag(activatePending, "activatePending"),
      );
    },
  };
}

function checkRev(ifRev: number | undefined): number | null {
  return ifRev === undefined ? null : checkWhole(ifRev, "ifRev", 0, Number.MAX_SAFE_INTEGER);
}

/** Events belong to no category: who is bound to some sees none of them. */
export function eventsHandle(engine: Engine, scope: Scope, access: Access): EventsHandle {
  return withOptionChecks("events", {
    async get(id) {
      checkUnbound(access, "events");
      return eventInScope(engine, scope, checkId(id, "id"));
    },

    async list({ limit, cursor, signal, ...rest } = {}) {
      checkUnbound(access, "events");
      return pageOfEvents(engine, scope, checkEventFilter(rest), { limit, cursor, signal });
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
