import type { EventsHandle } from "../api/scope.ts";
import type { Event } from "../domain/event.ts";
import { checked, EVENTS_CALLS } from "../handles/calls.ts";
import { mapped, pageFrom } from "./page.ts";
import { moment, orNull, segment, type Where } from "./request.ts";
import type { Transport } from "./transport.ts";

const PATH = "/api/ltm/events";

/** The events of a scope on a server. */
export function remoteEvents({ send }: Transport, { scope, agent }: Where): EventsHandle {
  const query = { scope, agent };
  const handle: EventsHandle = {
    async get(id) {
      const found = await orNull(send<{ event: Event }>("GET", `${PATH}/${segment(id)}`, { query }));
      return found?.event ?? null;
    },
    async list({ cursor, signal, session, since, until, ...filter } = {}) {
      const asked = { ...query, ...filter, session_id: session };
      const times = { since: moment(since, "since"), until: moment(until, "until") };
      const page = await pageFrom<{ event: Event }>(
        (at) => send("GET", PATH, { query: { ...asked, ...times, cursor: at }, signal }),
        cursor,
      );
      return mapped(page, ({ event }) => event);
    },
    edit: async (id, text, { signal } = {}) => {
      const body = { scope, agent, text };
      return (await send<{ changed: boolean }>("PATCH", `${PATH}/${segment(id)}`, { body, signal })).changed;
    },
    remove: async (id, { signal } = {}) =>
      (await send<{ changed: boolean }>("DELETE", `${PATH}/${segment(id)}`, { query, signal })).changed,
  };
  return checked(handle, EVENTS_CALLS, "events.");
}
