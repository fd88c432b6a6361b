import { checked } from "../api/calls.ts";
import type { HooksHandle } from "../api/hooks.ts";
import { checkList } from "../domain/arguments.ts";
import type { ScopeInput } from "../domain/scope.ts";
import { fetchAll, fetchPage, KEY_ACTS, refuse, scopeText, segment } from "./request.ts";
import type { Transport } from "./transport.ts";

const HOOKS = "/api/ltm/hooks";

/** The hooks of a tenant on a server, which sends. */
export function remoteHooks(transport: Transport): HooksHandle {
  const { send } = transport;
  const one = (id: string, call = ""): string => `${HOOKS}/${segment(id)}${call}`;
  return checked("hooks", {
    add: async ({ scopes, ...options }) => {
      refuse(options, "actor", "hooks.add()", KEY_ACTS);
      const list =
        scopes === undefined
          ? undefined
          : Array.from(checkList(scopes, "scopes"), (scope) => scopeText(scope as ScopeInput));
      return send("POST", HOOKS, { body: { ...options, scopes: list } });
    },
    list: () => fetchAll(transport, HOOKS),
    remove: async (id) => {
      await send("DELETE", one(id));
    },
    pause: async (id) => send("POST", one(id, "/pause")),
    resume: async (id) => send("POST", one(id, "/resume")),
    test: async (id, { signal } = {}) => send("POST", one(id, "/test"), { signal }),
    deliveries: async (id, options = {}) => fetchPage(transport, one(id, "/deliveries"), { ...options }),
    retry: async (id, delivery) =>
      (await send<{ retried: number }>("POST", one(id, "/retry"), { body: { delivery } })).retried,
  });
}
