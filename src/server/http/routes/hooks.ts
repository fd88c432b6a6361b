import { z } from "@hono/zod-openapi";
import { withoutUndefined } from "../../../domain/arguments.ts";
import { CHANGE_EVENTS } from "../../../domain/change.ts";
import { DELIVERY_STATUSES, HOOK_STATUSES } from "../../../domain/hook.ts";
import { type Route, routesAbout } from "../route.ts";
import {
  byId,
  momentSchema,
  name,
  namedObject,
  optional,
  pageOfAll,
  pageSchema,
  paging,
} from "../schemas/common.ts";

const { delete: remove, get, post } = routesAbout("Hooks", "operator");

const HookSchema = namedObject("Hook", {
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(CHANGE_EVENTS)).nullable(),
  scopes: z.array(z.string()).nullable(),
  status: z.enum(HOOK_STATUSES),
  waiting: z.int().describe("Deliveries that are still to be made."),
  parked: z.int().describe("Deliveries that were given up."),
  createdAt: momentSchema,
  createdBy: z.string(),
});

const DeliverySchema = namedObject("HookDelivery", {
  id: z.string().describe("The same for every attempt."),
  event: z.enum(CHANGE_EVENTS),
  scope: z.string(),
  rev: z.int(),
  memoryId: z.string(),
  batch: z.string().nullable(),
  at: momentSchema.describe("When the change was made."),
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.int(),
  nextAt: momentSchema
    .nullable()
    .describe("When it is tried next; `null` unless it is the first of its scope."),
  lastAt: momentSchema.nullable(),
  code: z.int().nullable().describe("The HTTP status of the last answer."),
  error: z.string().nullable().describe("The kind of failure where there was no answer."),
});

const path = "/api/ltm/hooks";

export const hookRoutes: readonly Route[] = [
  get(path, {
    summary: "The tenant's hooks, oldest first; never their secrets.",
    query: z.strictObject(paging),
    answer: pageSchema(HookSchema),
    run: async ({ ownTenant, query }) => pageOfAll(await ownTenant().hooks.list(), query),
  }),

  post(path, {
    summary: "Tell an address of every change from now on. The secret is shown only in this answer.",
    body: z.strictObject({
      url: z.string().max(2_048).describe("Where to send: a public https address."),
      events: optional(z.array(z.enum(CHANGE_EVENTS)).min(1), "Only these changes. Default: all."),
      scopes: optional(z.array(name).min(1).max(1_000), "Only changes in these scopes. Default: all."),
      secret: optional(z.string().max(200), "`whsec_` and 24 to 64 bytes in base64. Default: a new one."),
    }),
    answer: HookSchema.extend({ secret: z.string() }),
    status: 201,
    run: async ({ ownTenant, principal, body }) =>
      ownTenant().hooks.add({ ...withoutUndefined(body), actor: principal.name }),
  }),

  remove(`${path}/{id}`, {
    summary: "Remove a hook and everything it was still to be told.",
    params: byId,
    answer: z.object({ id: z.string() }),
    run: async ({ ownTenant, params: { id } }) => {
      await ownTenant().hooks.remove(id);
      return { id };
    },
  }),

  post(`${path}/{id}/pause`, {
    twice: "harmless",
    summary: "Stop sending to a hook. Changes are kept for it.",
    params: byId,
    answer: HookSchema,
    run: async ({ ownTenant, params: { id } }) => ownTenant().hooks.pause(id),
  }),

  post(`${path}/{id}/resume`, {
    twice: "harmless",
    summary: "Send to a paused hook again, beginning with what it missed.",
    params: byId,
    answer: HookSchema,
    run: async ({ ownTenant, params: { id } }) => ownTenant().hooks.resume(id),
  }),

  post(`${path}/{id}/test`, {
    twice: "harmless",
    summary: "Send a test at once, and say how it was answered.",
    params: byId,
    answer: z.object({
      delivered: z.boolean().describe("It was answered with a status from 200 to 299."),
      code: z.int().nullable(),
      error: z.string().nullable(),
    }),
    run: async ({ ownTenant, params: { id }, signal }) => ownTenant().hooks.test(id, { signal }),
  }),

  get(`${path}/{id}/deliveries`, {
    summary: "The deliveries of a hook with their last attempt and their next one, newest first.",
    params: byId,
    query: z.strictObject({ status: z.enum(DELIVERY_STATUSES).optional(), ...paging }),
    answer: pageSchema(DeliverySchema),
    run: async ({ ownTenant, params: { id }, query }) =>
      ownTenant().hooks.deliveries(id, withoutUndefined(query)),
  }),

  post(`${path}/{id}/retry`, {
    twice: "harmless",
    summary: "Try parked and waiting deliveries now: all of a hook, or one of them.",
    params: byId,
    body: z.strictObject({ delivery: optional(name, "Its id. Default: all.") }),
    answer: z.object({ retried: z.int() }),
    run: async ({ ownTenant, params: { id }, body: { delivery } }) => ({
      retried: await ownTenant().hooks.retry(id, delivery),
    }),
  }),
];
