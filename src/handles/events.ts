import type { EventListOptions, EventsHandle } from "../api/events.ts";
import type { PageOptions } from "../api/options.ts";
import { type Access, checkUnbound } from "../domain/allowlist.ts";
import { checkOneOf } from "../domain/arguments.ts";
import { EVENT_ROLES, EVENT_TYPES } from "../domain/event.ts";
import type { Scope } from "../domain/scope.ts";
import { checkId, checkTime } from "../domain/text.ts";
import type { Engine } from "../engine/engine.ts";
import { page } from "../read/page.ts";
import { type EventFilter, findEvent, listEvents } from "../store/events.ts";
import { findScope, type Place } from "../store/scopes.ts";
import { editMessage } from "../write/observe.ts";
import { EVENTS_CALLS } from "./calls.ts";
import { checked } from "./checked.ts";

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
export function eventsOf(engine: Engine, scope: Scope, access: Access): EventsHandle {
  const found = (): Promise<Place | undefined> => findScope(engine.use(), scope);
  const handle: EventsHandle = {
    async get(id) {
      checkUnbound(access, "events");
      const wanted = checkId(id, "id");
      const place = await found();
      if (place === undefined) return null;
      return (await findEvent(engine.use(), place, wanted)) ?? null;
    },

    async list({ limit, cursor, signal, ...rest } = {}) {
      checkUnbound(access, "events");
      const filter = checkEventFilter(rest);
      const place = await found();
      return page({ limit, cursor, signal }, async (part) => {
        if (place === undefined) return [];
        const events = await listEvents(engine.use(), place, filter, part);
        return events.map((event) => ({ item: event, place: event.seq }));
      });
    },

    edit: async (id, text, options = {}) => {
      checkUnbound(access, "events");
      return editMessage(engine, scope, { id, text }, options);
    },

    remove: async (id, options = {}) => {
      checkUnbound(access, "events");
      return editMessage(engine, scope, { id, text: null }, options);
    },
  };
  return checked(handle, EVENTS_CALLS, "events.");
}
