import { z } from "@hono/zod-openapi";
import { EVENT_ROLES, EVENT_TYPES } from "../../domain/event.ts";
import { LIMITS } from "../../domain/text.ts";
import { when } from "./body.ts";
import { moment, name } from "./common.ts";

export const EventSchema = z
  .object({
    id: z.string(),
    seq: z.int().describe("Its place in the scope's order."),
    type: z.enum(EVENT_TYPES),
    role: z.enum(EVENT_ROLES),
    actor: z.string().nullable(),
    text: z.string(),
    content: z.record(z.string(), z.unknown()).nullable(),
    platform: z.string().nullable(),
    session: z.string().nullable(),
    thread: z.string().nullable(),
    turn: z.string().nullable(),
    at: moment,
    recordedAt: moment,
    erasedAt: moment.nullable(),
    hiddenAt: moment.nullable().describe("When somebody asked to forget what it says."),
  })
  .openapi("Event");

/** A message as `observe()` takes it. */
export const MessageSchema = z
  .strictObject({
    id: name.optional().describe("Your own id of it; the same id again records nothing. Default: a new one."),
    type: z.enum(EVENT_TYPES).optional(),
    role: z.enum(EVENT_ROLES).optional().describe("Default: `user`."),
    author: name.optional().describe("Who said it."),
    text: z.string().max(LIMITS.eventText).optional().describe("Required unless there is `content`."),
    content: z.record(z.string(), z.unknown()).optional().describe("A tool's name, arguments and result."),
    platform: name.optional(),
    session: name.optional(),
    thread: name.optional(),
    turn: name.optional(),
    at: when.optional(),
  })
  .openapi("Message");

export const ObservedSchema = z
  .object({
    recorded: z.int(),
    duplicates: z.int(),
    redacted: z.int().describe("Pieces that were masked before anything was stored."),
    seq: z.int(),
  })
  .openapi("Observed");
