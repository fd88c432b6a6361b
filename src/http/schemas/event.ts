import { z } from "@hono/zod-openapi";
import { SDK_FIELDS } from "../../domain/chat-message.ts";
import { EVENT_ROLES, EVENT_TYPES } from "../../domain/event.ts";
import { LIMITS } from "../../domain/text.ts";
import { moment, name, when } from "./common.ts";

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

const part = z.looseObject({ type: z.string() }).describe("A part of a message, as chat SDKs write it.");

/** A message as `observe()` takes it. */
export const MessageSchema = z
  .strictObject({
    id: name.optional().describe("Your own id of it; the same id again records nothing. Default: a new one."),
    type: z.enum(EVENT_TYPES).optional(),
    role: z
      .enum([...EVENT_ROLES, "developer", "function"])
      .optional()
      .describe("Default: `user`. `developer` is a system message, `function` one of a tool."),
    author: name.optional().describe("The author, by an id that never changes, such as the platform's."),
    authorName: z
      .string()
      .optional()
      .describe(
        "The author's current name. The newest name is used; older names still resolve to the author.",
      ),
    text: z
      .string()
      .max(LIMITS.eventText)
      .optional()
      .describe("Required unless there is `content` or `parts`."),
    content: z
      .union([z.string().max(LIMITS.eventText), z.array(part), z.record(z.string(), z.unknown())])
      .nullish()
      .describe(
        "The words as OpenAI and the AI SDK write them, a string or parts; or an object of your own, such as a tool's name, arguments and result.",
      ),
    parts: z.array(part).optional().describe("The parts of the AI SDK's UIMessage."),
    platform: name.optional(),
    session: name.optional(),
    thread: name.optional(),
    turn: name.optional(),
    at: when.optional(),
    ...Object.fromEntries(
      SDK_FIELDS.filter((field) => field !== "parts").map((field) => [
        field,
        z.unknown().optional().describe("As OpenAI or the AI SDK writes it."),
      ]),
    ),
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
