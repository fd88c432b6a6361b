import { EVENTS_CALLS, SESSION_CALLS } from "../../../api/calls/events.ts";
import { MemoirError } from "../../../index.ts";
import { scopeRoutes } from "../call-routes.ts";
import { optionsOf, severalScopes } from "../own-scope.ts";
import type { Route } from "../route.ts";
import { shownEvent } from "./item-of.ts";
import { writeRoutes } from "./remember.ts";

const events = scopeRoutes(EVENTS_CALLS, (scope) => scope.events, {
  list: async ({ authorizedScope, authorizedTenant, principal, query, signal }) => {
    const { session_id: session, ...rest } = query;
    const options = optionsOf({ ...rest, session }, signal);
    const several = severalScopes(principal, query);
    if (several !== null) {
      const { items, next } = await authorizedTenant().events.list({ ...options, ...several });
      return { items: items.map((one) => ({ ...one, event: shownEvent(principal, one.event) })), next };
    }
    const { scope, events } = authorizedScope(query);
    const { items, next } = await events.list(options);
    return { items: items.map((event) => ({ scope, event: shownEvent(principal, event) })), next };
  },

  get: async ({ authorizedScope, principal, params: { id }, query }) => {
    const handle = authorizedScope(query);
    const event = await handle.events.get(id);
    if (event !== null) return { scope: handle.scope, event: shownEvent(principal, event) };
    throw new MemoirError("not_found", `There is no event ${id} here.`, { details: { id } });
  },
});

const sessions = scopeRoutes(SESSION_CALLS, (scope, { id }) => scope.session(id!), {
  compress: ({ authorizedScope, params, body: { messages, ...rest }, signal }) => {
    const session = authorizedScope(rest).session(params.id);
    return messages === undefined ? session.compress() : session.compress(messages, optionsOf(rest, signal));
  },
});

export const eventRoutes: readonly Route[] = [
  writeRoutes.observe,
  ...Object.values(events),
  writeRoutes.flush,
  ...Object.values(sessions),
];
