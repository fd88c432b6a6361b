import { z } from "@hono/zod-openapi";
import { given } from "../../domain/arguments.ts";
import { EVENT_ROLES, EVENT_TYPES } from "../../domain/event.ts";
import { LIMITS } from "../../domain/text.ts";
import { MemoirError } from "../../index.ts";
import { severalScopes } from "../own-scope.ts";
import { type Route, routesAbout } from "../route.ts";
import { byId, name, pageOf, paging, scoped, wanted, when } from "../schemas/common.ts";
import { EventSchema, MessageSchema, ObservedSchema } from "../schemas/event.ts";

const { delete: remove, get, patch, post } = routesAbout("Events", "write");

const path = "/api/ltm/events";
const PlacedSchema = z.object({ scope: z.string(), event: EventSchema });

const changed = z.object({ changed: z.boolean() });

export const eventRoutes: readonly Route[] = [
  post(path, {
    summary: "Record messages.",
    description:
      "All or none. What is worth it is remembered in the background, or now with `POST /api/ltm/flush`. An id that is known already is a duplicate and changes nothing.",
    body: z.strictObject({ ...wanted, messages: z.array(MessageSchema).max(LIMITS.batch) }),
    twice: "harmless",
    answer: ObservedSchema,
    status: 201,
    run: ({ ownScope, body, once, signal }) => {
      const messages = body.messages.map((message, i) =>
        given({ ...message, id: message.id ?? (once === null ? undefined : `${once}-${i}`) }),
      );
      return ownScope(body).observe(messages, { signal });
    },
  }),

  get(path, {
    role: "read",
    summary: "Recorded events, newest first.",
    description:
      "Without `scope`, of all scopes of the tenant. Events belong to no category: a key that is bound to some sees none.",
    query: z.strictObject({
      ...scoped,
      ...paging,
      session_id: name.optional(),
      role: z.enum(EVENT_ROLES).optional(),
      type: z.enum(EVENT_TYPES).optional(),
      since: when.optional().describe("At or after this moment, ISO 8601."),
      until: when.optional().describe("Before this moment."),
    }),
    answer: pageOf(PlacedSchema),
    run: async ({ ownScope, ownTenant, principal, query, signal }) => {
      const { limit, cursor, session_id: session, role, type, since, until } = query;
      const options = given({ limit, cursor, session, role, type, since, until, signal });
      const several = severalScopes(principal, query);
      if (several !== null) return ownTenant().events.list({ ...options, ...several });
      const handle = ownScope(query);
      const { items, next } = await handle.events.list(options);
      return { items: items.map((event) => ({ scope: handle.scope, event })), next };
    },
  }),

  get(`${path}/{id}`, {
    role: "read",
    summary: "One event of a scope, by your own id.",
    params: byId,
    query: z.strictObject(scoped),
    answer: PlacedSchema,
    run: async ({ ownScope, params: { id }, query }) => {
      const handle = ownScope(query);
      const event = await handle.events.get(id);
      if (event !== null) return { scope: handle.scope, event };
      throw new MemoirError("not_found", `There is no event ${id} here.`, { details: { id } });
    },
  }),

  patch(`${path}/{id}`, {
    summary: "A message was changed where it was sent: its new words take the place of the old ones.",
    description:
      "The old words are erased; summaries of that day are made again. Memories made from them stay. `changed` is false when there is no such message, or its words are gone.",
    params: byId,
    body: z.strictObject({ ...wanted, text: z.string().max(LIMITS.eventText) }),
    answer: changed,
    run: async ({ ownScope, params: { id }, body, signal }) => ({
      changed: await ownScope(body).events.edit(id, body.text, { signal }),
    }),
  }),

  remove(`${path}/{id}`, {
    summary: "A message was deleted where it was sent: its words are erased.",
    params: byId,
    query: z.strictObject(scoped),
    answer: changed,
    run: async ({ ownScope, params: { id }, query, signal }) => ({
      changed: await ownScope(query).events.remove(id, { signal }),
    }),
  }),
];
