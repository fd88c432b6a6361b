import { MemoirError } from "../domain/errors.ts";
import type { Event } from "../domain/event.ts";
import { injectInto } from "../domain/inject.ts";
import type { EventsHandle } from "../handles/events.ts";
import type { FaceSettings, ScopeFace } from "../handles/face.ts";
import type { Hit } from "../read/hit.ts";
import type { Recall } from "../read/recall.ts";
import type { RecallCallOptions } from "../read/recall-options.ts";
import type { Source } from "../read/retrieve-request.ts";
import type { Remembered } from "../write/report.ts";
import { remoteMemories, type Where } from "./memories.ts";
import { mapped, pageFrom } from "./page.ts";
import { remoteProfile } from "./profile.ts";
import type { Transport } from "./transport.ts";

interface Recalled<S extends Source> {
  readonly hits: readonly Hit<S>[];
  readonly degraded: Recall["degraded"];
  readonly prompt: string;
}

/** A scope on a server: each call is a request. */
export function remoteScope(
  transport: Transport,
  settings: FaceSettings,
  tenant: string,
  where: Where,
): ScopeFace {
  const { send } = transport;
  const { scope, agent } = where;
  return {
    scope,
    tenant,
    memories: remoteMemories(transport, where),
    events: remoteEvents(transport, where),
    profile: remoteProfile(transport, where),

    observe: (messages, { signal } = {}) =>
      send("POST", "/api/ltm/events", { body: { ...where, messages }, once: true, signal }),
    flush: ({ signal } = {}) => send("POST", "/api/ltm/flush", { body: where, once: true, signal }),
    remember: async (text, { signal, ...options } = {}) => {
      const body = { ...where, text, ...options };
      const { memory, outcome } = await send<Remembered>("POST", "/api/ltm/remember", {
        body,
        once: true,
        signal,
      });
      return { memory, outcome };
    },

    async recall<S extends Source = "memories" | "quotes">(query: string, given: RecallCallOptions<S> = {}) {
      const { signal, thread = where.thread, ...options } = given;
      const asked = { ...where, thread, query, ...options };
      const { hits, degraded, prompt } = await send<Recalled<S>>("POST", "/api/ltm/recall", {
        body: asked,
        signal,
      });
      return {
        hits,
        degraded,
        toPrompt: () => prompt,
        injectInto: (messages) => injectInto(messages, prompt, settings.render.placement),
        // The server keeps nothing of an answer: it is told by asking the same again.
        delivered: async () => {
          await send("POST", "/api/ltm/recall", { body: { ...asked, deliver: true }, signal });
        },
      } satisfies Recall<S>;
    },

    query: ({ agent: asks, ...request }, { signal } = {}) =>
      send("POST", "/memory/query", { body: { ...request, scope, agent: asks ?? agent }, signal }),

    forget: (target, { signal, ...options } = {}) =>
      send("POST", "/api/ltm/forget", { body: { ...where, ...target, ...options }, once: true, signal }),

    review: ({ limit, cursor, signal, status } = {}) =>
      pageFrom(
        (at) => send("GET", "/api/ltm/review", { query: { scope, status, limit, cursor: at }, signal }),
        cursor,
      ),

    session: (id) => {
      const say = <T>(call: string, { signal }: { signal?: AbortSignal } = {}): Promise<T> =>
        send("POST", `/api/ltm/sessions/${encodeURIComponent(id)}/${call}`, {
          body: where,
          once: true,
          signal,
        });
      return {
        id,
        end: (options) => say("end", options),
        compress: (options) => say("compress", options),
        heartbeat: (options) => say("heartbeat", options),
      };
    },
  };
}

function remoteEvents({ send }: Transport, { scope, agent }: Where): EventsHandle {
  return {
    async get(id) {
      try {
        const path = `/api/ltm/events/${encodeURIComponent(id)}`;
        return (await send<{ event: Event }>("GET", path, { query: { scope, agent } })).event;
      } catch (error) {
        if (MemoirError.is(error) && error.code === "not_found") return null;
        throw error;
      }
    },
    async list({ limit, cursor, signal, session, ...filter } = {}) {
      const page = await pageFrom<{ event: Event }>(
        (at) =>
          send("GET", "/api/ltm/events", {
            query: { scope, agent, session_id: session, ...filter, limit, cursor: at },
            signal,
          }),
        cursor,
      );
      return mapped(page, ({ event }) => event);
    },
  };
}
