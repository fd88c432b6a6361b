import type { EventsHandle } from "../api/events.ts";
import { MemoirError } from "../domain/errors.ts";
import type { Event } from "../domain/event.ts";
import { checkId } from "../domain/text.ts";
import { EVENTS_CALLS } from "../handles/calls.ts";
import { checked } from "../handles/checked.ts";
import type { Where } from "./memories.ts";
import { moment } from "./moment.ts";
import { mapped, pageFrom } from "./page.ts";
import type { Transport } from "./transport.ts";

/** The events of a scope on a server. */
export function remoteEvents({ send }: Transport, { scope, agent }: Where): EventsHandle {
  const handle: EventsHandle = {
    async get(id) {
      try {
        const path = `/api/ltm/events/${encodeURIComponent(checkId(id, "id"))}`;
        return (await send<{ event: Event }>("GET", path, { query: { scope, agent } })).event;
      } catch (error) {
        if (MemoirError.is(error) && error.code === "not_found") return null;
        throw error;
      }
    },
    async list({ limit, cursor, signal, session, role, type, since, until } = {}) {
      const query = {
        ...{ scope, agent, session_id: session, role, type, limit },
        since: moment(since, "since"),
        until: moment(until, "until"),
      };
      const page = await pageFrom<{ event: Event }>(
        (at) => send("GET", "/api/ltm/events", { query: { ...query, cursor: at }, signal }),
        cursor,
      );
      return mapped(page, ({ event }) => event);
    },
    edit: async (id, text, { signal } = {}) => {
      const path = `/api/ltm/events/${encodeURIComponent(checkId(id, "id"))}`;
      const body = { scope, agent, text };
      return (await send<{ changed: boolean }>("PATCH", path, { body, signal })).changed;
    },
    remove: async (id, { signal } = {}) => {
      const path = `/api/ltm/events/${encodeURIComponent(checkId(id, "id"))}`;
      return (await send<{ changed: boolean }>("DELETE", path, { query: { scope, agent }, signal })).changed;
    },
  };
  return checked(handle, EVENTS_CALLS, "events.");
}
