import { z } from "@hono/zod-openapi";
import { CHANGE_EVENTS } from "../../../domain/change.ts";
import { DELIVERY_STATUSES, HOOK_STATUSES } from "../../../domain/hook.ts";
import { momentSchema, namedObject } from "./common.ts";

export const changeEvent = z.enum(CHANGE_EVENTS);

export const deliveryStatus = z.enum(DELIVERY_STATUSES);

export const HookSchema = namedObject("Hook", {
  id: z.string(),
  url: z.string(),
  events: z.array(changeEvent).nullable(),
  scopes: z.array(z.string()).nullable(),
  status: z.enum(HOOK_STATUSES),
  waiting: z.int().describe("Deliveries that are still to be made."),
  parked: z.int().describe("Deliveries that were given up."),
  createdAt: momentSchema,
  createdBy: z.string(),
});

export const DeliverySchema = namedObject("HookDelivery", {
  id: z.string().describe("The same for every attempt."),
  event: changeEvent,
  scope: z.string(),
  rev: z.int(),
  memoryId: z.string(),
  batch: z.string().nullable(),
  at: momentSchema.describe("When the change was made."),
  status: deliveryStatus,
  attempts: z.int(),
  nextAt: momentSchema
    .nullable()
    .describe("When it is tried next; `null` unless it is the first of its scope."),
  lastAt: momentSchema.nullable(),
  code: z.int().nullable().describe("The HTTP status of the last answer."),
  error: z.string().nullable().describe("The kind of failure where there was no answer."),
});
