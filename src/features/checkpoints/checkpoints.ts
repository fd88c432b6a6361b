import type {
  AgentThread,
  CheckpointsHandle,
  JsonObject,
  ThreadRef,
  ThreadState,
} from "../../api/checkpoints.ts";
import { checkNames, checkOptions } from "../../domain/arguments.ts";
import { checkAborted } from "../../domain/errors.ts";
import { jsonOf } from "../../domain/json-object.ts";
import { formatScope, parseScope, type Scope } from "../../domain/scope.ts";
import { checkId, LIMITS } from "../../domain/text.ts";
import { type CursorFormat, pageBy } from "../../read/views/page.ts";
import {
  FIRST_THREAD,
  findThread,
  listThreads,
  type ThreadPosition,
  type ThreadRow,
} from "../../store/tables/checkpoints.ts";
import { findScope } from "../../store/tables/scopes.ts";
import type { CheckpointContext } from "./context.ts";
import { graphCheckpoints } from "./graph.ts";

export function checkpointsHandle(context: CheckpointContext): CheckpointsHandle {
  return {
    graph: graphCheckpoints(context),

    async save(state) {
      const fields = checkFields(state, ["scope", "thread", "tenant", "data"], "checkpoints.save()");
      context.use();
      const row = await context.store.write("saveThread", {
        ...threadOf(fields),
        data: jsonOf(fields.data, "data", LIMITS.checkpoint),
        anyScope: false,
        at: context.now(),
      });
      return toState(row, row.data!);
    },

    async load(thread) {
      const which = threadOf(checkFields(thread, ["scope", "thread", "tenant"], "checkpoints.load()"));
      const row = await findThread(context.use(), which.scope, which.thread);
      return row === undefined || row.data === null ? null : toState(row, row.data);
    },

    async list(options) {
      const { scope: scopeInput, tenant, signal, ...page } = checkOptions(options, "checkpoints.list()");
      checkNames(page, ["limit", "cursor"], "checkpoints.list()");
      const reader = context.use();
      const scope = parseScope(scopeInput ?? "global", tenant);
      const scopeRef = scopeInput === undefined ? undefined : await findScope(reader, scope);
      return pageBy(page, PLACES, async (next) => {
        checkAborted(signal);
        if (scopeInput !== undefined && scopeRef === undefined) return [];
        const rows = await listThreads(reader, { tenant: scope.tenant, scope: scopeRef?.num }, next);
        return rows.map((row) => ({
          item: toThread(row),
          position: { updatedAt: row.updated_at, scope: row.scope, thread: row.thread },
        }));
      });
    },

    async remove(threads) {
      const { scope, tenant, thread } = checkFields(
        threads,
        ["scope", "thread", "tenant"],
        "checkpoints.remove()",
      );
      context.use();
      return context.store.write("removeThreads", {
        scope: parseScope(scope, tenant),
        thread: thread === undefined ? null : checkId(thread, "thread"),
      });
    },
  };
}

function checkFields<T extends object>(value: T, allowed: readonly string[], call: string): T {
  const fields = checkOptions(value, call);
  checkNames(fields, allowed, call);
  return fields;
}

function threadOf({ scope, tenant, thread }: ThreadRef): { scope: Scope; thread: string } {
  return { scope: parseScope(scope, tenant), thread: checkId(thread, "thread") };
}

function toThread(row: Omit<ThreadRow, "data">): AgentThread {
  return {
    id: row.id,
    scope: formatScope({ kind: row.scope_kind, id: row.scope_id }),
    thread: row.thread,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
  };
}

function toState(row: Omit<ThreadRow, "data">, data: string): ThreadState {
  return { ...toThread(row), data: JSON.parse(data) as JsonObject };
}

/** A thread's id may hold anything, so a cursor is encoded as a whole. */
const PLACES: CursorFormat<ThreadPosition> = {
  top: FIRST_THREAD,
  show: ({ updatedAt, scope, thread }) =>
    Buffer.from(JSON.stringify([updatedAt, scope, thread])).toString("base64url"),
  read(cursor) {
    try {
      const [updatedAt, scope, thread] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as unknown[];
      const isPlace =
        Number.isSafeInteger(updatedAt) && Number.isSafeInteger(scope) && typeof thread === "string";
      return isPlace ? ({ updatedAt, scope, thread } as ThreadPosition) : null;
    } catch {
      return null;
    }
  },
};
