import { MEMORIES_CALLS, TENANT_MEMORIES_CALLS } from "../../../api/calls/memories.ts";
import { filterFromQuery } from "../../../api/calls/schemas/memory.ts";
import { withoutUndefined } from "../../../domain/arguments.ts";
import { noMemory } from "../../../domain/errors.ts";
import { scopeRoutes, tenantRoutes } from "../call-routes.ts";
import { checkRole } from "../identify.ts";
import { authorizedScopeName, optionsOf, severalScopes } from "../own-scope.ts";
import { ifMatch, withPrecondition } from "../read-input.ts";
import type { Route } from "../route.ts";
import {
  authorizedMemory,
  bringable,
  isVisible,
  itemOf,
  mayActivatePending,
  mayBringBack,
  replyItem,
  replyUndone,
  shownEvent,
  visibleFields,
  visibleStatuses,
} from "./item-of.ts";

export const itemRoutes = scopeRoutes(
  MEMORIES_CALLS,
  ({ memories }) => memories,
  {
    list: async ({ authorizedScope, authorizedTenant, principal, query, signal }) => {
      const status = visibleStatuses(principal, query.status);
      const { limit, cursor, sort, ascending, skip, links } = query;
      // What was replaced is for operators to see.
      if (links === true) checkRole(principal, "operator");
      const options = { ...filterFromQuery(query), status, limit, cursor, signal };
      const isOrdered = [sort, ascending, skip, links].some((one) => one !== undefined);
      const several =
        severalScopes(principal, query) ?? (isOrdered ? authorizedScopeName(principal, query) : null);
      if (several !== null) {
        return authorizedTenant().memories.list({ ...options, ...several, sort, ascending, skip, links });
      }
      const handle = authorizedScope(query);
      const { items, next } = await handle.memories.list(options);
      return { items: items.map((memory) => ({ scope: handle.scope, memory })), next };
    },

    proof: async (call) => {
      const { handle, id } = await itemOf(call);
      const proof = await handle.memories.proof(id);
      if (!isVisible(call.principal, proof.memory)) throw noMemory(id);
      const supersedes = proof.supersedes.filter((memory) => isVisible(call.principal, memory));
      const evidence = proof.evidence.map((evidence) => ({
        ...evidence,
        event: shownEvent(call.principal, evidence.event),
      }));
      return replyItem(handle, proof.memory, { ...proof, evidence, supersedes });
    },

    update: async (call) => {
      const ifRev = ifMatch(call.request);
      const { reason: why, ...changes } = call.body;
      const { handle, id } = await authorizedMemory(call);
      const options = withoutUndefined({ reason: why, ifRev, signal: call.signal });
      return replyItem(
        handle,
        await withPrecondition(ifRev, () => handle.memories.update(id, withoutUndefined(changes), options)),
      );
    },

    delete: async (call) => {
      const { hard, bring_back: bringBack, reason: why } = call.query;
      // Deleting again is no error; but who cannot see what was forgotten is not shown it so.
      let isShown = true;
      const { handle, id } = await authorizedMemory(call, (principal, memory) => {
        isShown = isVisible(principal, memory);
        return isShown || memory.status === "soft_deleted";
      });
      const options = withoutUndefined({ hard, bringBack, reason: why, signal: call.signal });
      const { restored, replaced, ...memory } = await handle.memories.delete(id, options);
      return replyItem(handle, visibleFields(call.principal, memory, isShown), {
        restored,
        replaced: await bringable(call.principal, handle, replaced),
      });
    },

    restore: async (call) => {
      const { handle, id } = await authorizedMemory(call, mayBringBack);
      const options = withoutUndefined({ ...call.body, signal: call.signal });
      const { ended, stillReplaced, ...memory } = await handle.memories.restore(id, options);
      return replyItem(handle, visibleFields(call.principal, memory), { ended, stillReplaced });
    },

    undo: async (call) => {
      const { handle, id } = await authorizedMemory(call, mayBringBack);
      return replyUndone(handle, id, call);
    },

    undoBatch: async ({ authorizedScope, principal, params, body, signal }) => {
      const handle = authorizedScope(body);
      const activatePending = mayActivatePending(principal, body);
      const options = optionsOf({ ...body, activatePending }, signal);
      const { memories, undone } = await handle.memories.undoBatch(params.batch, options);
      const seen = memories.filter((memory) => isVisible(principal, memory));
      return { scope: handle.scope, memories: seen, undone };
    },

    history: async (call) => {
      const { handle, id } = await authorizedMemory(call);
      return handle.memories.history(id, optionsOf(call.query, call.signal));
    },

    decisions: async (call) => {
      const { handle, id } = await authorizedMemory(call);
      return handle.memories.decisions(id, optionsOf(call.query, call.signal));
    },

    relations: async (call) => {
      const { handle, id } = await authorizedMemory(call);
      return { items: await handle.memories.relations(id, optionsOf(call.query, call.signal)) };
    },

    approve: async ({ authorizedScope, body: { id, ...rest }, signal }) => {
      const { memories, scope } = authorizedScope(rest);
      return { scope, memory: await memories.approve(id, optionsOf(rest, signal)) };
    },

    reject: async ({ authorizedScope, body: { id, ...rest }, signal }) => {
      const { memories, scope } = authorizedScope(rest);
      return { scope, memory: await memories.reject(id, optionsOf(rest, signal)) };
    },
  },
  {
    undo: async (call) => replyUndone(call.authorizedScope(call.body), undefined, call),
  },
);

/** At a second address, which other programs know. */
export const historyElsewhere: Route = {
  ...itemRoutes.history,
  spec: { ...itemRoutes.history.spec, path: "/memory/{id}/history" },
};

export const { count: countRoute } = tenantRoutes(TENANT_MEMORIES_CALLS, ({ memories }) => memories, {
  count: async ({ authorizedTenant, principal, query }) => {
    const scopes = severalScopes(principal, query) ?? authorizedScopeName(principal, query);
    const options = { ...filterFromQuery(query), ...withoutUndefined({ status: query.status }), ...scopes };
    return { count: await authorizedTenant().memories.count(options) };
  },
});
