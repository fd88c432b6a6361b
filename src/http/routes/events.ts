import { z } from "@hono/zod-openapi";
import { LIMITS } from "../../domain/text.ts";
import { ownScope } from "../own-scope.ts";
import { type Route, route } from "../route.ts";
import { given, wanted } from "../schemas/body.ts";
import { MessageSchema, ObservedSchema } from "../schemas/event.ts";

const tag = "Events";

const observe = route(
  {
    method: "post",
    path: "/api/ltm/events",
    role: "write",
    tag,
    summary: "Make messages durable.",
    description:
      "All or none. What is worth it is remembered in the background, or now with `POST /api/ltm/flush`. An id that is known already is a duplicate and changes nothing.",
    body: z.strictObject({ ...wanted, messages: z.array(MessageSchema).max(LIMITS.batch) }),
    answer: ObservedSchema,
    status: 201,
  },
  ({ service, principal, body, signal }) =>
    ownScope(service, principal, body).observe(body.messages.map(given), { signal }),
);

export const eventRoutes: readonly Route[] = [observe];
