import { z } from "@hono/zod-openapi";
import { EVENT_ROLES, EVENT_TYPES } from "../../domain/event.ts";
import { LIMITS } from "../../domain/text.ts";
import { MemoirError } from "../../index.ts";
import { ownScope, ownTenant, severalScopes } from "../own-scope.ts";
import { type Route, route } from "../route.ts";
import { given, wanted, when } from "../schemas/body.ts";
import { name, pageAsked, pageOf, paging, wantedAgent, wantedScope } from "../schemas/common.ts";
import { EventSchema, MessageSchema, ObservedSchema } from "../schemas/event.ts";

const tag = "Events";
const path = "/api/ltm/events";
const where = { ...wantedScope, ...wantedAgent };
const PlacedSchema = z.object({ scope: z.string(), event: EventSchema });

const observe = route(
  {
    method: "post",
    path,
    role: "write",
    tag,
    summary: "Record messages.",
    description:
      "All or none. What is worth it is remembered in the background, or now with `POST /api/ltm/flush`. An id that is known already is a duplicate and changes nothing.",
    body: z.strictObject({ ...wanted, messages: z.array(MessageSchema).max(LIMITS.batch) }),
    twice: "harmless",
    answer: ObservedSchema,
    status: 201,
  },
  ({ service, principal, body, once, signal }) => {
    const messages = body.messages.map((message, i) =>
      given({ ...message, id: message.id ?? (once === null ? undefined : `${once}-${i}`) }),
    );
    return ownScope(service, principal, body).observe(messages, { signal });
  },
);

const list = route(
  {
    method: "get",
    path,
    role: "read",
    tag,
    summary: "Recorded events, newest first.",
    description:
      "Without `scope`, of all scopes of the tenant. Events belong to no category: a key that is bound to some sees none.",
    query: z.strictObject({
      ...where,
      ...paging,
      session_id: name.optional(),
      role: z.enum(EVENT_ROLES).optional(),
      type: z.enum(EVENT_TYPES).optional(),
      since: when.optional().describe("At or after this moment, ISO 8601."),
      until: when.optional().describe("Before this moment."),
    }),
    answer: pageOf(PlacedSchema),
  },
  async ({ service, principal, query, signal }) => {
    const { session_id: session, role, type, since, until } = query;
    const options = given({ ...pageAsked(query), session, role, type, since, until, signal });
    const several = severalScopes(principal, query);
    if (several !== null) {
      const { items, next } = await ownTenant(service, principal).events.list({ ...options, ...several });
      return { items, next };
    }
    const handle = ownScope(service, principal, query);
    const { items, next } = await handle.events.list(options);
    return { items: items.map((event) => ({ scope: handle.scope, event })), next };
  },
);

const one = route(
  {
    method: "get",
    path: `${path}/{id}`,
    role: "read",
    tag,
    summary: "One event of a scope, by your own id.",
    params: z.strictObject({ id: name }),
    query: z.strictObject(where),
    answer: PlacedSchema,
  },
  async ({ service, principal, params: { id }, query }) => {
    const handle = ownScope(service, principal, query);
    const event = await handle.events.get(id);
    if (event !== null) return { scope: handle.scope, event };
    throw new MemoirError("not_found", `There is no event ${id} here.`, { details: { id } });
  },
);

export const eventRoutes: readonly Route[] = [observe, list, one];
