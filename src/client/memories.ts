import { EVENTS_CALLS } from "../api/calls/events.ts";
import { MEMORIES_CALLS } from "../api/calls/memories.ts";
import type { MemoriesHandle } from "../api/memories.ts";
import type { Page } from "../api/options.ts";
import type { ProfileHandle } from "../api/profile.ts";
import type { EventsHandle } from "../api/scope.ts";
import { checkFlag } from "../domain/arguments.ts";
import type { Event } from "../domain/event.ts";
import type { Memory } from "../domain/memory.ts";
import { type Remote, remote, request } from "./remote.ts";
import { mapPage, segment } from "./request.ts";

/** The memories of a scope on a server. */
export function remoteMemories(to: Remote): MemoriesHandle {
  return remote("memories", to, {
    list: async (options) => {
      const page = await request(to, MEMORIES_CALLS.list, [options]);
      return mapPage(page as Page<{ memory: Memory }>, ({ memory }) => memory);
    },
  });
}

/** The events of a scope on a server. */
export function remoteEvents(to: Remote): EventsHandle {
  return remote("events", to, {
    list: async (options) => {
      const page = await request(to, EVENTS_CALLS.list, [options]);
      return mapPage(page as Page<{ event: Event }>, ({ event }) => event);
    },
  });
}

/** The profile of a scope on a server. */
export function remoteProfile(to: Remote): ProfileHandle {
  return remote("profile", to, {
    confirm: async (target, { accept, signal }) => {
      const verdict = checkFlag(accept, "accept") ? "confirm" : "reject";
      const path = `/api/ltm/profile/proposals/${segment(target, "target")}/${verdict}`;
      return to.transport.send("POST", path, { body: to.where, once: true, signal });
    },
  });
}
