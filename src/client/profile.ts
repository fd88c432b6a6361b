import type { ProfileField, ProfileHandle } from "../api/profile.ts";
import { checkFlag } from "../domain/arguments.ts";
import { checked, PROFILE_CALLS } from "../handles/calls.ts";
import { pageFrom } from "./page.ts";
import { segment, type Where } from "./request.ts";
import type { Transport } from "./transport.ts";

const PATH = "/api/ltm/profile";

/** The profile of a scope on a server. */
export function remoteProfile({ send }: Transport, where: Where): ProfileHandle {
  const { scope, agent } = where;
  const field = (name: string): string => `${PATH}/${segment(name, "field")}`;
  const handle: ProfileHandle = {
    get: async () =>
      (await send<{ fields: ProfileField[] }>("GET", PATH, { query: { scope, agent } })).fields,
    propose: (name, value, { signal, ...options } = {}) => {
      const body = { ...where, field: name, value, ...options };
      return send("POST", `${PATH}/proposals`, { body, once: true, signal });
    },
    set: (name, value, { signal, ...options } = {}) =>
      send("PUT", field(name), { body: { ...where, value, ...options }, signal }),
    confirm: async (target, { accept, signal }) => {
      const verdict = checkFlag(accept, "accept") ? "confirm" : "reject";
      const path = `${PATH}/proposals/${segment(target, "target")}/${verdict}`;
      return send("POST", path, { body: where, once: true, signal });
    },
    remove: async (name, { signal, ...options } = {}) => {
      const query = { scope, agent, ...options };
      return (await send<{ removed: number }>("DELETE", field(name), { query, signal })).removed;
    },
    proposals: ({ cursor, signal, ...filter } = {}) => {
      const query = { scope, agent, ...filter };
      return pageFrom(
        (at) => send("GET", `${PATH}/proposals`, { query: { ...query, cursor: at }, signal }),
        cursor,
      );
    },
  };
  return checked(handle, PROFILE_CALLS, "profile.");
}
